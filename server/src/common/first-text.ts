/** The first text among the members of an object or a list, which mostly names it; `undefined` = none. */
export const firstText = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null
    ? Object.values(value).find((item): item is string => typeof item === 'string')
    : undefined;
