/** The settings that the server reads, the options that the extension starts it with, and the check that it responds. */
import * as v from 'valibot';
import { object, request } from './schema.ts';
import { siteKindSchema } from './sites.ts';

/** A site as the setting `wikijql.sites` has it under its name; of no known kind it is a wiki. */
const siteEntrySchema = object({
  kind: v.optional(v.fallback(siteKindSchema, 'wiki'), 'wiki'),
  /** A wiki's api.php, or a tracker's base address. */
  url: v.string(),
});

const keywordCaseSchema = v.picklist(['upper', 'lower', 'keep']);

const embeddedCheckSchema = v.picklist(['auto', 'always', 'never']);

/** A setting of another shape is as if it were not set. */
const setting = <const Schema extends v.GenericSchema>(schema: Schema, unset: v.InferOutput<Schema>) =>
  v.optional(
    v.fallback(schema, () => unset),
    () => unset,
  );

/** The entries of a dictionary that a schema takes; the others are left out. */
const entriesOf = <Entry>(schema: v.GenericSchema<unknown, Entry>) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((given): Readonly<Record<string, Entry>> =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => {
          const { success, output } = v.safeParse(schema, value);
          return success ? [[name, output]] : [];
        }),
      ),
    ),
  );

const texts = v.pipe(
  v.array(v.unknown()),
  v.transform((values): readonly string[] => values.filter(value => typeof value === 'string')),
);

/** The settings that the server reads, section `wikijql`, as a client sends them; what is missing is as if not set. */
export const settingsSchema = object({
  sites: setting(entriesOf(siteEntrySchema), {}),
  /** The site of a query without a site; empty = none. */
  defaultSite: setting(v.string(), ''),
  /** Who operates this client, for the User-Agent: an address or a user page. */
  contact: setting(v.string(), ''),
  /** Rows in all where a query has neither `@limit` nor `@all`. */
  limit: setting(v.pipe(v.number(), v.minValue(1), v.transform(Math.floor)), 500),
  /** Whether each site is asked for its own modules and namespaces; else the built-in catalogue is used for all. */
  siteCatalogues: setting(v.boolean(), true),
  /** The profile of wikis of which nothing is known and that are not Wikimedia's; empty = none. */
  profile: setting(v.string(), ''),
  /** Whether a site is asked for values while they are typed; not without `siteCatalogues`. */
  suggestions: setting(v.boolean(), true),
  /** How the formatter writes the keywords of JQL. */
  keywordCase: setting(keywordCaseSchema, 'upper'),
  embedded: setting(
    object({
      /** Whether queries in files of other languages are checked; `auto` = in workspaces that have query files. */
      check: setting(embeddedCheckSchema, 'auto'),
    }),
    { check: 'auto' },
  ),
  results: setting(
    object({
      /** Megabytes that the results of a session may take. */
      maximumSize: setting(v.pipe(v.number(), v.minValue(1)), 4096),
      /** Read once, at the start. */
      inMemory: setting(v.boolean(), false),
    }),
    { maximumSize: 4096, inMemory: false },
  ),
  snapshots: setting(
    object({
      /** Days after which a snapshot is deleted; 0 = never. */
      maximumAge: setting(v.pipe(v.number(), v.minValue(0)), 365),
      /** Megabytes that all snapshots may take. */
      maximumSize: setting(v.pipe(v.number(), v.minValue(1)), 1024),
    }),
    { maximumAge: 365, maximumSize: 1024 },
  ),
  agents: setting(
    object({
      /** False: no tool does anything. */
      enabled: setting(v.boolean(), true),
      /** The names of the sites that agents may ask. */
      sites: setting(texts, []),
      /** Rows that a run of an agent may fetch. */
      maximumRows: setting(v.pipe(v.number(), v.minValue(1), v.transform(Math.floor)), 10_000),
    }),
    { enabled: true, sites: [], maximumRows: 10_000 },
  ),
  http: setting(
    object({
      proxy: setting(v.string(), ''),
      /** Certificates as PEM, not their files. */
      certificateAuthorities: setting(texts, []),
    }),
    { proxy: '', certificateAuthorities: [] },
  ),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** The options of the extension at `initialize`; a member of another shape is as if it were absent. */
export const initializationOptionsSchema = object({
  /** The client registers the commands of lenses and fixes itself, and shows panels. */
  panels: setting(v.boolean(), false),
  /** False in an untrusted workspace: nothing runs. */
  trusted: setting(v.boolean(), true),
  settings: setting(v.unknown(), undefined),
  /** A folder for what all windows share and is not a secret; empty = the user's usual one. */
  storage: setting(v.string(), ''),
  /** Letters, digits and hyphens, unique for each window: a server that it starts again finds the results of the one before. */
  session: setting(v.pipe(v.string(), v.regex(/^[\w-]+$/)), ''),
});
export type InitializationOptions = v.InferInput<typeof initializationOptionsSchema>;

/** The server responds at once whatever else it does, unless it hangs. */
export const pingRequest = request('wikijql/ping', object({}), v.null());
