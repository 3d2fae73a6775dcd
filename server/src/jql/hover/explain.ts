import { canonicalIssueKey } from '../../common/issue-key.ts';
import type { Clock } from '../../language/date-format.ts';
import { code, escaped } from '../../language/markdown.ts';
import type { Explanation, QueryView, QueryContext } from '../../language/service.ts';
import { type Span, touches } from '../../language/span.ts';
import { explainPreamble } from '../../queryfile/preamble-hover.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Field, FunctionCall, JqlQuery, Value } from '../syntax/nodes.ts';
import { tokenize } from '../syntax/tokenize.ts';
import { type SyntaxPart, partsAt } from '../syntax/walk.ts';
import { namesIssue } from '../issue-values.ts';
import { nameOf } from '../catalogue/lookup.ts';
import { dateHere, describeDate } from './date-hover.ts';
import { describeField, describeFunction, describeOperator, describeWord } from './entry-hover.ts';
import { paragraphs, word } from './wording.ts';

/**
 * What is at an offset of a query, with the smallest span that it can be said of: a variable, a directive, a field,
 * an operator, a function, a date, an issue key, a keyword. `undefined` = nothing there that anything is known of.
 */
export function explainJql(
  view: QueryView,
  query: JqlQuery,
  offset: number,
  knowledge: JqlKnowledge,
  context: QueryContext,
): Explanation | undefined {
  const preamble = explainPreamble(view, offset, context);
  if (preamble !== undefined) return preamble;
  const path = partsAt(query, offset);
  for (const part of path.toReversed()) {
    const explanation = explainPart(part, path, offset, knowledge, context);
    if (explanation !== undefined) return explanation;
  }
  return explainKeyword(view.block.text, query, offset, knowledge);
}

function explainPart(
  part: SyntaxPart,
  path: readonly SyntaxPart[],
  offset: number,
  knowledge: JqlKnowledge,
  clock: Clock,
): Explanation | undefined {
  if (part.kind === 'field') return { markdown: explainField(part, knowledge), span: part.span };
  if (part.kind === 'operator') return explanationOf(describeOperator(knowledge, part.name), part.span);
  if (part.kind === 'function')
    return touches(part.name.span, offset) ? explainCall(part, knowledge, clock) : undefined;
  if (part.kind === 'value') return explainValue(part, path, knowledge, clock);
  if (part.kind === 'predicate')
    return touches(part.nameSpan, offset)
      ? explanationOf(describeWord(knowledge, part.name), part.nameSpan)
      : undefined;
  return part.kind === 'empty' ? explanationOf(describeWord(knowledge, 'EMPTY'), part.span) : undefined;
}

const explanationOf = (markdown: string | undefined, span: Span): Explanation | undefined =>
  markdown === undefined ? undefined : { markdown, span };

function explainField(field: Field, knowledge: JqlKnowledge): string {
  const known = knowledge.catalogue.field(nameOf(field));
  if (known !== undefined) return describeField(knowledge, known, field.name);
  return paragraphs(
    word('field.head', { name: escaped(field.name), type: knowledge.texts.type('CUSTOM') ?? '' }),
    word('field.unknown'),
  );
}

function explainCall(call: FunctionCall, knowledge: JqlKnowledge, clock: Clock): Explanation {
  const known = knowledge.catalogue.function(call.name.text);
  const markdown =
    known === undefined
      ? word('function.head', {
          signature: escaped(`${call.name.text}()`),
          returns: word('function.unknown'),
        })
      : describeFunction(knowledge, known, dateHere(call, known.name, clock));
  return { markdown, span: call.span };
}

/** A date where one is due, an issue by its key; any other value is one of its field. */
function explainValue(
  value: Value,
  path: readonly SyntaxPart[],
  knowledge: JqlKnowledge,
  clock: Clock,
): Explanation | undefined {
  const term = path.findLast(part => part.kind === 'term');
  const call = path.findLast(part => part.kind === 'function');
  if (term?.kind !== 'term' || term.field.kind === 'missing') return undefined;
  if (call?.kind === 'function') {
    if (value.span.start === call.name.span.start) return undefined;
    const known = knowledge.catalogue.function(call.name.text);
    const index = call.arguments.findIndex(({ span }) => span.start === value.span.start);
    const argument = known?.arguments?.[index] ?? known?.arguments?.at(-1);
    const text = known && argument && knowledge.texts.argument(known.name, argument.name);
    return text === undefined
      ? undefined
      : {
          markdown: word('function.argument', { name: code(argument!.name), text }).replace(/^- /, ''),
          span: value.span,
        };
  }
  const predicate = path.findLast(part => part.kind === 'predicate');
  const known = knowledge.catalogue.field(nameOf(term.field));
  const isMoment =
    predicate?.kind === 'predicate'
      ? /^(?:after|before|on|during)$/.test(predicate.name)
      : known?.type === 'DATE' || known?.type === 'DATETIME';
  const date = isMoment ? describeDate(value, clock) : undefined;
  if (date !== undefined) return { markdown: date, span: value.span };
  if (namesIssue(value, term, knowledge)) {
    const key = escaped(canonicalIssueKey(value.text));
    return { markdown: word('issue.head', { key }), span: value.span };
  }
  const markdown = paragraphs(
    word('value.head', { value: escaped(value.text), field: code(known?.name ?? term.field.name) }),
    known && known.form === undefined ? knowledge.texts.field(known.name)?.summary : undefined,
  );
  return { markdown, span: value.span };
}

/** AND, NOT, ORDER BY, DESC and other keywords, also written as signs. */
function explainKeyword(
  text: string,
  query: JqlQuery,
  offset: number,
  knowledge: JqlKnowledge,
): Explanation | undefined {
  const { orderBy } = query;
  if (orderBy !== undefined && touches(orderBy.keywords, offset))
    return explanationOf(describeWord(knowledge, 'ORDER BY'), orderBy.keywords);
  for (const { span } of tokenize(query.body)) {
    if (!touches(span, offset)) continue;
    const written = text.slice(span.start, span.end);
    const markdown = describeWord(knowledge, knowledge.catalogue.signs.get(written) ?? written);
    if (markdown !== undefined) return { markdown, span };
  }
  return undefined;
}
