import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import { isReservedWord, TokenKind } from '../syntax/token-kinds.ts';
import { quoted, quoteFieldIfNeeded } from '../syntax/quotes.ts';
import type { WordRange, WordStream } from './word-stream.ts';
import { hasMisreadWord } from './value-mistakes.ts';

/** A field's name of several words, or with an apostrophe, that is written without quotes before an operator. */
export function findUnquotedName(sentence: WordStream, run: WordRange): void {
  const count = run.to - run.from;
  if (sentence.kind(run.to - 1) === TokenKind.CloseBracket || !sentence.isLiteral(run)) return;
  const name = sentence.text(run).replaceAll(/\s+/g, ' ');
  if (count === 1 && !hasMisreadWord(sentence, run)) return;
  // `status := Open`
  if (!/[\p{L}\p{N}]/u.test(sentence.wordText(run.to - 1))) return;
  const field = knownName(sentence, name);
  if (field === undefined && isDoubtful(sentence, run)) return;
  const to = field === undefined ? quoted(name) : quoteFieldIfNeeded(field);
  sentence.mistakes.push({
    code: 'unquoted-name',
    span: sentence.span(run),
    ...(field !== undefined && !to.startsWith('"') && { message: 'unquoted-name.known' }),
    arguments: { name, to },
    covers: sentence.spanToNext(run),
    fixes: [
      {
        kind: 'rename',
        title: 'fix.asName',
        arguments: { to },
        edits: [sentence.replace(run, to)],
        ...((field !== undefined || !isField(sentence, run.to - 1)) && { preferred: true }),
      },
    ],
  });
}

const normalizedName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+|\/s\b|\(s\)/g, '');

/** The name of the field that is meant, with blanks or without: the one that what is written begins with. */
const knownName = ({ catalogue }: WordStream, name: string): string | undefined =>
  namesOf(catalogue).get(normalizedName(name)) ?? catalogue.field(name)?.name;

const cache = new WeakMap<JqlCatalogue, ReadonlyMap<string, string>>();

/** The name to write for each name and alias of a field, as they are compared; the first field that has it counts. */
function namesOf(catalogue: JqlCatalogue): ReadonlyMap<string, string> {
  const names = cache.get(catalogue) ?? namesIn(catalogue);
  cache.set(catalogue, names);
  return names;
}

function namesIn({ fields }: JqlCatalogue): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, aliases, form } of fields) {
    if (form !== undefined) continue;
    for (const each of [name, ...aliases]) {
      const key = normalizedName(each);
      if (!names.has(key)) names.set(key, key.startsWith(normalizedName(name)) ? name : each);
    }
  }
  return names;
}

const isField = (sentence: WordStream, at: number): boolean =>
  sentence.catalogue.field(sentence.wordText(at)) !== undefined;

/** True where the words are rather something else than a name: `where project`, `status has`. */
function isDoubtful(sentence: WordStream, { from, to }: WordRange): boolean {
  const isSign = /^[=!<>~]/.test(sentence.wordText(to));
  return isReservedWord(sentence.wordText(from)) || (isField(sentence, from) && !isSign);
}

/** `isn't` and `wasn't`, the last word before what is compared; returns the word after it; `undefined` = none. */
export function findShortForm(sentence: WordStream, { from, to }: WordRange): number | undefined {
  for (let at = from + 1; at < to; at++) {
    const run = { from: at, to: at + 1 };
    const form = /^(is|was)n't$/i.exec(sentence.text(run));
    if (!form || !sentence.isLiteral(run)) continue;
    const written = shortFormOf(sentence, form[1]!, { from, to: at }, at + 1);
    sentence.mistakes.push({
      code: 'short-form',
      span: sentence.span(run),
      arguments: { found: form[0], to: written },
      covers: sentence.spanToNext({ from, to: sentence.words.length - 1 }),
      fixes: [
        {
          kind: 'operator',
          title: 'fix.operator',
          arguments: { to: written },
          edits: [sentence.replace(run, written)],
          preferred: true,
        },
      ],
    });
    return at + 1;
  }
  return undefined;
}

/** `is not` before EMPTY, else the operator for what follows. */
function shortFormOf(sentence: WordStream, word: string, name: WordRange, next: number): string {
  const kind = sentence.kind(next);
  if (word.toLowerCase() === 'was' || kind === TokenKind.Empty) return `${word} not`;
  if (kind === TokenKind.In) return 'not';
  const field = sentence.catalogue.field(sentence.text(name));
  return field?.operators.has('!=') === false && field.textSearch ? '!~' : '!=';
}
