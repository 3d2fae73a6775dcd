/** The settings that the server reads, the options that the extension starts it with, and the check that it responds. */
import * as v from 'valibot';
import { object, optional, request } from './schema.ts';
import { siteKindSchema } from './sites.ts';

/** A site in the setting `wikijql.sites`, under its name; a site without a kind counts as a wiki. */
const siteEntrySchema = object({
  kind: v.optional(siteKindSchema, 'wiki'),
  /** A wiki's api.php, or a tracker's base address. */
  url: v.string(),
  /** The address below which a tracker's pages are, where they are not below `url`. */
  pages: optional(v.fallback(v.string(), '')),
});

/** The files of the certificate that this machine shows a site, by the site's address. Their contents stay with the network. */
const clientCertificateSchema = object({
  /** PEM or PFX. */
  file: v.string(),
  /** The key, where it is not in that file. */
  key: optional(v.string()),
});
export type ClientCertificate = v.InferOutput<typeof clientCertificateSchema>;

/** A setting; a value of another shape counts as not set. */
const setting = <const Schema extends v.GenericSchema>(schema: Schema, unset: v.InferOutput<Schema>) =>
  v.optional(
    v.fallback(schema, () => unset),
    () => unset,
  );

/** A dictionary of entries that a schema accepts; other entries are left out. */
const entriesOf = <Entry>(schema: v.GenericSchema<unknown, Entry>) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((entries): Readonly<Record<string, Entry>> =>
      Object.fromEntries(
        Object.entries(entries).flatMap(([name, value]) => {
          const { success, output } = v.safeParse(schema, value);
          return success ? [[name, output]] : [];
        }),
      ),
    ),
  );

/** The setting `wikijql.sites`; entries that are no sites are left out. */
export const sitesSchema = setting(entriesOf(siteEntrySchema), {});

const texts = v.pipe(
  v.array(v.unknown()),
  v.transform((values): readonly string[] => values.filter(value => typeof value === 'string')),
);

const count = v.pipe(v.number(), v.minValue(1), v.transform(Math.floor));

/** A table of settings; where it has another shape, none of them is set. */
const table = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.optional(v.fallback(v.record(v.string(), v.unknown()), {}), {}), object(entries));

/** The table `wikijql.language`: how queries are checked, completed and formatted. */
export const languageSettingsSchema = table({
  /** Whether sites are asked for their own modules and namespaces; otherwise the built-in catalogue applies to all. */
  siteCatalogues: setting(v.boolean(), true),
  /** Whether sites are asked for values during completion; only together with `siteCatalogues`. */
  suggestions: setting(v.boolean(), true),
  /** The profile of wikis without a known description that are not Wikimedia's; empty = none. */
  profile: setting(v.string(), ''),
  /** The case in which the formatter writes the keywords of JQL. */
  keywordCase: setting(v.picklist(['upper', 'lower', 'keep']), 'upper'),
  /** Whether queries in files of other languages are checked; `auto` = in workspaces that have query files. */
  embeddedQueries: setting(v.picklist(['auto', 'always', 'never']), 'auto'),
});

/** The table `wikijql.advanced`: how much is kept and where, and how much agents may fetch. */
export const advancedSettingsSchema = table({
  /** The maximum size of the results of a session, in megabytes. */
  resultsMegabytes: setting(v.pipe(v.number(), v.minValue(1)), 4096),
  /** Read only at the start. */
  resultsInMemory: setting(v.boolean(), false),
  /** The maximum size of all snapshots, in megabytes. */
  snapshotsMegabytes: setting(v.pipe(v.number(), v.minValue(1)), 1024),
  /** The days after which a snapshot is deleted; 0 = never. */
  snapshotsDays: setting(v.pipe(v.number(), v.minValue(0)), 365),
  /** The number of runs that the history of a workspace has. */
  historyEntries: setting(count, 100),
  /** The maximum number of rows that a run of an agent may fetch. */
  agentRows: setting(count, 10_000),
});

/** The settings `wikijql.http`. */
export const httpSettingsSchema = object({
  proxy: setting(v.string(), ''),
  /** Certificates in PEM format for the server; the names of their files as the user writes them. */
  certificateAuthorities: setting(texts, []),
  clientCertificates: setting(entriesOf(clientCertificateSchema), {}),
});

/**
 * The settings that the server reads, section `wikijql`, as a client sends them; missing settings have their
 * defaults.
 */
export const settingsSchema = object({
  sites: sitesSchema,
  /** The site of queries that name none; empty = none. */
  defaultSite: setting(v.string(), ''),
  /** The operator of this client, for the User-Agent: an address or a user page. */
  contact: setting(v.string(), ''),
  /** The maximum number of rows of queries with neither `@limit` nor `@all`. */
  limit: setting(count, 500),
  language: languageSettingsSchema,
  advanced: advancedSettingsSchema,
  agents: setting(
    object({
      /** Whether the tools for agents work at all. */
      enabled: setting(v.boolean(), true),
      /** The names of the sites that agents may use. */
      sites: setting(texts, []),
    }),
    { enabled: true, sites: [] },
  ),
  http: setting(httpSettingsSchema, { proxy: '', certificateAuthorities: [], clientCertificates: {} }),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** The options of the extension at `initialize`; a member of another shape counts as absent. */
export const initializationOptionsSchema = object({
  /** Whether the client registers the commands of lenses and fixes itself, and shows panels. */
  panels: setting(v.boolean(), false),
  /** Whether the client opens the addresses of pages about problems. */
  problemPages: setting(v.boolean(), false),
  /** Whether the client asks for the explanation of a completion that it shows; otherwise each comes with it. */
  resolves: setting(v.boolean(), true),
  /** The scheme of links that open a query in the editor. */
  uriScheme: setting(v.pipe(v.string(), v.regex(/^[a-z][a-z-]*$/)), 'vscode'),
  /** False in an untrusted workspace, where no query runs. */
  trusted: setting(v.boolean(), true),
  settings: setting(v.unknown(), undefined),
  /** The folder for data that all windows share, without secrets; empty = the user's default one. */
  storage: setting(v.string(), ''),
  /** Letters, digits and hyphens, unique for each window: a restarted server finds the results of the previous one. */
  session: setting(v.pipe(v.string(), v.regex(/^[\w-]+$/)), ''),
});
export type InitializationOptions = v.InferInput<typeof initializationOptionsSchema>;

/** Checks that the server responds, which it does at once whatever else it does, unless it hangs. */
export const pingRequest = request('wikijql/ping', object({}), v.null());
