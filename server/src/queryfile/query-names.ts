import type { Problem } from '../language/problem.ts';
import { type Directive, isIdentifier, type QueryBlock } from './block.ts';

/** True for a text that can follow `# @name`. */
export const isQueryName = isIdentifier;

const names = new WeakMap<QueryBlock, Directive | false>();

/** The `@name` of a block; `undefined` where it has none. Reads a block only once. */
export function nameOf(block: QueryBlock): Directive | undefined {
  let found = names.get(block);
  if (found === undefined) {
    found =
      (block.text.includes('@name') && block.directives.findLast(({ key }) => key.text === 'name')) || false;
    names.set(block, found);
  }
  return found || undefined;
}

/** For every query of a file whose name an earlier one has already, what to say of it. */
export function duplicateNames(blocks: Iterable<QueryBlock>): ReadonlyMap<QueryBlock, Problem> {
  const taken = new Set<string>();
  const problems = new Map<QueryBlock, Problem>();
  for (const block of blocks) {
    const directive = nameOf(block);
    if (directive === undefined || directive.value.text === '') continue;
    const { text, span } = directive.value;
    if (taken.has(text))
      problems.set(block, { code: 'duplicate-name', severity: 'warning', span, arguments: { name: text } });
    taken.add(text);
  }
  return problems;
}
