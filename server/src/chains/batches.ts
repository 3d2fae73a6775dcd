/** How the values of a column are spread over requests. */
import { canBeGiven } from '../queryfile/inserted-values.ts';
import type { BatchLimits } from '../runners/runner.ts';

/** The values that requests are made for: each once, without those that no site takes. */
export const distinctValues = (values: Iterable<string>): readonly string[] =>
  [...new Set(values)].filter(value => value.trim() !== '' && canBeGiven(value));

/** Values in batches within the limits, in their order; one that is too long is alone. */
export function batchesOf(
  values: readonly string[],
  { values: most, characters: longest }: BatchLimits,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = 0;
  for (const value of values) {
    const last = batches.at(-1);
    length += value.length + between;
    if (last !== undefined && last.length < most && length <= longest) last.push(value);
    else {
      batches.push([value]);
      length = value.length + between;
    }
  }
  return batches;
}

/** Characters of quotes and a separator. */
const between = 4;
