/** Values that a wiki can list, such as pages and users: how to query them, and which ones a query uses. */
import parameters from '../../../catalogue/wiki/site-values.json' with { type: 'json' };
import { searchText } from '#shared/base/text/completion-text.ts';
import type { QueryContext, SuggestedValue, ValueQuery } from '../../query-file/language/language-service.ts';
import type { Declaration } from '../catalogue/wiki-catalogue.ts';
import type { Proposal } from './proposal.ts';
import { isInsertable } from '#shared/base/visible-text.ts';
import type { QueryWord } from '../../query-file/language/query-words.ts';
import type { WikiModel } from '../model.ts';
import { multipleValues, singleValue } from '../values/value-list.ts';

/** A kind of value that a wiki can list by its first characters. */
type SiteValueKind = keyof typeof parameters;

/** The longest text to query the wiki for: a longer one is not the beginning of a name. */
const maxTypedLength = 100;
/** The most values of other queries to offer. */
const maxUsedValues = 50;
/** The namespace in front of a category's name, as it is written: `Category:`, `Kategorie:`. */
const categoryPrefix = /^[^:]*:[ _]*/;

/** The kind of a parameter's values that a wiki can list; `undefined` = it cannot list them. */
function siteValueKind({ module, parameter }: Declaration): SiteValueKind | undefined {
  const path = `${module.name}.${parameter.name}`;
  if (parameters.page.includes(path)) return 'page';
  if (parameters.category.includes(path)) return 'category';
  if (parameters.tag.includes(path)) return 'tag';
  return parameter.type === 'user' || parameters.user.includes(path) ? 'user' : undefined;
}

/**
 * The query to the wiki for the value of a parameter; `undefined` = none.
 *
 * @param typed the typed part of the value, as the wiki reads it
 */
export function siteValueQuery(declaration: Declaration, typed: string): ValueQuery | undefined {
  const field = siteValueKind(declaration);
  if (field === undefined || typed.length > maxTypedLength || /[\n\r{}|#<>[\]]/.test(typed)) return undefined;
  if (field === 'category') return { field, typed: typed.replace(categoryPrefix, '') };
  // All tags are listed at once, and no wiki lists pages that begin with nothing.
  if (field === 'tag') return { field, typed: '' };
  return field === 'page' && typed.trim() === '' ? undefined : { field, typed };
}

/**
 * Proposals for the values that the wiki suggests. The filter also has the typed text, because the wiki may match it
 * to a value that is spelled differently.
 *
 * @param written the typed part of the value, as it is in the source
 */
export function siteValueProposals(
  declaration: Declaration,
  { typed, written }: { readonly typed: string; readonly written: string },
  suggested: readonly SuggestedValue[],
): Proposal[] {
  const kind = siteValueKind(declaration);
  const prefix = kind === 'category' ? (categoryPrefix.exec(typed)?.[0] ?? 'Category:') : '';
  return suggested.map(({ value }, index) => ({
    label: prefix + value,
    text: prefix + value,
    kind: 'value',
    filter: kind === 'tag' ? value : searchText(written, prefix + value),
    rank: index,
  }));
}

/**
 * The values that the other queries of the workspace use for parameters of the same kind, the most used first.
 *
 * @param offered the proposals from the wiki, which are not repeated
 */
export function usedValueProposals(
  declaration: Declaration,
  { otherWords }: Pick<QueryContext, 'otherWords'>,
  offered: readonly Proposal[],
): Proposal[] {
  const kind = siteValueKind(declaration);
  const words = kind === undefined ? [] : (otherWords?.().of('value', kind) ?? []);
  const offeredTexts = new Set(offered.map(({ text }) => text.toLowerCase()));
  return words
    .filter(({ text }) => !offeredTexts.has(text.toLowerCase()))
    .slice(0, maxUsedValues)
    .map(({ text }, index) => ({
      label: text,
      text,
      kind: 'value',
      filter: searchText(text, kind === 'category' ? text.replace(categoryPrefix, '') : text),
      rank: offered.length + index,
    }));
}

/** The longest text that counts as a name. */
const maxNameLength = 255;

/**
 * The titles, categories, users and tags of a query, each with its kind. The values of variables are left out.
 *
 * @param source the text of the block
 */
export function wordsOfWiki(model: WikiModel, source: string): readonly QueryWord[] {
  return model.query.parameters.flatMap(node => {
    const binding = model.binding(node);
    const field = binding && siteValueKind({ module: binding.active.module, parameter: binding.parameter });
    if (binding === undefined || field === undefined || node.value === undefined) return [];
    const values = binding.parameter.multi ? multipleValues(node.value) : [singleValue(node.value)];
    return values
      .filter(({ span }) => !source.slice(span.start, span.end).includes('{{'))
      .map(({ text }) => text.trim())
      .filter(text => isInsertable(text) && text.length <= maxNameLength && !text.includes('|'))
      .map(text => ({ kind: 'value' as const, field, text }));
  });
}
