/** Sites by their kind, name and address. */
import * as v from 'valibot';
import { object, optional } from './schema.ts';

export const siteKindSchema = v.picklist(['wiki', 'tracker']);
export type SiteKind = v.InferOutput<typeof siteKindSchema>;

export const siteSchema = object({
  name: v.string(),
  kind: siteKindSchema,
  url: v.string(),
  /** The address below which a tracker's pages are; absent = `url`. */
  pages: optional(v.string()),
});
export type Site = v.InferOutput<typeof siteSchema>;
/** A site's name, its address and that of its pages. */
export type SiteAddress = Pick<Site, 'name' | 'url' | 'pages'>;
/** The parts of a site that identify it for credentials, whatever its name. */
export type SiteIdentity = Pick<Site, 'kind' | 'url'>;

export const siteReferenceSchema = object({
  /** The name of a configured site. */
  site: v.string(),
});
export type SiteReference = v.InferOutput<typeof siteReferenceSchema>;
