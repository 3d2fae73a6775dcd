import parameters from '../../../catalogue/wiki/site-values.json' with { type: 'json' };
import { searchText } from '../../language/completion-filter.ts';
import type { SuggestedValue, ValueQuery } from '../../language/service.ts';
import type { Declaration } from '../catalogue/catalogue.ts';
import type { Proposal } from './proposal.ts';

/** A kind of value that a wiki can list by its first characters. */
export type SiteValueKind = keyof typeof parameters;

/** Longer texts are not the beginning of a name. */
const longest = 100;
/** The namespace in front of a category's name, as it is written: `Category:`, `Kategorie:`. */
const categoryPrefix = /^[^:]*:[ _]*/;

/** What a wiki can be asked for a parameter's value; `undefined` = nothing. */
function kindOf({ module, parameter }: Declaration): SiteValueKind | undefined {
  const path = `${module.name}.${parameter.name}`;
  if (parameters.page.includes(path)) return 'page';
  if (parameters.category.includes(path)) return 'category';
  if (parameters.tag.includes(path)) return 'tag';
  return parameter.type === 'user' || parameters.user.includes(path) ? 'user' : undefined;
}

/**
 * What to ask the wiki for the value of a parameter; `undefined` = nothing.
 *
 * @param typed what is written of the value, as the wiki reads it
 */
export function siteValueQuery(declaration: Declaration, typed: string): ValueQuery | undefined {
  const field = kindOf(declaration);
  if (field === undefined || typed.length > longest || /[\n\r{}|#<>[\]]/.test(typed)) return undefined;
  if (field === 'category') return { field, typed: typed.replace(categoryPrefix, '') };
  // All tags are listed at once, and no wiki lists pages that begin with nothing.
  if (field === 'tag') return { field, typed: '' };
  return field === 'page' && typed.trim() === '' ? undefined : { field, typed };
}

/**
 * What the wiki suggests for the value of a parameter; it was asked for what is typed, and knows it in other forms.
 *
 * @param written what is typed, as it is in the source
 */
export function siteValueProposals(
  declaration: Declaration,
  { typed, written }: { readonly typed: string; readonly written: string },
  suggested: readonly SuggestedValue[],
): Proposal[] {
  const kind = kindOf(declaration);
  const prefix = kind === 'category' ? (categoryPrefix.exec(typed)?.[0] ?? 'Category:') : '';
  return suggested.map(({ value }, index) => ({
    label: prefix + value,
    text: prefix + value,
    kind: 'value',
    filter: kind === 'tag' ? value : searchText(written, prefix + value),
    rank: index,
  }));
}
