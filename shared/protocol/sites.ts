/** Sites by their kind, name and address. */
import * as v from 'valibot';
import { object } from './schema.ts';

export const siteKindSchema = v.picklist(['wiki', 'tracker']);
export type SiteKind = v.InferOutput<typeof siteKindSchema>;

export const siteSchema = object({ name: v.string(), kind: siteKindSchema, url: v.string() });
export type Site = v.InferOutput<typeof siteSchema>;
/** A site's name and address. */
export type SiteAddress = Pick<Site, 'name' | 'url'>;
/** The parts of a site that identify it for credentials, whatever its name. */
export type SiteIdentity = Pick<Site, 'kind' | 'url'>;

export const siteReferenceSchema = object({
  /** The name of a configured site. */
  site: v.string(),
});
export type SiteReference = v.InferOutput<typeof siteReferenceSchema>;
