/** Finds field names without quotes, and `isn't` in place of an operator. */
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import { isReservedWord, TokenKind } from '../syntax/token-kinds.ts';
import { quoted, quoteFieldIfNeeded } from '../syntax/quotes.ts';
import type { WordRange, WordStream } from './word-stream.ts';
import { hasMisreadWord, isPhrase } from './value-mistakes.ts';

/** Reports a field's name of several words, or with an apostrophe, without quotes before an operator. */
export function findUnquotedName(stream: WordStream, range: WordRange): void {
  const count = range.to - range.from;
  if (stream.kind(range.to - 1) === TokenKind.CloseBracket || !stream.isLiteral(range)) return;
  const name = stream.text(range).replaceAll(/\s+/g, ' ');
  if (count === 1 && !hasMisreadWord(stream, range)) return;
  // `status := Open`
  if (!/[\p{L}\p{N}]/u.test(stream.wordText(range.to - 1))) return;
  const field = knownName(stream, name);
  if (field === undefined && isDoubtful(stream, range)) return;
  const to = field === undefined ? quoted(name) : quoteFieldIfNeeded(field);
  stream.mistakes.push({
    code: 'unquoted-name',
    span: stream.span(range),
    ...(field !== undefined && !to.startsWith('"') && { message: 'unquoted-name.known' }),
    arguments: { name, to },
    covers: stream.spanToNext(range),
    fixes: [
      {
        kind: 'rename',
        title: 'fix.asName',
        arguments: { to },
        edits: [stream.replace(range, to)],
        ...((field !== undefined || (isName(name) && isPhrase(name) && !isField(stream, range.to - 1))) && {
          preferred: true,
        }),
      },
    ],
  });
}

/** True for words that may be a name; lists, labels and the words before a query in other languages are none. */
const isName = (text: string): boolean => /^\p{L}[^:%]*$/u.test(text) && !/^(?:top|from) /i.test(text);

/** Leaves out the sign of a list before a name too: `• project`, `1. project`. */
const normalizedName = (name: string): string =>
  name
    .replace(/^(?:[*•·‣▪●◦–—]|\d+[.)]) /, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+|\/s\b|\(s\)/g, '');

/** Returns the name of the intended field, ignoring blanks; undefined = none. */
const knownName = ({ catalogue }: WordStream, name: string): string | undefined =>
  namesOf(catalogue).get(normalizedName(name)) ?? catalogue.field(name)?.name;

const cache = new WeakMap<JqlCatalogue, ReadonlyMap<string, string>>();

/** Returns the name to write for each normalized name and alias of a field; the first field with a name is used. */
function namesOf(catalogue: JqlCatalogue): ReadonlyMap<string, string> {
  const names = cache.get(catalogue) ?? namesIn(catalogue);
  cache.set(catalogue, names);
  return names;
}

function namesIn({ fields }: JqlCatalogue): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, aliases, form } of fields) {
    if (form !== undefined) continue;
    for (const spelling of [name, ...aliases]) {
      const key = normalizedName(spelling);
      if (!names.has(key)) names.set(key, key.startsWith(normalizedName(name)) ? name : spelling);
    }
  }
  return names;
}

const isField = (stream: WordStream, at: number): boolean =>
  stream.catalogue.field(stream.wordText(at)) !== undefined;

/** True where the words are probably not a name: `where project`, `status has`. */
function isDoubtful(stream: WordStream, { from, to }: WordRange): boolean {
  const isSign = /^[=!<>~]/.test(stream.wordText(to));
  return isReservedWord(stream.wordText(from)) || (isField(stream, from) && !isSign);
}

/** Reports `isn't` and `wasn't` before a value; returns the index after the word; `undefined` = none. */
export function findShortForm(stream: WordStream, { from, to }: WordRange): number | undefined {
  for (let at = from + 1; at < to; at++) {
    const range = { from: at, to: at + 1 };
    const form = /^(is|was)n't$/i.exec(stream.text(range));
    if (!form || !stream.isLiteral(range)) continue;
    const shortForm = shortFormOf(stream, form[1]!, { from, to: at }, at + 1);
    stream.mistakes.push({
      code: 'short-form',
      span: stream.span(range),
      arguments: { found: form[0], to: shortForm },
      covers: stream.spanToNext({ from, to: stream.words.length - 1 }),
      fixes: [
        {
          kind: 'operator',
          title: 'fix.operator',
          arguments: { to: shortForm },
          edits: [stream.replace(range, shortForm)],
          preferred: true,
        },
      ],
    });
    return at + 1;
  }
  return undefined;
}

/** Returns `is not` before EMPTY, else the operator for the value that follows. */
function shortFormOf(stream: WordStream, word: string, name: WordRange, next: number): string {
  const kind = stream.kind(next);
  if (word.toLowerCase() === 'was' || kind === TokenKind.Empty) return `${word} not`;
  if (kind === TokenKind.In) return 'not';
  const field = stream.catalogue.field(stream.text(name));
  return field?.operators.has('!=') === false && field.textSearch ? '!~' : '!=';
}
