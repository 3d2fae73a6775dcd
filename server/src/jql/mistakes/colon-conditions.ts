import { operatorsOf } from '../catalogue/catalogue.ts';
import type { OperatorName } from '../syntax/operators.ts';
import { quoteIfNeeded } from '../syntax/quotes.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import { otherFieldName } from './foreign-words.ts';
import type { WordRange, WordStream } from './word-stream.ts';

/** A field and a colon, in one word or in two. */
interface Named extends WordRange {
  /** As JQL has it; with NOT where no operator of it does. */
  readonly field: string;
  /** What follows the colon without a blank; empty = nothing. */
  readonly rest: string;
  /** The operator for one value and for a list; `undefined` = it has none. */
  readonly single: OperatorName | undefined;
  readonly list: OperatorName | undefined;
}

/**
 * `status: Open`, `project:LAMP` and `-label:later`, as search engines have it: a known field and a colon in place of an
 * operator. Returns the number of the word after the value; `undefined` where it is something else.
 */
export function findColonCondition(sentence: WordStream, at: number): number | undefined {
  const named = namedAt(sentence, at);
  if (named === undefined || sentence.isOperator(named.to) || !sentence.isLiteral(named)) return undefined;
  const { field, rest, to: end } = named;
  const isList = rest === '' && sentence.kind(end) === TokenKind.Open;
  const operator = isList ? named.list : named.single;
  const to = rest === '' ? valueEnd(sentence, end) : wordEnd(sentence, end);
  if (operator === undefined || to === undefined) return undefined;
  const isGlued = rest === '' && sentence.isAdjacent(end);
  const isCall = rest !== '' && to > end;
  const value = isCall ? rest : quoteIfNeeded(rest);
  const written = rest === '' ? `${field} ${operator}` : `${field} ${operator} ${value}`;
  const shown = isCall ? written + sentence.text({ from: end, to }) : written;
  const joined = followsValue(sentence, at) ? `AND ${written}` : written;
  sentence.mistakes.push({
    code: 'colon',
    span: sentence.span(named),
    arguments: { to: shown },
    covers: sentence.spanToNext({ from: at, to }),
    fixes: [
      {
        kind: 'operator',
        title: 'fix.colon',
        arguments: { to: shown },
        edits: [sentence.replace(named, isGlued ? `${joined} ` : joined)],
        preferred: true,
      },
    ],
  });
  return to;
}

/** True directly after the value of another condition: search engines need no word between two. */
const followsValue = (sentence: WordStream, at: number): boolean =>
  at > 0 &&
  (sentence.isWord(at - 1) ||
    sentence.kind(at - 1) === TokenKind.Quoted ||
    sentence.kind(at - 1) === TokenKind.Close);

/** True for a word that is a known field and a colon, with what follows it. */
export const beginsWithColon = (sentence: WordStream, at: number): boolean =>
  namedAt(sentence, at) !== undefined;

function namedAt(sentence: WordStream, at: number): Named | undefined {
  if (sentence.kind(at) !== TokenKind.Word) return undefined;
  const { catalogue } = sentence;
  const isApart = sentence.wordText(at + 1).startsWith(':') && !sentence.wordText(at).includes(':');
  const to = isApart ? at + 2 : at + 1;
  const text = sentence.wordText(at) + (isApart ? sentence.wordText(at + 1) : '');
  const [, minus, name, rest] = /^(-?)(\p{L}[\w-]*):(?!\/\/)(.*)$/su.exec(text) ?? [];
  if (name === undefined || rest === undefined || catalogue.field(text) !== undefined) return undefined;
  const field = otherFieldName(name) ?? name;
  const entry = catalogue.field(field);
  if (entry === undefined) return undefined;
  const operators = operatorsOf(entry, undefined);
  const first = (...wanted: readonly OperatorName[]) => wanted.find(each => operators.has(each));
  const [single, list] = [first('=', '~'), first('in')];
  if (minus === '') return { from: at, to, field, rest, single, list };
  // Not every field that is searched for words takes the opposite.
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

/** After the value that a blank separates from the colon; `undefined` = no value. */
function valueEnd(sentence: WordStream, from: number): number | undefined {
  if (sentence.kind(from) === TokenKind.Open) return sentence.groupEnd(from);
  if (beginsWithColon(sentence, from)) return undefined;
  const { to } = sentence.value(from);
  return to > from ? to : undefined;
}

/** After the word whose end is the value, or the arguments of a function; `undefined` where the condition goes on. */
function wordEnd(sentence: WordStream, end: number): number | undefined {
  const isCall = sentence.kind(end) === TokenKind.Open && sentence.isAdjacent(end);
  const to = isCall ? sentence.groupEnd(end) : end;
  const isOver = !sentence.isWord(to) || beginsWithColon(sentence, to);
  return isOver ? to : undefined;
}
