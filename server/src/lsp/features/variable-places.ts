/** The places of variables: where those of a word are defined, and every use of one. */
import type { Range } from 'vscode-languageserver-types';
import type { Span } from '../../language/span.ts';
import type { QueryBlock } from '../../queryfile/block.ts';
import type { PlacedBlock, QueryDocument } from '../../queryfile/query-document.ts';
import { Scope } from '../../queryfile/scope.ts';
import type { NamePlace } from '../../queryfile/variable-references.ts';
import { usesIn } from '../../queryfile/variables.ts';

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

/** The definitions of the variables that a word of a query holds; `[]` for a place of several words, or without variables. */
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
  const known = scopeOf(block, header).variablesAt(span.start);
  return [...new Set(uses.map(({ name }) => name))].flatMap(name => {
    const variable = known.get(name);
    if (variable === undefined) return [];
    if (variable.place === 'file' && header !== undefined && header !== document.header) return [];
    const place = variable.place === 'file' ? document.placed(0) : placed;
    return [{ name, range: document.rangeIn(place, variable.definition.name.span) }];
  });
}

/** No use and no word is longer than this, in UTF-16 code units: a line can be very long and hold many problems. */
const longest = 500;

const scopes = new WeakMap<QueryBlock, Scope>();

/** Many problems of one query share its variables. */
function scopeOf(block: QueryBlock, header: QueryBlock | undefined): Scope {
  const known = scopes.get(block);
  if (known !== undefined && known.header === header) return known;
  const scope = new Scope(block, header);
  scopes.set(block, scope);
  return scope;
}

/** True where there is only a name or a value besides the uses. */
function isWord(text: string, { start, end }: Span, uses: readonly { readonly span: Span }[]): boolean {
  let from = start;
  for (const { span } of uses) {
    if (/[\s=]/.test(text.slice(from, Math.max(from, span.start)))) return false;
    from = span.end;
  }
  return !/[\s=]/.test(text.slice(from, end));
}
