/** Finds the definitions and uses of a variable in a file. */
import type { Span, Token } from '#shared/base/text/span.ts';
import type { PlacedBlock, QueryDocument } from './query-document.ts';
import { Scope } from './scope.ts';
import { isReference, usesIn, type VariableUse } from './variables.ts';

/** A place of a variable's name in a file. */
export interface NamePlace {
  readonly placed: PlacedBlock;
  /** The name alone, without `@` and braces. */
  readonly span: Span;
  readonly definition: boolean;
}

/** The variable whose name is at an offset of a block: in a definition or in a use; `undefined` = none. */
export function variableAt(placed: PlacedBlock, offset: number): { name: string; span: Span } | undefined {
  const definition = placed.block.variables.find(({ name }) => holds(name.span, offset));
  if (definition) return { name: definition.name.text, span: definition.name.span };
  const prompt = promptNames(placed).find(({ span }) => holds(span, offset));
  if (prompt) return { name: prompt.text, span: prompt.span };
  const use = usesOf(placed).find(({ name, span }) => holds(span, offset) && !isReference(name));
  return use && { name: use.name, span: use.nameSpan };
}

/**
 * Every place of a variable that is visible from a block: its definitions and uses. A name that the query
 * itself defines is the query's alone; else it is the file's, in all queries that do not define it themselves.
 * Query by query, so that a walk through a long file can be interrupted.
 */
export function* placesOf(
  document: QueryDocument,
  placed: PlacedBlock,
  name: string,
): Generator<NamePlace[]> {
  if (placed.block.separated && defines(placed, name)) {
    yield placesIn(placed, name);
    return;
  }
  for (const other of document.placedBlocks()) {
    const { block } = other;
    if (!block.text.includes(name)) yield [];
    else if (!block.separated || !defines(other, name)) yield placesIn(other, name);
  }
}

/** Every place of a name, for a file in which what a query defines holds for those below it. */
export function* placesOfName(document: QueryDocument, name: string): Generator<NamePlace[]> {
  for (const placed of document.placedBlocks())
    yield placed.block.text.includes(name) ? placesIn(placed, name) : [];
}

const placesIn = (placed: PlacedBlock, name: string): NamePlace[] => [
  ...placed.block.variables
    .filter(definition => definition.name.text === name)
    .map(definition => ({ placed, span: definition.name.span, definition: true })),
  ...promptNames(placed)
    .filter(({ text }) => text === name)
    .map(({ span }) => ({ placed, span, definition: true })),
  ...usesOf(placed)
    .filter(use => use.name === name)
    .map(use => ({ placed, span: use.nameSpan, definition: false })),
];

/** Every use in a block, in values of variables and in the body. */
function usesOf({ block }: PlacedBlock): VariableUse[] {
  if (!block.text.includes('{{')) return [];
  return block.lines
    .filter(line => line.kind === 'body' || line.kind === 'variable')
    .flatMap(line => usesIn(block.text, line.start, line.end));
}

const defines = ({ block }: PlacedBlock, name: string): boolean =>
  block.variables.some(definition => definition.name.text === name) ||
  promptNames({ block }).some(({ text }) => text === name);

/** The names in the prompts that are written in a block. */
const promptNames = ({ block }: Pick<PlacedBlock, 'block'>): readonly Token[] =>
  block.text.includes('@prompt') ? new Scope(block).prompts.map(({ name }) => name) : [];

const holds = (span: Span, offset: number): boolean => span.start <= offset && offset <= span.end;
