/** Completion and explanation of `{{members.title}}`. */
import { code, escaped } from '#shared/base/text/markdown.ts';
import type { Completion, Explanation } from '../language/language-service.ts';
import { touches } from '#shared/base/text/span.ts';
import { columnDetail, describeColumn } from '../column-directives.ts';
import { say } from '../directives.ts';
import type { PlacedBlock, QueryDocument } from '../query-document.ts';
import { nameOf } from '../query-names.ts';
import type { BatchLimits } from '../language/runner.ts';
import { leadsTo, type NamedQuery, queryNamed, referencesIn } from './references.ts';
import { describedColumn, type SourceColumns, usableColumns } from './source-columns.ts';

/** A query of a file, and what is known of those beside it. */
export interface ReferenceHost {
  readonly document: QueryDocument;
  readonly placed: PlacedBlock;
  readonly columnsOf: (source: NamedQuery) => SourceColumns;
  /** How many values one request takes where the query uses a name. */
  readonly batch: (name: string) => BatchLimits;
}

// ── Completion ───────────────────────────────────────────────────────────────────────

/** Completes the text between the braces before an offset. `only`: nothing else can be there. */
export function completeReference(
  host: ReferenceHost,
  offset: number,
): { readonly items: readonly Completion[]; readonly only: boolean } {
  const { block } = host.placed;
  const line = block.lines.findLast(({ start }) => start <= offset);
  const nothing = { items: [], only: false };
  if (line === undefined || line.kind === 'separator' || line.kind === 'comment' || line.kind === 'directive')
    return nothing;
  const before = block.text.slice(line.start, offset);
  const open = before.lastIndexOf('{{');
  if (open < 0 || before[open - 1] === '\\') return nothing;
  const typed = before.slice(open + 2).trimStart();
  if (!/^[^{}|"'\\=&#<>,()]*$/.test(typed)) return nothing;
  const blank = before.slice(open + 2, before.length - typed.length);
  const rest = block.text.slice(offset, line.end);
  const dot = typed.indexOf('.');
  return dot < 0
    ? { items: completeQuery(host, offset, typed, rest), only: false }
    : completeColumn(host, offset, { query: typed.slice(0, dot), typed: typed.slice(dot + 1), rest, blank });
}

function completeQuery(
  { document, placed }: ReferenceHost,
  offset: number,
  typed: string,
  rest: string,
): readonly Completion[] {
  const after = /^[\w-]*\.?/.exec(rest)?.[0].length ?? 0;
  const span = { start: offset - typed.length, end: offset + after };
  const others = document.beside.flatMap(({ blocks }) => blocks);
  return others.flatMap((block, index) => {
    const name = nameOf(block)?.value.text ?? '';
    const namedSource = name === '' ? undefined : queryNamed(document, name);
    if (block === placed.block || namedSource?.block !== block) return [];
    if (leadsTo(document, namedSource, placed.block)) return [];
    const title = block.title?.text ?? '';
    return {
      label: name,
      kind: 'variable' as const,
      edit: { span, newText: `${name}.` },
      detail: say(title === '' ? 'reference.rows' : 'reference.rowsOf', { title }),
      rank: 500 + Math.min(index, 499),
      continues: true,
    };
  });
}

interface TypedColumn {
  readonly query: string;
  readonly typed: string;
  readonly rest: string;
  /** Between the braces and the name. */
  readonly blank: string;
}

function completeColumn(
  { document, placed, columnsOf }: ReferenceHost,
  offset: number,
  { query, typed, rest, blank }: TypedColumn,
): ReturnType<typeof completeReference> {
  const source = queryNamed(document, query);
  if (source === undefined || source.block === placed.block) return { items: [], only: false };
  const [, after = '', closing] = /^([^\s{}|"'\\=&#<>,()]*)(\s*\}\})?/.exec(rest) ?? [];
  const span = { start: offset - typed.length, end: offset + after.length };
  const items = usableColumns(columnsOf(source)).map((column, index): Completion => {
    const detail = columnDetail(column);
    return {
      label: column.name,
      kind: 'field',
      edit: { span, newText: column.name + (closing === undefined ? `${blank}}}` : '') },
      ...(detail !== '' && { detail }),
      rank: Math.min(index, 999),
      subject: { kind: 'column', markdown: describeColumn(column) },
    };
  });
  return { items, only: true };
}

// ── Explanation ──────────────────────────────────────────────────────────────────────

/** Explains the reference at an offset; `undefined` = no reference there, or no query has its name. */
export function explainReference(host: ReferenceHost, offset: number): Explanation | undefined {
  const { document, placed, columnsOf, batch } = host;
  const reference = referencesIn(placed.block).find(({ span }) => touches(span, offset));
  const source = reference && queryNamed(document, reference.query);
  if (reference === undefined || source === undefined) return undefined;
  const { query, column: name, span } = reference;
  const title = source.block.title?.text ?? '';
  const values = { query: code(query), column: escaped(name), title: escaped(title) };
  const columns = columnsOf(source);
  const description = describedColumn(reference, columns);
  const lines = [
    say(title === '' ? 'reference' : 'reference.titled', values),
    ...(description ? [describeColumn(description.column)] : []),
    ...requestLines(batch(reference.name).values, description?.rows),
  ];
  return { markdown: lines.join('\n\n'), span };
}

/** How many requests the rows of the queries that a query uses have led to; empty = it uses none that has run. */
export function referenceRequests({ document, placed, columnsOf, batch }: ReferenceHost): readonly string[] {
  const references = new Map(referencesIn(placed.block).map(reference => [reference.name, reference]));
  return [...references.values()].flatMap(reference => {
    const source = queryNamed(document, reference.query);
    const rows = source && describedColumn(reference, columnsOf(source))?.rows;
    return rows === undefined
      ? []
      : [`${code(reference.name)}: ${requestsFor(rows, batch(reference.name).values)}`];
  });
}

function requestLines(values: number, rows: number | undefined): readonly string[] {
  const most = say(values === 1 ? 'reference.single' : 'reference.batch', { values });
  if (rows === undefined) return [say('reference.first'), most];
  return [say('reference.ran', { rows }), `${most} ${requestsFor(rows, values)}`];
}

const requestsFor = (rows: number, values: number): string =>
  say('reference.requests', { requests: Math.ceil(rows / values) });
