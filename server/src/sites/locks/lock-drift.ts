/** Compares two locks of a site. */
import type { Lock, TrackerLock, WikiLock } from './lock-schema.ts';

/** The kinds of entries of a lock. */
type LockedKind =
  | 'software'
  | 'module'
  | 'parameter'
  | 'value'
  | 'namespace'
  | 'field'
  | 'function'
  | 'project'
  | 'status'
  | 'version';

/** An entry that was added, removed or changed at a site. */
export interface Difference {
  readonly change: 'added' | 'removed' | 'changed';
  readonly kind: LockedKind;
  readonly name: string;
  /** Its facts before the change; absent = it was added or removed. */
  readonly from?: string;
  /** Its facts after the change. */
  readonly to?: string;
}

/** An entry of a lock, compared by its key. */
interface Entry {
  readonly kind: LockedKind;
  readonly name: string;
  /** The facts that can change. */
  readonly facts: ReadonlyMap<string, string>;
  /** The key of the entry that it is a part of; it is added and removed together with it. */
  readonly within?: string;
}
type Entries = ReadonlyMap<string, Entry>;

/** The changes at a site since a lock of it was made, in the order of the lock. */
export function driftOf(old: Lock, now: Lock): readonly Difference[] {
  const before = entriesOf(old, now);
  const after = entriesOf(now, old);
  return [
    ...missingIn(after, before).map(entry => difference('removed', entry)),
    ...missingIn(before, after).map(entry => difference('added', entry)),
    ...[...after].flatMap(([key, entry]) => changesOf(before.get(key), entry)),
  ];
}

const difference = (change: 'added' | 'removed', { kind, name }: Entry): Difference => ({
  change,
  kind,
  name,
});

const missingIn = (others: Entries, entries: Entries): Entry[] =>
  [...entries].flatMap(([key, entry]) =>
    others.has(key) || (entry.within !== undefined && !others.has(entry.within)) ? [] : [entry],
  );

function changesOf(before: Entry | undefined, { kind, name, facts }: Entry): Difference[] {
  if (before === undefined) return [];
  const changed = [...new Set([...before.facts.keys(), ...facts.keys()])].filter(
    fact => before.facts.get(fact) !== facts.get(fact),
  );
  if (changed.length === 0) return [];
  const words = (of: Entry['facts']): string =>
    changed.map(fact => `${fact === '' ? '' : `${fact} `}${of.get(fact) ?? '–'}`).join(', ');
  return [{ change: 'changed', kind, name, from: words(before.facts), to: words(facts) }];
}

/** The entries of a lock, without the lists that the other lock does not have. */
function entriesOf(lock: Lock, other: Lock): Entries {
  const software: Entry = { kind: 'software', name: lock.site, facts: new Map([['', lock.software]]) };
  const entries = lock.kind === 'wiki' ? wikiEntries(lock) : trackerEntries(lock);
  const otherLists = other.kind === 'tracker' ? new Set(Object.keys(other)) : undefined;
  return new Map([
    ['software', software],
    ...entries.filter(([, { kind }]) => otherLists?.has(listOf[kind] ?? 'fields') !== false),
  ]);
}

/** The members of a tracker's lock that can be absent. */
const listOf: Readonly<Partial<Record<LockedKind, string>>> = {
  project: 'projects',
  status: 'statuses',
  version: 'versions',
};

type Json = Readonly<Record<string, unknown>>;
type Keyed = readonly [key: string, entry: Entry];

/** Members that are compared separately, or do not matter for queries. */
const apart = new Set([
  'path',
  'name',
  'parameters',
  'templatedparameters',
  'helpurls',
  'submodules',
  'deprecatedvalues',
]);

const factsOf = (entry: Json): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(entry).flatMap(([key, value]) =>
      apart.has(key) || (key === 'type' && Array.isArray(value))
        ? []
        : [[key, JSON.stringify(value)] as const],
    ),
  );

const objectsOf = (list: unknown): Json[] =>
  Array.isArray(list)
    ? list.filter((item): item is Json => typeof item === 'object' && item !== null && !Array.isArray(item))
    : [];
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
const nameOf = (entry: Json): string => textsOf([entry['name']])[0] ?? '';

function wikiEntries({ modules, namespaces }: WikiLock): Keyed[] {
  return [
    ...modules.flatMap((module): Keyed[] => {
      const name = nameOf(module);
      const key = `module ${name}`;
      const parameters = [...objectsOf(module['parameters']), ...objectsOf(module['templatedparameters'])];
      return [
        [key, { kind: 'module', name, facts: factsOf(module) }],
        ...parameters.flatMap(parameter => parameterEntries(parameter, name, key)),
      ];
    }),
    ...namespaces.map(({ id, names }): Keyed => {
      const facts = new Map([['', names.map(name => `“${name}”`).join(', ')]]);
      return [`namespace ${id}`, { kind: 'namespace', name: String(id), facts }];
    }),
  ];
}

function parameterEntries(parameter: Json, module: string, within: string): Keyed[] {
  const name = `${module}.${nameOf(parameter)}`;
  const key = `parameter ${name}`;
  const deprecated = new Set(textsOf(parameter['deprecatedvalues']));
  // The values of such a parameter are modules, which are compared separately.
  const values = parameter['submodules'] === undefined ? textsOf(parameter['type']) : [];
  return [
    [key, { kind: 'parameter', name, facts: factsOf(parameter), within }],
    ...values.map((value): Keyed => {
      const facts = new Map([['deprecated', String(deprecated.has(value))]]);
      return [`value ${name}=${value}`, { kind: 'value', name: `${name}=${value}`, facts, within: key }];
    }),
  ];
}

const keyedEntry = (kind: LockedKind, key: string, name: string, facts: Entry['facts']): Keyed => [
  `${kind} ${key}`,
  { kind, name, facts },
];
const nameFacts = (name: string): Entry['facts'] => new Map([['', `“${name}”`]]);

function trackerEntries(lock: TrackerLock): Keyed[] {
  return [
    ...lock.fields.map(({ value, cfid, ...field }) =>
      keyedEntry('field', cfid ?? value, value, factsOf({ ...field, value })),
    ),
    ...lock.functions.map(({ value, ...about }) => keyedEntry('function', value, value, factsOf(about))),
    ...(lock.projects ?? []).map(({ id, key, name }) =>
      keyedEntry(
        'project',
        id === '' ? key : id,
        key,
        new Map([
          ['key', key],
          ['name', `“${name}”`],
        ]),
      ),
    ),
    ...(lock.statuses ?? []).map(({ id, name }) => keyedEntry('status', id || name, name, nameFacts(name))),
    ...(lock.versions ?? []).map(({ id, project, name }) =>
      keyedEntry('version', id || `${project} ${name}`, `${project} ${name}`, nameFacts(name)),
    ),
  ];
}
