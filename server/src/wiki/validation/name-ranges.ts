/** The bounds of a list of names, from the earliest name to the latest; empty = no bound. */
export interface NameRange {
  readonly start: string;
  readonly end: string;
  readonly prefix: string;
}

/**
 * The two bounds that no name can keep together: `undefined` = there may be one, or the order is not certain. Wikis put names
 * in the order of their code points, and most begin all of them with a capital: only what is the same with and without that
 * is certain, and only for ASCII.
 */
export function rangeOfNames(
  range: NameRange,
  kind: 'titles' | 'users',
): readonly [keyof NameRange, keyof NameRange] | undefined {
  const names = [range.start, range.end, range.prefix];
  if (!names.every(name => plain[kind].test(name))) return undefined;
  const [written, capital] = [
    contradictingBounds(range, name => name),
    contradictingBounds(range, capitalized),
  ];
  return written !== undefined && capital !== undefined && written.join() === capital.join()
    ? written
    : undefined;
}

const plain = { titles: /^[\w ().,'-]*$/, users: /^[A-Za-z0-9]*$/ };

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

function contradictingBounds(
  range: NameRange,
  fold: (name: string) => string,
): readonly [keyof NameRange, keyof NameRange] | undefined {
  const stored = (name: string): string => fold(name.trim().replaceAll(' ', '_'));
  const [start, end, prefix] = [stored(range.start), stored(range.end), stored(range.prefix)];
  if (start !== '' && end !== '' && start > end) return ['start', 'end'];
  if (prefix === '') return undefined;
  if (start > prefix && !start.startsWith(prefix)) return ['start', 'prefix'];
  return end !== '' && end < prefix ? ['end', 'prefix'] : undefined;
}
