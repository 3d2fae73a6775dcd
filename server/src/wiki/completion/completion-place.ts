/** Finds the part of a wiki query that a cursor is in. */
import { type Span, touches, trimmed } from '#shared/base/text/span.ts';
import { type Line, QueryBlock } from '../../query-file/block.ts';
import type { ParameterNode, WikiQuery } from '../wiki-nodes.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import { Scope } from '../../query-file/scope.ts';
import type { WikiModel } from '../model.ts';
import { parseWikiQuery } from '../wiki-parser.ts';

/** A cursor in a parameter's name, or where one could be. */
export interface NamePlace {
  readonly kind: 'name';
  /** The whole name, empty = none yet. */
  readonly span: Span;
  /** The parameter of the name; absent = none yet. */
  readonly node?: ParameterNode;
  /** The text to insert before a new name. */
  readonly lead: '' | '&';
}

/** A cursor after a parameter's `=`, or on a line that continues its value. */
export interface ValuePlace {
  readonly kind: 'value';
  readonly node: ParameterNode;
  /** The part of the value on the cursor's line, without the `|` that begins a continuation. */
  readonly part: Span;
}

export type CompletionPlace = NamePlace | ValuePlace;

/** Finds the part of a query's body that a cursor is in; undefined where no part of a query can be. */
export function placeAt(block: QueryBlock, query: WikiQuery, offset: number): CompletionPlace | undefined {
  const line = lineAt(block, offset);
  if (line === undefined || (line.kind !== 'body' && line.kind !== 'blank')) return undefined;
  if (query.form === 'url') return urlPlace(block, query, line, offset);
  return line.kind === 'blank' ? emptyName(offset, '') : linePlace(block, query, line, offset);
}

/** The line that contains an offset. */
function lineAt(block: QueryBlock, offset: number): Line | undefined {
  return block.lines.findLast(line => line.start <= offset);
}

const emptyName = (offset: number, lead: '' | '&'): NamePlace => ({
  kind: 'name',
  span: { start: offset, end: offset },
  lead,
});

function linePlace(
  block: QueryBlock,
  query: WikiQuery,
  line: Line,
  offset: number,
): CompletionPlace | undefined {
  const content = trimmed(block.text, line.start, line.end).span;
  if (block.text[content.start] === '|') {
    const node = query.parameters.findLast(parameter => parameter.name.span.start < line.start);
    if (node === undefined || offset <= content.start) return undefined;
    return { kind: 'value', node, part: partAround(block.text, content.start + 1, line.end, offset) };
  }
  const node = query.parameters.find(({ span }) => span.start >= line.start && span.start <= line.end);
  if (node?.equals !== undefined && offset >= node.equals.end) {
    return { kind: 'value', node, part: partAround(block.text, node.equals.end, line.end, offset) };
  }
  if (node !== undefined && touches(node.name.span, offset))
    return { kind: 'name', span: node.name.span, node, lead: '' };
  return node?.name.text === '' ? emptyName(offset, '') : undefined;
}

function urlPlace(
  block: QueryBlock,
  query: WikiQuery,
  line: Line,
  offset: number,
): CompletionPlace | undefined {
  if (line.kind === 'blank') return emptyName(offset, '&');
  const node = query.parameters.findLast(({ span }) => touches(span, offset));
  if (node === undefined)
    return /[?&]\s*$/.test(block.text.slice(line.start, offset)) ? emptyName(offset, '') : undefined;
  if (node.equals === undefined || offset < node.equals.end) {
    const { span } = node.name;
    return touches(span, offset) && span.end <= line.end ? { kind: 'name', span, node, lead: '' } : undefined;
  }
  const start = Math.max(node.equals.end, trimmed(block.text, line.start, line.end).span.start);
  return {
    kind: 'value',
    node,
    part: partAround(block.text, start, Math.min(node.span.end, line.end), offset),
  };
}

/** The text between two offsets without spaces at the ends, but with the cursor. */
function partAround(text: string, start: number, end: number, offset: number): Span {
  const { span } = trimmed(text, start, end);
  if (span.start === span.end) return { start: offset, end: offset };
  return { start: Math.min(span.start, offset), end: Math.max(span.end, offset) };
}

/** The value at the cursor in a part that may contain several. */
export function wordAround(text: string, part: Span, offset: number, separators: readonly string[]): Span {
  let start = part.start;
  for (let at = part.start; at < part.end; at++) {
    const separator = separators.find(candidate => text.startsWith(candidate, at));
    if (separator === undefined) continue;
    if (at >= offset) return { start, end: at };
    if (at + separator.length <= offset) start = at + separator.length;
  }
  return { start, end: part.end };
}

const freeText: ReadonlySet<string | readonly string[]> = new Set(['string', 'title', 'user']);

/**
 * Reads a body of one line as a URL while its first `&name` is being typed: it is a URL only once it contains
 * `&name=`. `undefined` where no such name is being typed; `AT&T` in a free text is not one.
 */
export function draftOfUrl(
  { block, scope }: QueryView,
  model: WikiModel,
  offset: number,
): { query: WikiQuery; place: NamePlace } | undefined {
  const [node, ...more] = model.query.parameters;
  const parameter = node && model.binding(node)?.parameter;
  if (parameter === undefined || more.length > 0 || freeText.has(parameter.type)) return undefined;
  if (node?.equals === undefined || offset !== node.span.end) return undefined;
  const typed = /&([A-Za-z][\w-]*)?$/.exec(block.text.slice(node.equals.end, offset));
  if (typed === null) return undefined;
  const name = typed[1] ?? '';
  // Completes the name, so that the parser sees `&name=`.
  const draft = block.text.slice(0, offset) + (name === '' ? 'x=' : '=') + block.text.slice(offset);
  const query = parseWikiQuery(new Scope(new QueryBlock(draft), scope.header));
  if (query.form !== 'url') return undefined;
  const others = query.parameters.slice(0, -1);
  return {
    query: { ...query, parameters: others },
    place: { kind: 'name', span: { start: offset - name.length, end: offset }, lead: '' },
  };
}
