import names from '../../../catalogue/wiki/namespaces.json' with { type: 'json' };

/** The ids of the namespaces that every wiki has, by their English names in lower case. */
export const canonicalNamespaces: ReadonlyMap<string, number> = new Map(
  Object.entries(names).flatMap(([id, aliases]) =>
    aliases.map(alias => [alias.toLowerCase(), Number(id)] as const),
  ),
);

/** The English names of the namespaces that every wiki has, by their ids. */
export const englishNamespaces: ReadonlyMap<number, string> = new Map(
  Object.entries(names).flatMap(([id, [name]]) => (name === undefined ? [] : [[Number(id), name] as const])),
);
