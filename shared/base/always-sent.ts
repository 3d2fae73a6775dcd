import table from '../../server/catalogue/wiki/always-sent.json' with { type: 'json' };

/** The parameters of a wiki's API that queries cannot choose, so that every response can be read; `null` = never sent. */
export const alwaysSentParameters: ReadonlyMap<string, string | null> = new Map(Object.entries(table));

/** The parameters that every request to a wiki's API holds unless it has other values for them. */
export const alwaysSentValues: readonly (readonly [name: string, value: string])[] = [
  ...alwaysSentParameters,
].flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
