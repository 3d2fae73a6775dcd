/** Uses of other queries' rows as values: `{{members.title}}`. */
import type { Problem } from '#shared/base/text/problem.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { QueryBlock } from '../block.ts';
import type { PlacedBlock, QueryDocument } from '../query-document.ts';
import { nameOf } from '../query-names.ts';
import { isReference, usesIn } from '../variables.ts';

/** A use of a column of another query's rows. */
export interface Reference {
  /** The text between the braces. */
  readonly name: string;
  readonly query: string;
  readonly column: string;
  /** The span with the braces. */
  readonly span: Span;
}

/** Every use of another query's rows in a query; in a wiki's query, it can also be a template. */
export const referencesIn = ({ text }: QueryBlock): readonly Reference[] =>
  text.includes('{{')
    ? usesIn(text, 0, text.length).flatMap(({ name, span }) => {
        if (!isReference(name)) return [];
        const dot = name.indexOf('.');
        return [{ name, query: name.slice(0, dot), column: name.slice(dot + 1), span }];
      })
    : [];

/** A query and the document that has it. */
export interface NamedQuery extends PlacedBlock {
  readonly document: QueryDocument;
}

/** The query of a name that a document can use; `undefined` = no query has it. */
export function queryNamed({ beside }: QueryDocument, name: string): NamedQuery | undefined {
  for (const document of beside) {
    const index = document.blocks.findIndex(block => nameOf(block)?.value.text === name);
    if (index >= 0) return { ...document.placed(index), document };
  }
  return undefined;
}

/**
 * The reference of a query and the query that it refers to, or the problem of it; `undefined` = the query uses no
 * other query.
 */
export type Chain = { readonly reference: Reference; readonly source: NamedQuery } | Problem;

/**
 * The query whose rows a query uses.
 *
 * @param isText whether a use of a query that does not exist can be text at its place, such as a template
 */
export function chainOf(
  document: QueryDocument,
  { block }: PlacedBlock,
  isText: (place: Span) => boolean,
): Chain | undefined {
  const [first, ...others] = referencesIn(block).filter(
    reference => queryNamed(document, reference.query) !== undefined || !isText(reference.span),
  );
  if (first === undefined) return undefined;
  const source = queryNamed(document, first.query);
  if (source === undefined) return unknownQuery(document, first);
  if (leadsTo(document, source, block)) return problemOf('chain-circle', first);
  const other = others.find(({ name }) => name !== first.name);
  if (other) return problemOf('chain-several', other, { other: first.name });
  return { reference: first, source };
}

/** Whether the rows of a query are made of those of another, directly or not. */
export function leadsTo(document: QueryDocument, from: PlacedBlock, to: QueryBlock): boolean {
  const waiting = [from.block];
  const seen = new Set<QueryBlock>();
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block === to) return true;
    if (seen.has(block)) continue;
    seen.add(block);
    for (const { query } of referencesIn(block)) {
      const next = queryNamed(document, query);
      if (next !== undefined) waiting.push(next.block);
    }
  }
  return false;
}

function unknownQuery(document: QueryDocument, reference: Reference): Problem {
  const blocks = document.beside.flatMap(other => other.blocks);
  const names = blocks.flatMap(block => nameOf(block)?.value.text ?? []);
  const similar = nearest(reference.query, names);
  return {
    ...problemOf('unknown-query', reference, similar === undefined ? {} : { nearest: similar }),
    ...(similar !== undefined && { message: 'unknown-query.nearest' }),
  };
}

const problemOf = (
  code: string,
  { name, query, column, span }: Reference,
  args: Readonly<Record<string, string>> = {},
): Problem => ({ code, severity: 'error', span, arguments: { name, query, column, ...args } });
