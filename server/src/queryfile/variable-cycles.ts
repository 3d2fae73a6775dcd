import type { QueryBlock, VariableDefinition } from './block.ts';
import { usesIn, type VariableUse } from './variables.ts';

/** A use in a definition that leads back to that definition. */
export interface CyclicUse {
  readonly definition: VariableDefinition;
  readonly use: VariableUse;
}

/**
 * The uses that make a block's definitions cyclic. A use refers to the definition above it, or, without one, to the one
 * below: only that can close a cycle.
 *
 * @param outer true for a name that is defined before the block begins
 */
export function cyclesOf(block: QueryBlock, outer: (name: string) => boolean): CyclicUse[] {
  const { variables, text } = block;
  const uses = variables.map(({ value }) => usesIn(text, value.span.start, value.span.end));
  if (uses.every(each => each.length === 0)) return [];
  const places = Map.groupBy(variables.keys(), index => variables[index]!.name.text);
  const meant = (from: number, name: string): number | undefined => {
    const indices = places.get(name) ?? [];
    return indices.findLast(index => index < from) ?? (outer(name) ? undefined : indices[0]);
  };
  const targets = uses.map((each, from) => each.map(({ name }) => meant(from, name)));
  return variables.flatMap((definition, from) =>
    uses[from]!.filter((_, at) => {
      const to = targets[from]![at];
      return to !== undefined && to >= from && leadsTo(targets, to, from);
    }).map(use => ({ definition, use })),
  );
}

function leadsTo(targets: readonly (readonly (number | undefined)[])[], from: number, to: number): boolean {
  const seen = new Set<number>();
  const waiting = [from];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (index === to) return true;
    if (seen.has(index)) continue;
    seen.add(index);
    for (const next of targets[index]!) if (next !== undefined) waiting.push(next);
  }
  return false;
}
