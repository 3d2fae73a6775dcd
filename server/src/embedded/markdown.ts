/** Markdown as a host of queries. */
import type { SyntaxNode, Tree } from '@lezer/common';
import data from '../../catalogue/embedded/hosts.json' with { type: 'json' };
import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { maxCodeLength, maxMarkdownLength } from '#shared/base/queries/embedded-hosts.ts';
import { QueryBlock } from '../query-file/block.ts';
import { plainSyntax } from '../query-file/query-document.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import { type FenceHeaders, fenceHeaders, fenceProblems, FenceReferences } from './fence-problems.ts';
import { maxQueries } from './find-queries.ts';
import { type CommentPlace, type HostComments, lineStart, sourceComments } from './hosts/host-comments.ts';
import type { HostLanguage, MarkdownReading } from './hosts/host-language.ts';
import type { Segment } from './hosts/host-value.ts';
import { type Span, touches } from '#shared/base/text/span.ts';
import { javascript, typescript, typescriptReact } from './hosts/javascript.ts';
import { isLikeJql } from './jql-shape.ts';
import { json } from './hosts/json.ts';
import { php } from './hosts/php.ts';
import { python } from './hosts/python.ts';
import { PlaceholderNames } from './placeholder-names.ts';
import { TextReader } from './hosts/read-text.ts';
import { hasQueryFence } from '#shared/base/queries/query-fences.ts';
import { blockParser, blockText, MarkdownSource } from './markdown/markdown-source.ts';
import { isProse, proseQueries } from './markdown/prose.ts';
import { Runbook } from './markdown/runbook.ts';
import { scripts } from './hosts/scripts.ts';
import { shell } from './hosts/shell.ts';
import { stringHosts } from './hosts/strings/strings.ts';
import { partQueries } from './nested-query.ts';
import { childrenOf, spanOf, treeOf, walkable } from './hosts/tree.ts';
import { yaml } from './hosts/yaml.ts';

/** Markdown: fences of queries, which are query files, and fences of the other hosts. */
export const markdown: HostLanguage = {
  longest: maxMarkdownLength,
  queries: text => readMarkdown(new MarkdownSource(text)).queries,
  comments: text => commentsOf(new MarkdownSource(text)),
  readMarkdown,
};

function readMarkdown(source: MarkdownSource): MarkdownReading {
  const runbook = new Runbook('', source, () => plainSyntax);
  return {
    queries: queriesOf(source, runbook),
    problems: fenceProblems(runbook),
    references: new FenceReferences(source),
  };
}

function queriesOf(source: MarkdownSource, runbook: Runbook): readonly EmbeddedQuery[] {
  const { text } = source;
  const tree = text.length > maxMarkdownLength ? undefined : treeOfMarkdown(source);
  if (tree === undefined) return [];
  const queries: EmbeddedQuery[] = [];
  const headers = fenceHeaders(runbook)?.values();
  let code = 0;
  tree.iterate({
    enter: ({ node, name }) => {
      if (queries.length >= maxQueries) return false;
      if (isProse(name)) queries.push(...proseQueries(text.slice(node.from, node.to), node.from));
      if (name !== 'FencedCode') return true;
      code += node.to - node.from;
      queries.push(...queriesOfFence(node, text, { headers, readsCode: code <= maxCodeLength }));
      return false;
    },
  });
  return queries.slice(0, maxQueries);
}

/** A text without fences of queries is read here alone, and for a limited time. */
const treeOfMarkdown = (source: MarkdownSource): Tree | undefined =>
  hasQueryFence(source.text) ? walkable(source.tree) : treeOf(blockParser, blockText(source.text));

const hosts: Readonly<Record<string, HostLanguage>> = {
  python,
  javascript,
  javascriptreact: javascript,
  typescript,
  typescriptreact: typescriptReact,
  php,
  yaml,
  json,
  shellscript: shell,
  html: scripts,
  vue: scripts,
  svelte: scripts,
  ...stringHosts,
};

const fences: ReadonlyMap<string, string> = new Map(
  Object.entries(data.fences).flatMap(([id, words]) => words.map(word => [word, id] as const)),
);

interface FenceReading {
  /** The headers from this fence of queries on; `undefined` = the file only explains queries. */
  readonly headers: Iterator<FenceHeaders> | undefined;
  /** Whether a fence of another host is read. */
  readonly readsCode: boolean;
}

