/** Finds the places in a query that a tracker's messages are about. */
import { lazy } from '#shared/base/lazy.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import table from '../../catalogue/jql/error-messages.json' with { type: 'json' };
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import { matcherOf, positionIn, quotedIn } from './message-pattern.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { type JqlToken, tokensOf } from './syntax/tokenize.ts';
import { isTrivia } from './syntax/token-kinds.ts';
import { shorten } from '#shared/base/shorten.ts';
import type { Field } from './syntax/tree/fields.ts';
import type { Missing } from './syntax/tree/node.ts';
import type { Operand } from './syntax/tree/operands.ts';
import { termsOf } from './syntax/walk.ts';

/** An error or a warning as the tracker sent it: plain text. */
export interface TrackerMessage {
  readonly text: string;
}

/** A message of the tracker about a query, at the place that caused it. */
export interface SiteProblem extends Problem {
  readonly source: 'tracker';
}

const maxTextLength = 500;
/** The most places of a query at which one message is shown. */
const maxPlaces = 100;
const match = lazy(() => matcherOf(table.patterns));

/**
 * Returns a tracker's messages as problems with their places in the query: by the line and character that a message
 * reports of the sent text, else by the names in it.
 *
 * @param query the query in its block
 * @param sent the query that was sent to the tracker
 */
export function placeMessages(
  query: JqlQuery,
  sent: MappedText,
  errors: readonly TrackerMessage[],
  warnings: readonly TrackerMessage[],
): readonly SiteProblem[] {
  const sentQuery = new SentQuery(namedPartsOf(query), sent);
  const problemsOf = (messages: readonly TrackerMessage[], severity: Severity) =>
    messages.flatMap(({ text }) => {
      const { code, spans } = placeMessage(text, sentQuery);
      const shownText = displayText(text);
      return spans.map((span): SiteProblem => ({
        source: 'tracker',
        code,
        severity,
        span,
        message: 'tracker-says',
        arguments: { text: shownText },
      }));
    });
  return [...problemsOf(errors, 'error'), ...problemsOf(warnings, 'warning')];
}

/**
 * Returns a message on one line, without control characters, without the position that its place shows, and
 * shortened.
 */
function displayText(text: string): string {
  const { start } = positionIn(text) ?? { start: text.length };
  const prefix =
    table.prefixes.find(candidate => equalsIgnoringCase(text.slice(0, candidate.length), candidate)) ?? '';
  return shorten(visibleLine(text.slice(prefix.length, start)).trim(), maxTextLength);
}

/** A query and its sent text, for finding the places of many messages. */
class SentQuery {
  readonly sent: MappedText;
  /** The named parts by their texts in lower case. */
  readonly #parts: () => ReadonlyMap<string, readonly NamedPart[]>;
  readonly #tokens: () => readonly JqlToken[];
  readonly #named = new Map<string, readonly Span[]>();

  constructor(parts: readonly NamedPart[], sent: MappedText) {
    this.sent = sent;
    this.#parts = lazy(() => Map.groupBy(parts, ({ text }) => text.toLowerCase()));
    this.#tokens = lazy(() => tokensOf(sent.text).filter(({ kind }) => !isTrivia(kind)));
  }

  /** Returns the parts with a text, in any case. */
  parts(text: string): readonly NamedPart[] {
    return this.#parts().get(text.toLowerCase()) ?? [];
  }

  /**
   * Returns the spans of the parts with names, by their roles. They are cached: many messages name the same parts.
   */
  named(names: ReadonlyMap<string, string>): readonly Span[] {
    const key = JSON.stringify([...names]);
    const spans = this.#named.get(key) ?? spansOfNames(this, names).slice(0, maxPlaces);
    this.#named.set(key, spans);
    return spans;
  }

  /** Returns the last token that begins at an offset of the sent text or before it. */
  tokenAt(at: number): Pick<JqlToken, 'start' | 'end'> {
    return this.#tokens().findLast(({ start }) => start <= at) ?? { start: 0, end: this.sent.text.length };
  }
}

function placeMessage(text: string, sentQuery: SentQuery): { code: string; spans: readonly Span[] } {
  const { sent } = sentQuery;
  const { code, names } = parseMessage(text);
  const position = positionIn(text);
  const at = position && offsetOf(sent.text, position.line, position.character);
  const [name = ''] = names.values();
  if (at !== undefined) return { code, spans: [spanAt(sentQuery, at, name)] };
  if (table.ends.some(end => text.includes(end)))
    return { code, spans: [spanAt(sentQuery, sent.text.length, '')] };
  const spans = sentQuery.named(new Map([...names].filter(([role]) => role !== 'written')));
  return { code, spans: spans.length > 0 ? spans : [quotedSpan(sentQuery, text) ?? sent.span] };
}

