import type { Span } from '../language/span.ts';
import { backslash, without } from './backslash-escapes.ts';
import { findQueries } from './find-queries.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostEntry, HostMap, HostNode, HostText, Segment } from './host-value.ts';
import { PlaceholderNames } from './placeholder-names.ts';
import { type EscapeReader, TextReader } from './read-text.ts';
import { ShellSubstitutions } from './shell-substitutions.ts';
import { sliceText } from './slice-text.ts';
import { deepest } from './tree.ts';
import { longestCode } from '../common/queries/embedded-hosts.ts';

/** Shell: words with addresses, the values of `--jql`, and the data of one curl command. */
export const shell: HostLanguage = {
  longest: longestCode,
  queries(source) {
    if (source.length > longestCode) return [];
    const names = new PlaceholderNames();
    return findQueries({ nodes: nodesOf(scriptOf(source, new TextReader(source, names))), names }, source);
  },
};

/** What is read, and with what. */
interface Script {
  readonly source: string;
  readonly texts: TextReader;
  readonly substitutions: ShellSubstitutions;
}

const scriptOf = (source: string, texts: TextReader): Script => ({
  source,
  texts,
  substitutions: new ShellSubstitutions(source),
});

function* nodesOf(script: Script): Generator<HostNode> {
  let command: HostText[] = [];
  for (const word of wordsOf(script, { start: 0, end: script.source.length }, 0)) {
    if (word !== undefined) {
      command.push(word);
      continue;
    }
    yield* commandNodes(command);
    command = [];
  }
  yield* commandNodes(command);
}

const dataOptions = new Set([
  '-d',
  '--data',
  '--data-urlencode',
  '--data-raw',
  '--data-binary',
  '-F',
  '--form',
]);
const jqlOptions = new Set(['--jql', '-jql', '--query', '-q']);

function* commandNodes(words: readonly HostText[]): Generator<HostNode> {
  const data: HostText[] = [];
  for (const [index, word] of words.entries()) {
    const { text } = word.text;
    const before = words[index - 1]?.text.text ?? '';
    const assigned = /^([A-Za-z_]\w*)=/.exec(text);
    if (assigned)
      yield {
        kind: 'named',
        name: assigned[1]!,
        value: sliceText(word, assigned[0].length, text.length),
      };
    const option = /^(--jql)=/.exec(text);
    if (option) yield { kind: 'named', name: 'jql', value: sliceText(word, option[0].length, text.length) };
    else if (jqlOptions.has(before)) yield { kind: 'named', name: 'jql', value: word };
    else if (dataOptions.has(before) || text.startsWith('--data=')) data.push(word);
    yield { kind: 'text', text: word };
  }
  if (data.length === 0) return;
  const entries = data.flatMap(entryOf);
  const span = { start: data[0]!.span.start, end: data.at(-1)!.span.end };
  const map: HostMap = { kind: 'map', span, entries };
  yield { kind: 'map', map, use: {} };
}

/** `name=value` of a form; JSON and files have no name. */
function entryOf(word: HostText): HostEntry[] {
  const { text } = word.text;
  const equals = text.indexOf('=');
  if (equals <= 0 || !/^[A-Za-z][\w-]*$/.test(text.slice(0, equals))) return [];
  const key = sliceText(word, 0, equals);
  return [{ key, value: sliceText(word, equals + 1, text.length), span: word.span }];
}

const ends = new Set(['\n', ';', '|', '&', '(', ')', '<', '>']);
const blanks = new Set([' ', '\t', '\r']);

/** The words of a part of a script in order, and `undefined` where a command ends. */
function* wordsOf(script: Script, { start, end: to }: Span, depth: number): Generator<HostText | undefined> {
  const { source } = script;
  const inner: Span[] = [];
  let at = start;
  while (at < to) {
    const character = source[at]!;
    if (blanks.has(character)) at++;
    else if (character === '\\' && /^\r?\n/.test(source.slice(at + 1, at + 3)))
      at = source.indexOf('\n', at) + 1;
    else if (character === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? to : end;
    } else if (ends.has(character)) {
      at++;
      yield undefined;
    } else {
      const { word, end, commands } = wordAt(script, at, to);
      if (word) yield word;
      at = end;
      inner.push(...commands);
    }
  }
  if (depth === deepest) return;
  for (const span of inner) {
    yield undefined;
    yield* wordsOf(script, span, depth + 1);
  }
}

