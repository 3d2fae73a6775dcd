/** Knows the properties that one response gives for some of the pages only, and for how many. */
import data from '../../../catalogue/wiki/pages-per-request.json' with { type: 'json' };
import { type ActiveModule, isUsed, pagesNamed, wireName, type WikiModel } from '../model.ts';
import { limitsRows } from '../own-limits.ts';

/** How many pages of a query one response gives a property for. */
export interface ServedPages {
  readonly active: ActiveModule;
  /** The pages of one response, by the query as it is. */
  readonly pages: number;
  /** The most that the query can ask for. */
  readonly most: number;
  /** The use that raises the number to the most, as it is written in a query; absent = nothing does. */
  readonly raisedBy?: string;
}

interface Entry {
  readonly module: string;
  /** The module's own parameter that says how many pages. */
  readonly limit?: string;
  /** Holds only with one of these uses, or without any of those. */
  readonly with?: readonly string[];
  readonly unless?: readonly string[];
  readonly pages: number;
  /** The number for accounts with the right to high limits. */
  readonly high?: number;
  /** The flag with which another number holds. */
  readonly instead?: string;
}

const entries: ReadonlyMap<string, readonly Entry[]> = Map.groupBy<string, Entry>(
  data.modules,
  ({ module }) => module,
);

/** The property that answers for many pages what a list answers for the one in a parameter; `undefined` = none. */
export const propertyOf = (list: string, parameter: string): string | undefined =>
  properties.get(`${list}.${parameter}`);

const properties: ReadonlyMap<string, string> = new Map(Object.entries(data.listsOfOnePage));

/** For how many pages a property answers in one response, by the query as it is; `undefined` = for all of them. */
export function servedPages(model: WikiModel, active: ActiveModule): ServedPages | undefined {
  const entriesOfModule = entries.get(active.module.name) ?? [];
  const entry = active.role === 'prop' ? entriesOfModule.find(each => holds(model, active, each)) : undefined;
  if (entry === undefined) return undefined;
  const most = Math.max(...entriesOfModule.map(({ pages }) => pages));
  const written = entry.limit === undefined ? '' : (model.nodeOf(active, entry.limit)?.value?.text ?? '');
  const pages = /^[1-9]\d{0,8}$/.test(written) ? Math.min(entry.pages, Number(written)) : entry.pages;
  if (pages === most) return { active, pages, most };
  const raisedBy = entry.instead ?? `${entry.limit}=max`;
  return { active, pages, most, raisedBy: wireName(active, raisedBy) };
}

function holds(model: WikiModel, active: ActiveModule, entry: Entry): boolean {
  const uses = (names: readonly string[]): boolean => names.some(name => isUsed(model, active, name));
  return (
    (entry.with === undefined || uses(entry.with)) && !(entry.unless !== undefined && uses(entry.unless))
  );
}

/** The numbers for a property without a query, for its explanation; `[]` = it answers for all pages. */
export const servedBy = (module: string): readonly Entry[] => entries.get(module) ?? [];

/** How many pages a query names or its generator gives with one request; `undefined` = none, or it is not known. */
export function pagesAtOnce(model: WikiModel): number | undefined {
  const generator = model.active.find(({ role }) => role === 'generator');
  if (generator === undefined) return pagesNamed(model) || undefined;
  if (!limitsRows(generator, 'limit')) return undefined;
  const parameter = generator.module.parameter('limit');
  const text = model.nodeOf(generator, 'limit')?.value?.text ?? String(parameter?.default ?? '');
  if (text === 'max') return parameter?.max;
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), parameter?.max ?? Infinity) : undefined;
}
