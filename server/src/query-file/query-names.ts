import type { Problem } from '#shared/base/text/problem.ts';
import { type Directive, isIdentifier, type QueryBlock } from './block.ts';
import type { QueryDocument } from './query-document.ts';
import { visibleLine } from '#shared/base/visible-text.ts';

/** True for a text that can follow `# @name`. */
export const isQueryName = isIdentifier;

const names = new WeakMap<QueryBlock, Directive | false>();

/** The `@name` of a block; `undefined` where it has none. Reads a block only once. */
export function nameOf(block: QueryBlock): Directive | undefined {
  let directive = names.get(block);
  if (directive === undefined) {
    directive =
      (block.text.includes('@name') && block.directives.findLast(({ key }) => key.text === 'name')) || false;
    names.set(block, directive);
  }
  return directive || undefined;
}

/** The problem of every query whose name an earlier query of the file has. */
export function duplicateNames(blocks: Iterable<QueryBlock>): ReadonlyMap<QueryBlock, Problem> {
  const usedNames = new Set<string>();
  const problems = new Map<QueryBlock, Problem>();
  for (const block of blocks) {
    const directive = nameOf(block);
    if (directive === undefined || directive.value.text === '') continue;
    const { text, span } = directive.value;
    if (usedNames.has(text))
      problems.set(block, { code: 'duplicate-name', severity: 'warning', span, arguments: { name: text } });
    usedNames.add(text);
  }
  return problems;
}

/** A query of a file and its label: its `@name`, else its title, else its number from 1. */
export interface LabelledQuery {
  readonly index: number;
  readonly number: number;
  readonly label: string;
  /** Its title, where the label is its `@name`. */
  readonly title?: string;
}

const isQuery = ({ body, separated, role }: QueryBlock): boolean =>
  role !== 'rest' && (separated || body !== undefined);

/** The queries of a file: blocks with a body or a `###` line, as far as they are read. */
export function labelledQueries({ blocks }: QueryDocument): readonly LabelledQuery[] {
  const queries = blocks.flatMap((block, index) => (isQuery(block) ? [{ block, index }] : []));
  return queries.map(({ block, index }, place) => ({
    index,
    number: place + 1,
    ...labelOf(block, place + 1),
  }));
}

/** The first query that has a label, else a title, else the one of that number; `[]` = none. */
export function queriesNamed<Query extends LabelledQuery>(
  queries: readonly Query[],
  name: string,
): readonly Query[] {
  const match =
    queries.find(({ label }) => label === name) ??
    queries.find(({ title }) => title === name) ??
    queries.find(({ number }) => String(number) === name);
  return match === undefined ? [] : [match];
}

function labelOf(block: QueryBlock, number: number): Pick<LabelledQuery, 'label' | 'title'> {
  const name = shown(nameOf(block)?.value.text);
  const title = shown(block.title?.text);
  if (name === '') return { label: title === '' ? String(number) : title };
  return { label: name, ...(title !== '' && { title }) };
}

const shown = (label = ''): string => visibleLine(label).slice(0, 200);
