/** Finds conditions in the notation of search engines: `status: Open`. */
import { operatorsOf } from '../catalogue/catalogue.ts';
import type { OperatorName } from '../syntax/operators.ts';
import { quoteIfNeeded } from '../syntax/quotes.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import { otherFieldName } from './foreign-words.ts';
import type { WordRange, WordStream } from './word-stream.ts';

/** A field and a colon, in one word or in two. */
interface Named extends WordRange {
  /** The name in JQL; with NOT where the field has no negative operator. */
  readonly field: string;
  /** The text directly after the colon; empty = none. */
  readonly rest: string;
  /** The operators for one value and for a list; `undefined` = the field has none. */
  readonly single: OperatorName | undefined;
  readonly list: OperatorName | undefined;
}

/**
 * Reports `status: Open`, `project:LAMP` and `-label:later`, the notation of search engines: a known field and a
 * colon in place of an operator. Returns the index after the value; `undefined` = something else.
 */
export function findColonCondition(stream: WordStream, at: number): number | undefined {
  const namedField = namedAt(stream, at);
  if (namedField === undefined || stream.isOperator(namedField.to) || !stream.isLiteral(namedField))
    return undefined;
  const { field, rest, to: end } = namedField;
  const isList = rest === '' && stream.kind(end) === TokenKind.Open;
  const operator = isList ? namedField.list : namedField.single;
  const to = rest === '' ? valueEnd(stream, end) : wordEnd(stream, end);
  if (operator === undefined || to === undefined) return undefined;
  const isGlued = rest === '' && stream.isAdjacent(end);
  const isCall = rest !== '' && to > end;
  const isEmpty = /^(?:empty|null)$/i.test(rest) && (operator === '=' || operator === '!=');
  const value = isCall || isEmpty ? rest : quoteIfNeeded(rest);
  const condition = rest === '' ? `${field} ${operator}` : `${field} ${operator} ${value}`;
  const shown = isCall ? condition + stream.text({ from: end, to }) : condition;
  const joined = followsValue(stream, at) ? `AND ${condition}` : condition;
  stream.mistakes.push({
    code: 'colon',
    span: stream.span(namedField),
    arguments: { to: shown },
    covers: stream.spanToNext({ from: at, to }),
    fixes: [
      {
        kind: 'operator',
        title: 'fix.colon',
        arguments: { to: shown },
        edits: [stream.replace(namedField, isGlued ? `${joined} ` : joined)],
        preferred: true,
      },
    ],
  });
  return to;
}

/** True directly after the value of another condition: search engines need no connective. */
const followsValue = (stream: WordStream, at: number): boolean =>
  at > 0 &&
  (stream.isWord(at - 1) ||
    stream.kind(at - 1) === TokenKind.Quoted ||
    stream.kind(at - 1) === TokenKind.Close);

/** True for a word that is a known field and a colon, with what follows it. */
export const beginsWithColon = (stream: WordStream, at: number): boolean => namedAt(stream, at) !== undefined;

function namedAt(stream: WordStream, at: number): Named | undefined {
  if (stream.kind(at) !== TokenKind.Word) return undefined;
  const { catalogue } = stream;
  const isApart = stream.wordText(at + 1).startsWith(':') && !stream.wordText(at).includes(':');
  const to = isApart ? at + 2 : at + 1;
  const text = stream.wordText(at) + (isApart ? stream.wordText(at + 1) : '');
  const [, minus, name, rest] = /^(-?)(\p{L}[\w-]*):(?!\/\/)(.*)$/su.exec(text) ?? [];
  if (name === undefined || rest === undefined || catalogue.field(text) !== undefined) return undefined;
  const field = otherFieldName(name) ?? name;
  const entry = catalogue.field(field);
  if (entry === undefined) return undefined;
  const operators = operatorsOf(entry, undefined);
  const first = (...wanted: readonly OperatorName[]) => wanted.find(candidate => operators.has(candidate));
  const [single, list] = [first('=', '~'), first('in')];
  if (minus === '') return { from: at, to, field, rest, single, list };
  // Not every field with a text search takes its negation.
  const other = first('!=', '!~');
  return {
    from: at,
    to,
    field: other === undefined ? `NOT ${field}` : field,
    rest,
    single: other ?? single,
    list: other && first('not in'),
  };
}

/** Returns the index after the value that a blank separates from the colon; `undefined` = there is no value. */
function valueEnd(stream: WordStream, from: number): number | undefined {
  if (stream.kind(from) === TokenKind.Open) return stream.groupEnd(from);
  if (beginsWithColon(stream, from)) return undefined;
  const { to } = stream.value(from);
  return to > from ? to : undefined;
}

/**
 * Returns the index after the word that contains the value, or after the arguments of a function; `undefined` where
 * the condition continues.
 */
function wordEnd(stream: WordStream, end: number): number | undefined {
  const isCall = stream.kind(end) === TokenKind.Open && stream.isAdjacent(end);
  const to = isCall ? stream.groupEnd(end) : end;
  const isOver = !stream.isWord(to) || beginsWithColon(stream, to);
  return isOver ? to : undefined;
}
