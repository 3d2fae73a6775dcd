import { isInsertable } from '../common/visible-text.ts';
import type { QueryWord } from '../language/query-words.ts';
import { siteValueKind } from './completion/site-values.ts';
import type { WikiModel } from './model.ts';
import { multipleValues, singleValue } from './values/list.ts';

/** Longer texts are not names. */
const longest = 255;

/**
 * The titles, categories, users and tags of a query, each by what it is. What a variable stands for is left out.
 *
 * @param source the block's
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
      .filter(text => isInsertable(text) && text.length <= longest && !text.includes('|'))
      .map(text => ({ kind: 'value' as const, field, text }));
  });
}
