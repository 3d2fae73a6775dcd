/** Equivalent ways to write a query: as lines or as a URL, values on one line or on several, with the largest limit. */
import type { Fix, Edit } from '#shared/base/text/problem.ts';
import type { QueryView, QueryContext } from '../../query-file/language/language-service.ts';
import { type Span, trimmed } from '#shared/base/text/span.ts';
import type { WikiModel } from '../model.ts';
import type { ParameterNode, WikiQuery } from '../wiki-nodes.ts';
import { textAfterEdits, parseBlockText } from './keep-form.ts';
import { fix } from './fix-context.ts';
import { linesToUrl, sameReading, urlToLines } from './url-lines.ts';
import { bodyLinesOf, holdsOtherLines, lineEndOf } from '../../query-file/line-edits.ts';
import { multipleValues } from '../values/value-list.ts';
import { rowsOf } from '../../query-file/options/limit-option.ts';
import { type UnwrittenLimit, unwrittenLimits } from '../cost/predict-cost.ts';
import { QueryEditor } from './query-editor.ts';

/**
 * Equivalent ways to write a query, or the parameter at a position. The address of a URL stays
 * as a comment unless it is that of a configured site.
 */
export function refactoringsOf(
  view: QueryView,
  model: WikiModel,
  span: Span,
  context: QueryContext,
): readonly Fix[] {
  const { query } = model;
  const { sites } = context;
  const address = query.address?.text;
  const isConfigured = sites.some(({ url }) => hostOf(url) === hostOf(address ?? ''));
  const comment =
    address === undefined || isConfigured || hostOf(address) === '' ? undefined : `# ${address}`;
  const node = query.parameters.find(
    parameter => parameter.span.start <= span.end && parameter.span.end >= span.start,
  );
  return [
    ...unwrittenLimits(model, rowsOf(view.scope, context)).flatMap(most => largestLimit(view, model, most)),
    ...fix('lines', 'fix.urlToLines', {}, urlToLines(view, query, comment)),
    ...(node && query.form === 'lines' ? valueRefactorings(view, model, node) : []),
    ...fix('url', 'fix.linesToUrl', {}, linesToUrl(view, query)),
  ];
}

/** Gets as many rows as the wiki allows with each request, for the same rows with fewer requests. */
function largestLimit(
  view: QueryView,
  model: WikiModel,
  { active, name, before, after }: UnwrittenLimit,
): Fix[] {
  const { at } = active;
  const last = model.query.parameters.findLast(
    node =>
      model.binding(node)?.active === active ||
      (at !== undefined && node.span.start <= at.span.start && at.span.end <= node.span.end),
  );
  if (last === undefined) return [];
  const values = { text: `${name}=max`, before, after };
  const title = before === Infinity ? 'fix.fewerRequests' : 'fix.fewerRequestsOf';
  return fix('limit', title, values, new QueryEditor(view, model.query).add(last, name, 'max'));
}

function valueRefactorings(view: QueryView, model: WikiModel, node: ParameterNode): Fix[] {
  if (model.binding(node)?.parameter.multi !== true) return [];
  return [
    ...fix('lines', 'fix.valuesToLines', {}, valuesToLines(view, node)),
    ...fix('lines', 'fix.valuesToLine', {}, valuesToLine(view, node)),
  ].filter(({ edits }) => isSame(model.query, parseBlockText(view, textAfterEdits(view.block.text, edits))));
}

const isSame = (one: WikiQuery, other: WikiQuery): boolean =>
  one.form === other.form && sameReading(one) === sameReading(other);

/** The host of an address; empty for a path alone. */
const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';

/** Puts each value of a list on its own line; empty if they are, or if they have another separator. */
function valuesToLines({ block }: QueryView, { value }: ParameterNode): readonly Edit[] {
  if (value === undefined) return [];
  const before = `${lineEndOf(block)}  `;
  return multipleValues(value)
    .slice(1)
    .flatMap(({ start }) => {
      const { start: at, end } = value.sourceOf(start - 1, start);
      const onItsOwn = /[\r\n][^\S\r\n]*$/.test(block.text.slice(0, at));
      return block.text.slice(at, end) !== '|' || onItsOwn
        ? []
        : [{ span: { start: at, end: at }, newText: before }];
    });
}

/** Puts all values of a parameter on the line of its name; empty if they are, or if there are comments between them. */
function valuesToLine({ block }: QueryView, { span }: ParameterNode): readonly Edit[] {
  if (holdsOtherLines(block, span)) return [];
  const parts = bodyLinesOf(block, span).map(
    index => trimmed(block.text, block.lines[index]!.start, block.lines[index]!.end).span,
  );
  return parts
    .slice(1)
    .map(({ start }, index) => ({ span: { start: parts[index]!.end, end: start }, newText: '' }));
}
