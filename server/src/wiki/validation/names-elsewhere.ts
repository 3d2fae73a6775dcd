/** Knows names that users write for modules of a query, and that belong elsewhere in the API. */
import data from '../../../catalogue/wiki/elsewhere.json' with { type: 'json' };
import type { Module, ModuleGroup } from '../catalogue/wiki-catalogue.ts';
import type { WikiModel } from '../model.ts';
import { allowedSet } from './types/enumeration-check.ts';

const actions: ReadonlySet<string> = new Set(data.actions);
const ofParse: ReadonlySet<string> = new Set(data.parse);
const otherNames: ReadonlyMap<string, string> = new Map(Object.entries(data.modules));

/** The place of a name that is not a module of a query. */
export type Elsewhere =
  | { readonly kind: 'action' | 'parse' }
  /** A value of the parameter `prop` of a module. */
  | { readonly kind: 'property'; readonly module: Module };

/** Where a name belongs that no module has; `undefined` = it is not known. */
export function elsewhere({ catalogue }: WikiModel, group: ModuleGroup, name: string): Elsewhere | undefined {
  if (actions.has(name)) return { kind: 'action' };
  if (group !== 'prop') return undefined;
  const hasProperty = (module: Module): boolean => {
    const properties = module.parameter('prop');
    return properties?.multi === true && !module.deprecated && allowedSet(properties).has(name);
  };
  const module = data.properties.flatMap(each => catalogue.module(`query+${each}`) ?? []).find(hasProperty);
  if (module !== undefined) return { kind: 'property', module };
  return ofParse.has(name) ? { kind: 'parse' } : undefined;
}

/** The module that answers for another name of it; `undefined` = the name is not known. */
export const moduleByOtherName = (name: string): string | undefined => otherNames.get(name.toLowerCase());
