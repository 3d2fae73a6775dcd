/** The configured sites as the Sites view shows them, their stored catalogues, and the projects of trackers. */
import * as v from 'valibot';
import { sessionStateSchema } from './login.ts';
import { list, object, optional, request } from '../schema.ts';
import { siteReferenceSchema, siteSchema } from '../sites.ts';

const listedSiteSchema = object({
  site: siteSchema,
  isDefault: v.boolean(),
  session: sessionStateSchema,
  /** The software of the site, if it is known. */
  software: optional(v.string()),
  /** The built-in profile that its queries are checked by; absent = its own catalogue, or the default one. */
  profile: optional(v.string()),
  /** Who asks a wiki of Wikimedia, as its limits tell askers apart, and the requests a minute that it accepts; 0 = any number. */
  pace: optional(
    object({
      tier: v.picklist(['unidentified', 'identified', 'signedIn', 'bot']),
      perMinute: v.number(),
      established: v.number(),
    }),
  ),
  /** Its stored catalogue: when it was stored, or why it cannot be used. */
  lock: optional(object({ file: v.string(), time: optional(v.string()) })),
});
export type ListedSite = v.InferOutput<typeof listedSiteSchema>;

const siteListSchema = object({
  sites: list(listedSiteSchema),
  /** Sites with an invalid address, and a sentence that says why. */
  refused: list(object({ name: v.string(), message: v.string() })),
});
export type SiteList = v.InferOutput<typeof siteListSchema>;

/** The configured sites, without a request to any of them. */
export const siteListRequest = request('wikijql/siteList', object({}), siteListSchema);

const madeLockSchema = v.union([
  object({ folder: v.string(), name: v.string(), text: v.string() }),
  object({ problem: v.string() }),
]);
export type MadeLock = v.InferOutput<typeof madeLockSchema>;

/** Fetches a site's description for the client to store; signs in like a run. */
export const makeLockRequest = request('wikijql/makeLock', siteReferenceSchema, madeLockSchema);

/** Reads a site's stored catalogue again, and fetches its description when one of its queries is next checked. */
export const refreshCatalogueRequest = request('wikijql/refreshCatalogue', siteReferenceSchema, v.null());

/** The projects of a tracker, by which keys of issues are recognized in texts. */
const trackerProjectsSchema = object({
  site: v.string(),
  /** The keys of its projects, as far as they are known. */
  projects: list(v.string()),
});
export type TrackerProjects = v.InferOutput<typeof trackerProjectsSchema>;

/**
 * The trackers whose projects are known: from a stored catalogue that applies to the file, or from the tracker
 * itself. A tracker that was not asked before is asked only with an existing session or an accepted token.
 */
export const projectsRequest = request(
  'wikijql/projects',
  object({ uri: v.string() }),
  list(trackerProjectsSchema),
);