function queriesOfFence(
  node: SyntaxNode,
  source: string,
  { headers, readsCode }: FenceReading,
): readonly EmbeddedQuery[] {
  const fence = codeOf(node, source);
  if (fence === undefined) return [];
  const { language, parts } = fence;
  if (language === 'jql' || language === 'wikiquery')
    return fileQueries(language, parts, source, headers?.next().value);
  const host = hosts[fences.get(language) ?? ''];
  return host === undefined || !readsCode ? [] : hostQueries(host, parts, source);
}

/** The language of a fence, as it is written, and its lines; `undefined` = it is without one. */
function codeOf(
  node: SyntaxNode,
  source: string,
): { readonly language: string; readonly parts: readonly SyntaxNode[] } | undefined {
  const info = node.getChild('CodeInfo');
  if (!info) return undefined;
  const [word = ''] = /^[\w+-]+/.exec(source.slice(info.from, info.to)) ?? [];
  const parts = childrenOf(node).filter(({ name }) => name === 'CodeText');
  return { language: word.toLowerCase(), parts };
}

/** A fence of another host language, and where its comments are in the file. */
interface FenceComments {
  readonly span: Span;
  readonly comments: HostComments;
}

/** The comments of HTML, each about the whole fence below it, and those in fences of the other hosts. */
function commentsOf(source: MarkdownSource): HostComments {
  const { text } = source;
  const tree = text.length > maxMarkdownLength ? undefined : treeOfMarkdown(source);
  const blocks: Span[] = [];
  const fenceSpans: Span[] = [];
  const codes: FenceComments[] = [];
  let code = 0;
  tree?.iterate({
    enter: ({ node, name }) => {
      if (name === 'CommentBlock') blocks.push(spanOf(node));
      if (name !== 'FencedCode') return true;
      fenceSpans.push(spanOf(node));
      code += node.to - node.from;
      const comments = code <= maxCodeLength ? fenceComments(node, text) : undefined;
      if (comments) codes.push({ span: spanOf(node), comments });
      return false;
    },
  });
  const ofHtml = sourceComments(text, blocks, () => false, String).comments.map(comment => {
    const fence = fenceSpans.find(({ start }) => touches(comment.reach, start));
    return fence ? { ...comment, reach: fence } : comment;
  });
  return {
    comments: [...ofHtml, ...codes.flatMap(({ comments: { comments } }) => comments)],
    place: offset =>
      codes.find(({ span }) => touches(span, offset))?.comments.place(offset) ??
      aboveFence(
        fenceSpans.find(span => touches(span, offset)),
        text,
      ),
  };
}

/** A comment of HTML above a fence that is in no quotation or list. */
const aboveFence = (fence: Span | undefined, text: string): CommentPlace | undefined =>
  fence !== undefined && lineStart(text, fence.start) === fence.start
    ? { start: fence.start, written: comment => `<!-- ${comment} -->` }
    : undefined;

/** The comments of a fence of another host language; `undefined` = it has none, or is of no such language. */
function fenceComments(node: SyntaxNode, source: string): HostComments | undefined {
  const fence = codeOf(node, source);
  const { from: by } = fence?.parts[0] ?? {};
  const host = hosts[fences.get(fence?.language ?? '') ?? ''];
  if (fence === undefined || by === undefined || host?.comments === undefined) return undefined;
  const inner = host.comments(fenceText(fence.parts, source));
  const isPlain = fence.parts.length === 1 && /[\r\n]/.test(source[by - 1] ?? '\n');
  return {
    comments: inner.comments.map(({ span, reach, isBesideCode }) => ({
      span: shifted(span, by),
      reach: shifted(reach, by),
      isBesideCode,
    })),
    place: offset => {
      const place = isPlain ? inner.place(offset - by) : undefined;
      return place && { ...place, start: place.start + by };
    },
  };
}

const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** A part of a query, as in explanations. */
const fragment = /^\s*(?:and|or|not)\b/i;

/**
 * The queries of a fence that only explains queries: it can have several, each on a line of its own, and placeholders in
 * them.
 */