const inSingleQuotes = without(/['\r\n]/);
const inDoubleQuotes = (text: string): string | undefined =>
  /[\r\n!]/.test(text) ? undefined : text.replaceAll(/["$`\\]/g, String.raw`\$&`);
const unquoted = (text: string): string | undefined => (/^[\w.,:/@%+=-]*$/.test(text) ? text : undefined);

/** Escapes in double quotes are for these alone. */
const doubleEscape: EscapeReader = (source, at) => {
  if (source[at] !== '\\') return undefined;
  const next = source[at + 1] ?? '';
  if (next === '\n') return { text: '', length: 2 };
  return '"$`\\'.includes(next) && next !== '' ? { text: next, length: 2 } : undefined;
};
const bareEscape: EscapeReader = (source, at) =>
  source[at] === '\\' && source[at + 1] !== undefined ? { text: source[at + 1]!, length: 2 } : undefined;
const ansiEscape = backslash(
  { '\\': '\\', "'": "'", '"': '"', n: '\n', t: '\t', r: '\r' },
  { keepsUnknown: true, hex: 'xu' },
);

/** A part of a word in one way of quoting. */
interface Part {
  readonly content: Span;
  readonly end: number;
  readonly escape?: EscapeReader;
  readonly expands: boolean;
  readonly encode: (text: string) => string | undefined;
}

/** @param to where the command ends that the word is in: no quote goes on after it */
function wordAt(
  script: Script,
  from: number,
  to: number,
): { readonly word?: HostText; readonly end: number; readonly commands: readonly Span[] } {
  const { source, texts } = script;
  const parts: Part[] = [];
  let at = from;
  while (at < to && !blanks.has(source[at]!) && !ends.has(source[at]!)) {
    const part = partAt(script, at, to);
    if (part === undefined) return { end: to, commands: [] };
    parts.push(part);
    at = Math.max(part.end, at + 1);
  }
  const span = { start: from, end: at };
  const expanded = parts.map(part => ({
    part,
    placeholders: part.expands ? expansionsIn(script, part.content) : [],
  }));
  const word = texts.joined(
    span,
    expanded.map(({ part: { content, escape, encode }, placeholders }): HostText => {
      const segment: Segment = { span: content, encode };
      const text = texts.content(content, { ...(escape && { escape }), placeholders });
      return { kind: 'text', span: content, text, segments: [segment] };
    }),
  );
  const commands = expanded
    .flatMap(({ placeholders }) => placeholders)
    .filter(({ start }) => source.startsWith('$(', start))
    .map(({ start, end }) => ({ start: start + 2, end: end - 1 }));
  return { ...(word && { word }), end: at, commands };
}

/** `undefined` = a quote that nothing closes: what follows cannot be read. */
function partAt(script: Script, at: number, to: number): Part | undefined {
  const { source } = script;
  const ansi = source.startsWith("$'", at);
  if (source[at] === "'" || ansi) {
    const start = at + (ansi ? 2 : 1);
    const end = closing(script, { start, end: to }, "'", ansi);
    if (end < 0) return undefined;
    return {
      content: { start, end },
      end: end + 1,
      ...(ansi && { escape: ansiEscape }),
      expands: false,
      encode: inSingleQuotes,
    };
  }
  if (source[at] === '"') {
    const end = closing(script, { start: at + 1, end: to }, '"', true);
    if (end < 0) return undefined;
    return {
      content: { start: at + 1, end },
      end: end + 1,
      escape: doubleEscape,
      expands: true,
      encode: inDoubleQuotes,
    };
  }
  const end = bareEnd(script, at, to);
  return { content: { start: at, end }, end, escape: bareEscape, expands: true, encode: unquoted };
}

function closing(
  { source, substitutions }: Script,
  { start, end }: Span,
  quote: string,
  escapes: boolean,
): number {
  for (let at = start; at < end; at++) {
    if (escapes && source[at] === '\\') at++;
    else if (escapes && quote === '"' && source.startsWith('$(', at)) at = substitutions.endOf(at) - 1;
    else if (source[at] === quote) return at;
  }
  return -1;
}

/** Where a part without quotes ends. */
function bareEnd({ source, substitutions }: Script, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const character = source[at]!;
    if (blanks.has(character) || character === "'" || character === '"') break;
    if (source.startsWith('$(', at) || source.startsWith('${', at)) {
      at = substitutions.endOf(at);
      continue;
    }
    // An address may have an ampersand without quotes in prose; a shell ends the command there.
    if (ends.has(character)) break;
    at += character === '\\' ? 2 : 1;
  }
  return Math.min(Math.max(at, from + 1), to);
}

/** What the shell puts in between two offsets. */
function expansionsIn({ source, substitutions }: Script, { start, end }: Span): Span[] {
  const found: Span[] = [];
  for (let at = start; at < end; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '`') {
      const close = source.indexOf('`', at + 1);
      const to = close < 0 || close >= end ? end : close + 1;
      found.push({ start: at, end: to });
      at = to - 1;
    } else if (character === '$') {
      const isGroup = source[at + 1] === '(' || source[at + 1] === '{';
      const name = /^\$(?:\w{1,100}|[@*#?!-])/.exec(source.slice(at, at + 110))?.[0].length ?? 0;
      const to = Math.min(end, isGroup ? substitutions.endOf(at) : at + name);
      if (to <= at) continue;
      found.push({ start: at, end: to });
      at = to - 1;
    }
  }
  return found;
}
