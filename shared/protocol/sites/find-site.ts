/** The request that looks for the site of an address that a user typed. */
import * as v from 'valibot';
import { object, request } from '../schema.ts';
import { siteKindSchema } from '../sites.ts';

const siteIdentitySchema = object({ kind: siteKindSchema, url: v.string() });

const typedPageSchema = object({
  /** The address of any page of the site. */
  page: v.string(),
  /** The site that the address alone suggests. */
  likely: siteIdentitySchema,
});
export type TypedPage = v.InferOutput<typeof typedPageSchema>;

const siteFindingSchema = v.union([
  object({
    site: siteIdentitySchema,
    /** Its name and version; empty = it does not tell. */
    software: v.string(),
    /** It answers nothing without an account. */
    needsAccount: v.boolean(),
  }),
  /** The page leads to this address at another origin, which was not requested. */
  object({ leadsTo: v.string() }),
  /** A sentence that says why no site was found. */
  object({ problem: v.string() }),
]);
export type SiteFinding = v.InferOutput<typeof siteFindingSchema>;

/** Looks for a site by anonymous requests to the origin of its page. */
export const findSiteRequest = request('wikijql/findSite', typedPageSchema, siteFindingSchema);
