import { operatorsOf } from '../catalogue/catalogue.ts';
import type { OperatorName } from '../syntax/nodes.ts';
import { quoteIfNeeded } from '../syntax/quotes.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import { otherFieldName } from './foreign.ts';
import type { Sentence } from './sentence.ts';

/** A word that begins with a field and a colon. */
interface Named {
  /** As JQL has it. */
  readonly field: string;
  /** What follows the colon in the same word; empty = nothing. */
  readonly rest: string;
  /** The operator for one value and for a list; `undefined` = it has none. */
  readonly single: OperatorName | undefined;
  readonly list: OperatorName | undefined;
}

/**
 * `status: Open` and `project:LAMP`, as search engines have it: a known field and a colon in place of an operator. Returns
 * the number of the word after the value; `undefined` where it is something else.
 */
export function findColon(sentence: Sentence, at: number): number | undefined {
  const run = { from: at, to: at + 1 };
  const named = namedAt(sentence, at);
  if (named === undefined || sentence.isOperator(at + 1) || !sentence.isLiteral(run)) return undefined;
  const { field, rest } = named;
  const isList = rest === '' && sentence.kind(at + 1) === TokenKind.Open;
  const operator = isList ? named.list : named.single;
  const to = rest === '' ? valueEnd(sentence, at + 1) : behindWord(sentence, at);
  if (operator === undefined || to === undefined) return undefined;
  const isGlued = rest === '' && sentence.isGlued(at + 1);
  const isCall = rest !== '' && to > at + 1;
  const value = isCall ? rest : quoteIfNeeded(rest);
  const written = rest === '' ? `${field} ${operator}` : `${field} ${operator} ${value}`;
  const shown = isCall ? written + sentence.text({ from: at + 1, to }) : written;
  sentence.mistakes.push({
    code: 'colon',
    span: sentence.span(run),
    arguments: { to: shown },
    covers: sentence.reach({ from: at, to }),
    fixes: [
      {
        kind: 'operator',
        title: 'fix.colon',
        arguments: { to: shown },
        edits: [sentence.replace(run, isGlued ? `${written} ` : written)],
        preferred: true,
      },
    ],
  });
  return to;
}

/** True for a word that is a known field and a colon, with what follows it. */
export const beginsWithColon = (sentence: Sentence, at: number): boolean =>
  namedAt(sentence, at) !== undefined;

function namedAt(sentence: Sentence, at: number): Named | undefined {
  if (sentence.kind(at) !== TokenKind.Word) return undefined;
  const { catalogue } = sentence;
  const text = sentence.wordText(at);
  const [, name, rest] = /^(\p{L}[\w-]*):(?!\/\/)(.*)$/su.exec(text) ?? [];
  if (name === undefined || rest === undefined || catalogue.field(text) !== undefined) return undefined;
  const field = otherFieldName(name) ?? name;
  const entry = catalogue.field(field);
  if (entry === undefined) return undefined;
  const operators = operatorsOf(entry, undefined);
  const first = (...wanted: readonly OperatorName[]) => wanted.find(each => operators.includes(each));
  return { field, rest, single: first('=', '~'), list: first('in') };
}

/** After the value that a blank separates from the colon; `undefined` = no value. */
function valueEnd(sentence: Sentence, from: number): number | undefined {
  if (sentence.kind(from) === TokenKind.Open) return sentence.behindGroup(from);
  if (beginsWithColon(sentence, from)) return undefined;
  const { to } = sentence.value(from);
  return to > from ? to : undefined;
}

/** After the word whose end is the value, or the arguments of a function; `undefined` where the condition goes on. */
function behindWord(sentence: Sentence, at: number): number | undefined {
  const isCall = sentence.kind(at + 1) === TokenKind.Open && sentence.isGlued(at + 1);
  const to = isCall ? sentence.behindGroup(at + 1) : at + 1;
  const isOver = !sentence.isWord(to) || beginsWithColon(sentence, to);
  return isOver ? to : undefined;
}
