/** Shell scripts as a host of queries. */
import { findQueries } from '../find-queries.ts';
import { noComments, sourceComments } from './host-comments.ts';
import type { HostLanguage } from './host-language.ts';
import type { HostEntry, HostMap, HostNode, HostSource, HostText } from './host-value.ts';
import { jsonIn } from './json-source.ts';
import { PlaceholderNames } from '../placeholder-names.ts';
import { TextReader } from './read-text.ts';
import { shellCommands, type ShellWord } from './shell-words.ts';

import { maxCodeLength } from '#shared/base/queries/embedded-hosts.ts';
import type { Span } from '#shared/base/text/span.ts';
import { MappedText } from '#shared/base/text/mapped-text.ts';

/** Shell: words with addresses, the values of `--jql`, and the data of one curl command. */
export const shell: HostLanguage = {
  longest: maxCodeLength,
  queries(source) {
    if (source.length > maxCodeLength) return [];
    return findQueries(shellSource(source), source);
  },
  comments(source) {
    if (source.length > maxCodeLength) return noComments;
    const { commands, comments } = shellCommands(source);
    const documents = heredocs(source);
    const words = commands.flat().map(({ span }) => span);
    const texts = [
      ...words.filter(({ start, end }) => source.slice(start, end).includes('\n')),
      ...documents,
    ];
    return sourceComments(
      source,
      comments.filter(({ start }) => !isInside(documents, start)),
      line => !isInside(texts, line),
      text => `# ${text}`,
    );
  },
};

const isInside = (spans: readonly Span[], offset: number): boolean =>
  spans.some(({ start, end }) => start < offset && offset < end);

/** Most `<<` that no line closes: they are numbers that are shifted. */
const maxUnclosedHeredocs = 20;

/** The texts of a script from their `<<NAME` on to the end of the line that has only the name. */
function heredocs(source: string): Span[] {
  const opening = /(?<!<)<<-?[ \t]{0,20}["'\\]?([A-Za-z_]\w{0,60})/g;
  const spans: Span[] = [];
  let unclosed = 0;
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    const end = closingLine(source, opening.lastIndex, match[1]!);
    if (end === undefined && ++unclosed > maxUnclosedHeredocs) break;
    if (end === undefined) continue;
    spans.push({ start: match.index, end });
    opening.lastIndex = end;
  }
  return spans;
}

/** The end of the first line after an offset that is only a name; `undefined` = none is. */
function closingLine(source: string, from: number, name: string): number | undefined {
  for (let start = source.indexOf('\n', from); start >= 0;) {
    const next = source.indexOf('\n', start + 1);
    const end = next < 0 ? source.length : next;
    if (source.slice(start, end).trim() === name) return end;
    start = next;
  }
  return undefined;
}

/** The parts of a script that can hold queries. */
export function shellSource(source: string): HostSource {
  const names = new PlaceholderNames();
  return { nodes: nodesOf(source, new TextReader(source, names)), names };
}

function* nodesOf(source: string, texts: TextReader): Generator<HostNode> {
  for (const words of shellCommands(source).commands)
    yield* commandNodes(words.flatMap(word => textOf(word, texts) ?? []));
}

function textOf({ span, parts }: ShellWord, texts: TextReader): HostText | undefined {
  return texts.joined(
    span,
    parts.map(({ content, escape, expansions, encode }): HostText => {
      const text = texts.content(content, { ...(escape && { escape }), placeholders: expansions });
      return { kind: 'text', span: content, text, segments: [{ span: content, encode }] };
    }),
  );
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
/** Programs whose words are parameters: `http $url jql=='project = A'`. */
const httpie = new Set(['http', 'https', 'xh', 'xhs']);
const jqlOptions = new Set(['--jql', '-jql', '--query', '-q']);

function* commandNodes(words: readonly HostText[]): Generator<HostNode> {
  const data: HostText[] = [];
  const isHttpie = httpie.has(words[0]?.text.text ?? '');
  for (const [index, word] of words.entries()) {
    const { text } = word.text;
    const before = words[index - 1]?.text.text ?? '';
    const assigned = /^([A-Za-z_]\w*)=/.exec(text);
    const item = isHttpie ? /^[A-Za-z][\w-]*(==?|:=)/.exec(text) : null;
    if (item) data.push(word);
    if (assigned && !item)
      yield {
        kind: 'named',
        name: assigned[1]!,
        value: sliceText(word, assigned[0].length, text.length),
      };
    const option = /^(--jql)=/.exec(text);
    if (option) yield { kind: 'named', name: 'jql', value: sliceText(word, option[0].length, text.length) };
    else if (jqlOptions.has(before)) yield { kind: 'named', name: 'jql', value: word };
    else if (dataOptions.has(before) || text.startsWith('--data=')) data.push(word);
    yield* jsonIn(word);
    yield { kind: 'text', text: word };
  }
  if (data.length === 0) return;
  const entries = data.flatMap(entryOf);
  const span = { start: data[0]!.span.start, end: data.at(-1)!.span.end };
  const map: HostMap = { kind: 'map', span, entries };
  yield { kind: 'map', map, use: {} };
}

/** Returns `name=value` of a form as an entry; `[]` for JSON and files, which have no name. */
function entryOf(word: HostText): HostEntry[] {
  const { text } = word.text;
  const match = /^([A-Za-z][\w-]*)(?:==?|:=)/.exec(text);
  if (match === null) return [];
  const key = sliceText(word, 0, match[1]!.length);
  return [{ key, value: sliceText(word, match[0].length, text.length), span: word.span }];
}

/**
 * Returns a part of a text of a host, with its segments.
 *
 * @param start an offset in the text, as is `end`
 */
export function sliceText({ text, segments }: HostText, start: number, end: number): HostText {
  const part = text.slice(start, end);
  const span =
    start === end
      ? { start: text.sourceOf(start, start).start, end: text.sourceOf(start, start).start }
      : part.span;
  return {
    kind: 'text',
    span,
    text: new MappedText(part.text, span, part.pieces),
    segments: segments.flatMap(segment => {
      const from = Math.max(segment.span.start, span.start);
      const to = Math.min(segment.span.end, span.end);
      return from > to
        ? []
        : [{ span: { start: from, end: to }, encode: (written: string) => segment.encode(written) }];
    }),
  };
}
