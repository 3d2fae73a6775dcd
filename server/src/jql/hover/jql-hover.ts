/** Hovers in queries, and the documentation of completions. */
import { canonicalIssueKey } from '#shared/base/issue-key.ts';
import { type Clock, localDateInWords, localTime, relativeInWords } from '#shared/base/text/date-format.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { code, codeBlock, escaped } from '#shared/base/text/markdown.ts';
import type { Explanation, QueryView, QueryContext } from '../../query-file/language/language-service.ts';
import { type Span, touches } from '#shared/base/text/span.ts';
import { documentPreamble, explainPreamble } from '../../query-file/preamble-hover.ts';
import { wholeQuery } from '../completion/complete-jql.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { FunctionCall, Value } from '../syntax/tree/operands.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { tokenize } from '../syntax/tokenize.ts';
import { type SyntaxPart, partsAt } from '../syntax/walk.ts';
import { isTextSearch } from '../syntax/operators.ts';
import { namesIssue } from '../issue-links.ts';
import { type FieldEntry, nameOf } from '../catalogue/catalogue.ts';
import {
  describeField,
  describeFunction,
  describeOperator,
  describeSearch,
  describeWord,
  paragraphs,
  say,
} from './entry-hover.ts';
import { momentOfCall, momentOfValue } from '../dates/moments.ts';

/**
 * Returns the hover at an offset of a query, with the smallest span that it describes: a variable, a directive, a
 * field, an operator, a function, a date, an issue key or a keyword. `undefined` = there is nothing to describe.
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
  const entry = knowledge.catalogue.field(nameOf(field));
  if (entry !== undefined) return describeField(knowledge, entry, field.name);
  return paragraphs(
    say('field.head', { name: escaped(field.name), type: knowledge.texts.type('CUSTOM') ?? '' }),
    say('field.unknown'),
  );
}

function explainCall(call: FunctionCall, knowledge: JqlKnowledge, clock: Clock): Explanation {
  const calledFunction = knowledge.catalogue.function(call.name.text);
  const markdown =
    calledFunction === undefined
      ? say('function.head', {
          signature: escaped(`${call.name.text}()`),
          returns: say('function.unknown'),
        })
      : describeFunction(knowledge, calledFunction, describeCallDate(call, calledFunction.name, clock));
  return { markdown, span: call.span };
}

/** Returns the hover of a value: a date where the field takes one, an issue by its key, else a value of its field. */
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
    const calledFunction = knowledge.catalogue.function(call.name.text);
    const index = call.arguments.findIndex(({ span }) => span.start === value.span.start);
    const argument = calledFunction?.arguments?.[index] ?? calledFunction?.arguments?.at(-1);
    const text = calledFunction && argument && knowledge.texts.argument(calledFunction.name, argument.name);
    return text === undefined
      ? undefined
      : {
          markdown: say('function.argument', { name: code(argument!.name), text }).replace(/^- /, ''),
          span: value.span,
        };
  }
  const predicate = path.findLast(part => part.kind === 'predicate');
  const entry = knowledge.catalogue.field(nameOf(term.field));
  const isMoment =
    predicate?.kind === 'predicate'
      ? /^(?:after|before|on|during)$/.test(predicate.name)
      : entry?.type === 'DATE' || entry?.type === 'DATETIME';
  const date = isMoment ? describeDate(value, clock) : undefined;
  if (date !== undefined) return { markdown: date, span: value.span };
  if (namesIssue(value, term, knowledge)) {
    const key = escaped(canonicalIssueKey(value.text));
    return { markdown: say('issue.head', { key }), span: value.span };
  }
  const markdown = paragraphs(
    searchSentence(value, term.operator, entry, knowledge),
    say('value.head', { value: escaped(value.text), field: code(entry?.name ?? term.field.name) }),
    entry && entry.form === undefined ? knowledge.texts.field(entry.name)?.summary : undefined,
  );
  return { markdown, span: value.span };
}

/** Returns a sentence about the texts that a text search finds; undefined = the condition is not a text search. */
function searchSentence(
  value: Value,
  operator: TermClause['operator'],
  entry: FieldEntry | undefined,
  knowledge: JqlKnowledge,
): string | undefined {
  if (operator.kind === 'missing' || !isTextSearch(operator.name) || entry?.textSearch === false)
    return undefined;
  return describeSearch(knowledge, value.text, operator.name === '!~');
}

/** Returns the hover of a keyword such as AND, NOT, ORDER BY or DESC, also written as a sign. */
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
    const partText = text.slice(span.start, span.end);
    const markdown = describeWord(knowledge, knowledge.catalogue.signs.get(partText) ?? partText);
    if (markdown !== undefined) return { markdown, span };
  }
  return undefined;
}

/** Describes a date in words; undefined = the value is not a date. */
function describeDate(value: Value, clock: Clock): string | undefined {
  const now = localTime(clock.now, clock);
  const moment = momentOfValue(value, now);
  if (moment === undefined) return undefined;
  const { time, kind } = moment;
  if (kind === 'number') {
    const date = localDateInWords(localTime(time, clock), clock);
    return paragraphs(say('value.number', { value: value.text, date }));
  }
  return paragraphs(
    say('date.head', { date: localDateInWords(time, clock) }),
    say('date.relative', { relative: relativeInWords(time, now) }),
    clock.timeZone === undefined && say('date.zone'),
  );
}

/** Returns the date that a date function results in; undefined = it cannot be computed here. */
function describeCallDate(call: FunctionCall, name: string, clock: Clock): string | undefined {
  const now = localTime(clock.now, clock);
  const time = momentOfCall(call, name, now)?.time;
  return time === undefined
    ? undefined
    : paragraphs(
        say('function.here', {
          date: localDateInWords(time, clock),
          relative: relativeInWords(time, now),
        }),
        name.endsWith('OfWeek') && say('function.week'),
      );
}

/** Returns the documentation of a completion by its `subject`, in Markdown; `undefined` = it has none. */
export function documentJql(
  subject: Readonly<Record<string, string>>,
  knowledge: JqlKnowledge,
): string | undefined {
  const { kind = '', name = '' } = subject;
  switch (kind) {
    case 'field': {
      const field = knowledge.catalogue.field(name);
      return field && describeField(knowledge, field, field.name);
    }
    case 'function': {
      const jqlFunction = knowledge.catalogue.function(name);
      return jqlFunction && describeFunction(knowledge, jqlFunction);
    }
    case 'operator':
      return describeOperator(knowledge, name);
    case 'keyword':
    case 'predicate':
      return (
        describeWord(knowledge, name) ?? describeOperator(knowledge, name.replace(/ (?:NOT )?EMPTY$/, ''))
      );
    case 'snippet': {
      const lines = wholeQuery(subject['title'] ?? '');
      return lines && codeBlock(withoutPlaceholders(lines), 'jql');
    }
    default:
      return documentPreamble(subject);
  }
}
