/** The places of variables: where those of a word are defined, and every use of one. */
import type { Range } from 'vscode-languageserver-types';
import type { Span } from '#shared/base/text/span.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import type { PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import { Scope } from '../../query-file/scope.ts';
import type { NamePlace } from '../../query-file/variable-references.ts';
import { usesIn } from '../../query-file/variables.ts';

/** A use or a definition of a variable. */
export interface VariablePlace {
  readonly range: Range;
  readonly isDefinition: boolean;
}

/** The places of a variable as ranges of its document, query by query. */
export function* variableRanges(
  document: QueryDocument,
  placesByQuery: Iterable<readonly NamePlace[]>,
): Generator<VariablePlace[]> {
  for (const places of placesByQuery)
    yield places.map(({ placed, span, definition }) => ({
      range: document.rangeIn(placed, span),
      isDefinition: definition,
    }));
}

/** Where a variable is defined. */
export interface DefinitionPlace {
  readonly name: string;
  /** Its name in the definition. */
  readonly range: Range;
}

/** Returns the definitions of the variables in a word of a query; `[]` for a span of several words, or without variables. */
export function definitionsOf(
  document: QueryDocument,
  placed: PlacedBlock,
  span: Span,
): readonly DefinitionPlace[] {
  const { block } = placed;
  if (span.end - span.start > longest || !block.text.includes('{{')) return [];
  const uses = usesIn(block.text, Math.max(0, span.start - longest), span.end + longest).filter(
    use => use.span.start < span.end && span.start < use.span.end,
  );
  if (uses.length === 0 || !isWord(block.text, span, uses)) return [];
  const header = document.headerOf(block);
  const variables = scopeOf(block, header).variablesAt(span.start);
  return [...new Set(uses.map(({ name }) => name))].flatMap(name => {
    const variable = variables.get(name);
    if (variable === undefined) return [];
    if (variable.place === 'file' && header !== undefined && header !== document.header) return [];
    const place = variable.place === 'file' ? document.placed(0) : placed;
    return [{ name, range: document.rangeIn(place, variable.definition.name.span) }];
  });
}

/** Longer uses and words, in UTF-16 code units, are not searched: a line can be very long and have many problems. */
const longest = 500;

const scopes = new WeakMap<QueryBlock, Scope>();

/** The scope of a query, kept for its many problems. */
function scopeOf(block: QueryBlock, header: QueryBlock | undefined): Scope {
  const cached = scopes.get(block);
  if (cached !== undefined && cached.header === header) return cached;
  const scope = new Scope(block, header);
  scopes.set(block, scope);
  return scope;
}

/** Whether a span is one word: besides the uses of variables it has no blank and no `=`. */
function isWord(text: string, { start, end }: Span, uses: readonly { readonly span: Span }[]): boolean {
  let from = start;
  for (const { span } of uses) {
    if (/[\s=]/.test(text.slice(from, Math.max(from, span.start)))) return false;
    from = span.end;
  }
  return !/[\s=]/.test(text.slice(from, end));
}