interface Form {
  readonly code: string;
  /** The names in the message, by their roles in the query; `written` = any text of the query. */
  readonly names: ReadonlyMap<string, string>;
}

function parseMessage(text: string): Form {
  const { code, held } = match()(text) ?? { code: 'tracker', held: new Map<string, string>() };
  // Messages name a function with its arguments.
  const [called] = held.get('function')?.split('(', 1) ?? [];
  return { code, names: called === undefined ? held : new Map([...held, ['function', called]]) };
}

/** Returns the offset of a line and a character, both from 1; `undefined` = the text has no such place. */
function offsetOf(text: string, line: number, character: number): number | undefined {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  const at = start + character - 1;
  return character > 0 && at <= text.length ? at : undefined;
}

/** Returns the span of the named text at an offset; else of the token there; after the last token, of that one. */
function spanAt(sentQuery: SentQuery, at: number, name: string): Span {
  const { sent } = sentQuery;
  const { text } = sent;
  if (name !== '' && equalsIgnoringCase(text.slice(at, at + name.length), name))
    return sent.sourceOf(at, at + name.length);
  const token = sentQuery.tokenAt(at);
  return sent.sourceOf(token.start, token.end);
}

/** Returns the spans of the parts that a message concerns: those of the named field, if there are any. */
function spansOfNames(sentQuery: SentQuery, names: ReadonlyMap<string, string>): readonly Span[] {
  const field = names.get('field');
  const [role = 'field', text = ''] = [...names].find(([each]) => each !== 'field') ?? [...names][0] ?? [];
  if (names.size === 0) return [];
  const ofText = sentQuery.parts(text).filter(part => part.role === role || isFieldOf(part, role));
  const ofField = ofText.filter(part => field === undefined || equalsIgnoringCase(part.field, field));
  const fields = sentQuery.parts(field ?? '').filter(part => part.role === 'field');
  const best = [ofField, ofText, fields].find(candidate => candidate.length > 0) ?? [];
  return best.map(({ span }) => span);
}

/** True for a sort key, where a message names a field: an unknown field is unknown everywhere. */
const isFieldOf = (part: NamedPart, role: string): boolean => role === 'field' && part.role === 'sort';

/** Returns the span of the first part that a message quotes; undefined = none. */
function quotedSpan(sentQuery: SentQuery, text: string): Span | undefined {
  return quotedIn(text)
    .map(word => sentQuery.parts(word)[0]?.span)
    .find(span => span !== undefined);
}

const equalsIgnoringCase = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

type PartRole = 'field' | 'operator' | 'value' | 'function' | 'sort';

/** A part of a query that a message can name. */
interface NamedPart {
  readonly role: PartRole;
  /** The text as the tracker reads it; an operator is in lower case. */
  readonly text: string;
  readonly span: Span;
  /** The field of its term. */
  readonly field: string;
}

/** Returns every part of a query that has a name, in the order of the text. */
function namedPartsOf(query: JqlQuery): NamedPart[] {
  const parts: NamedPart[] = [];
  const addField = (role: 'field' | 'sort', node: Field | Missing): string => {
    if (node.kind === 'missing') return '';
    parts.push({ role, text: node.name, span: node.span, field: node.name });
    return node.name;
  };
  const addOperand = (node: Operand, field: string): void => {
    if (node.kind === 'value') parts.push({ role: 'value', text: node.text, span: node.span, field });
    else if (node.kind === 'list') for (const item of node.items) addOperand(item, field);
    else if (node.kind === 'function') {
      parts.push({ role: 'function', text: node.name.text, span: node.name.span, field });
      for (const argument of node.arguments) addOperand(argument, field);
    }
  };
  for (const { term } of termsOf(query)) {
    const field = addField('field', term.field);
    const { operator, operand, predicates } = term;
    if (operator.kind === 'operator')
      parts.push({ role: 'operator', text: operator.name, span: operator.span, field });
    if (operand) addOperand(operand, field);
    for (const predicate of predicates) addOperand(predicate.operand, field);
  }
  for (const sort of query.orderBy?.sorts ?? []) addField('sort', sort.field);
  return parts;
}
