/** Inlay hints of a wiki query: names of namespaces, dates, default limits. */
import { dateInWords, shortDate } from '#shared/base/text/date-format.ts';
import type { Inlay, QueryContext } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import { type ActiveModule, type Binding, wireName, type WikiModel } from './model.ts';
import type { ParameterNode, ValueNode } from './wiki-nodes.ts';
import type { WikiTexts } from './catalogue/catalogue-texts.ts';
import { readTimestamp } from './values/timestamp.ts';
import { multipleValues, singleValue } from './values/value-list.ts';

/** Timestamps in these forms do not show their date. */
const unreadable: ReadonlySet<string> = new Set(['unix', 'digits', 'compact']);

/** The names of namespaces, the date of a numeric timestamp, and the default number of rows of a module. */
export function wikiInlays(
  model: WikiModel,
  texts: WikiTexts,
  context: QueryContext,
  wording: Wording,
): Inlay[] {
  const values = model.query.parameters.flatMap(node => {
    const binding = model.binding(node);
    return binding === undefined ? [] : valueInlays(node, binding, texts, context, wording);
  });
  return [...model.active.flatMap(active => limitInlay(active, model, wording)), ...values].toSorted(
    (a, b) => a.at - b.at,
  );
}

function valueInlays(
  node: ParameterNode,
  { parameter }: Binding,
  texts: WikiTexts,
  context: QueryContext,
  wording: Wording,
): Inlay[] {
  if (node.value === undefined || (parameter.type !== 'namespace' && parameter.type !== 'timestamp'))
    return [];
  const meaning = parameter.type === 'namespace' ? namespaceOf(texts, wording) : dateOf(context, wording);
  const values = parameter.multi ? multipleValues(node.value) : [singleValue(node.value)];
  return values.flatMap(value => {
    const hint = meaning(value);
    return hint === undefined ? [] : [{ at: value.span.end, ...hint, side: 'after' as const }];
  });
}

/** The texts of an inlay hint. */
type HintTexts = Pick<Inlay, 'label' | 'tooltip'>;

const namespaceOf =
  (texts: WikiTexts, wording: Wording) =>
  ({ text }: ValueNode): HintTexts | undefined => {
    const label = /^-?\d+$/.test(text) ? texts.namespace(Number(text)) : undefined;
    return label === undefined ? undefined : { label, tooltip: wording('namespace') };
  };

const dateOf =
  ({ now }: QueryContext, wording: Wording) =>
  ({ text }: ValueNode): HintTexts | undefined => {
    const timestamp = readTimestamp(text, now);
    if (timestamp === undefined || !unreadable.has(timestamp.form)) return undefined;
    return {
      label: shortDate(timestamp.time, 'UTC'),
      tooltip: wording('timestamp', { date: dateInWords(timestamp.time) }),
    };
  };

/** The name and default of a limit that the query does not set, after the module. */
function limitInlay(active: ActiveModule, model: WikiModel, wording: Wording): Inlay[] {
  const limit = active.module.parameter('limit');
  if (active.at === undefined || limit?.type !== 'limit' || limit.default === undefined) return [];
  if (model.nodeOf(active, 'limit') !== undefined) return [];
  const label = `${wireName(active, 'limit')}=${limit.default}`;
  return [{ at: active.at.span.end, label, tooltip: wording('limit'), side: 'after' }];
}