function templateQueries(
  language: EmbeddedQuery['language'],
  part: SyntaxNode,
  source: string,
): readonly EmbeddedQuery[] {
  const reader = new TextReader(source, new PlaceholderNames());
  const parts =
    language === 'jql'
      ? queryParts(source.slice(part.from, part.to))
      : [{ start: 0, end: part.to - part.from }];
  return parts.flatMap(({ start, end }): EmbeddedQuery[] => {
    const content = { start: part.from + start, end: part.from + end };
    const { text, segments } = reader.literal(content, content, {}, written => written);
    if (text.text.trim() === '' || fragment.test(text.text)) return [];
    return [{ language, text, completeness: 'complete', segments }];
  });
}

const goesOn = /^\s*(?:and|or|order|not)\b/i;
const wantsMore = /(?:\b(?:and|or|by|in)|[,(=<>~])$/i;
/** A comment, also in the notation of SQL. */
const comment = /^\s*(?:#|\/\/|--\s)/;

/** The spans of a text that are queries: one begins with a line, after a line that is complete. */
function queryParts(text: string): readonly Span[] {
  const cuts = [0];
  let at = 0;
  let before = '';
  for (const line of text.split('\n')) {
    const isNext = before !== '' && !wantsMore.test(before) && !goesOn.test(line) && isLikeJql(line);
    if (isNext) cuts.push(at);
    if (line.trim() !== '' && !comment.test(line)) before = line.trim();
    at += line.length + 1;
  }
  return cuts.map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    return { start, end: start + text.slice(start, end).trimEnd().length };
  });
}

/** The queries of a fence that is a query file. */
function fileQueries(
  language: EmbeddedQuery['language'],
  parts: readonly SyntaxNode[],
  source: string,
  headers: FenceHeaders | undefined,
): readonly EmbeddedQuery[] {
  const content = contentOf(parts, source);
  const { text } = content;
  const [only] = parts;
  if (only && parts.length === 1 && headers === undefined) return templateQueries(language, only, source);
  const cuts = [0, ...plainSyntax.separators(text), text.length];
  const blocks = cuts.slice(0, -1).map((start, index) => content.slice(start, cuts[index + 1]!));
  const [first] = blocks;
  const header = first !== undefined && !first.text.startsWith('###') ? first : undefined;
  const queries = blocks.filter(block => new QueryBlock(block.text).body !== undefined);
  return queries.map((block, index) => {
    const segments = segmentsOf(parts, block);
    const fileHeader = block === header ? '' : (header?.text ?? '');
    return {
      language,
      text: block,
      completeness: 'complete',
      segments,
      header: headers?.[index] ?? fileHeader,
    };
  });
}

/** The text of a fence without the marks before its lines in a quotation or a list. */
function contentOf(parts: readonly SyntaxNode[], source: string): MappedText {
  const builder = new MappedTextBuilder();
  let previous: SyntaxNode | undefined;
  for (const part of parts) {
    if (previous && !source.slice(previous.from, previous.to).endsWith('\n'))
      builder.replaced('\n', { start: previous.to, end: part.from });
    builder.literal(source, part.from, part.to);
    previous = part;
  }
  return builder.build({ start: parts[0]?.from ?? 0, end: parts.at(-1)?.to ?? 0 });
}

/** The segments of a query of a fence. In a quotation or a list no line can be added: it would lack the marks before it. */
function segmentsOf(parts: readonly SyntaxNode[], { span }: MappedText): readonly Segment[] {
  const isPlain = parts.length === 1;
  return parts
    .filter(({ from, to }) => from <= span.end && to >= span.start)
    .map(({ from, to }) => ({
      span: { start: Math.max(from, span.start), end: Math.min(to, span.end) },
      encode: text => (isPlain || !/[\r\n]/.test(text) ? text : undefined),
    }));
}

/** The queries of a fence of another host. */
function hostQueries(
  host: HostLanguage,
  parts: readonly SyntaxNode[],
  source: string,
): readonly EmbeddedQuery[] {
  const [first] = parts;
  if (first === undefined) return [];
  return partQueries(code => host.queries(code), fenceText(parts, source), first.from);
}

/** The text of a fence of another host, with blanks in place of the marks before its lines. */
function fenceText(parts: readonly SyntaxNode[], source: string): string {
  let text = '';
  let done = parts[0]?.from ?? 0;
  for (const { from, to } of parts) {
    text += source.slice(done, from).replaceAll(/[^\r\n]/g, ' ') + source.slice(from, to);
    done = to;
  }
  return text;
}
