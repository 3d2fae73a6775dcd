import type { SiteLock } from '#shared/base/site-lock.ts';
import type { JqlCatalogue, Platform } from './catalogue.ts';
import { type JqlTexts, jqlTexts } from './catalogue-texts.ts';
import type { StoredValuesByType } from './stored-values.ts';
import { JqlUsage } from './usage.ts';
import apps from '../../../catalogue/jql/apps.json' with { type: 'json' };
import catalogue from '../../../catalogue/jql/catalogue.json' with { type: 'json' };
import texts from '../../../catalogue/jql/texts.json' with { type: 'json' };
import usage from '../../../catalogue/jql/usage.json' with { type: 'json' };
import { readJqlCatalogue } from './read-catalogue.ts';

/** All knowledge about a tracker: the catalogue of its queries, the explanations, and the usage counts. */
export interface JqlKnowledge {
  readonly catalogue: JqlCatalogue;
  readonly texts: JqlTexts;
  readonly usage: JqlUsage;
  /** Undefined = not known: then nothing is reported that is valid on either platform. */
  readonly platform: Platform | undefined;
  /** The time zone in which the tracker reads the dates of a query, an IANA name; absent = not known. */
  readonly timeZone?: string;
  /** The site whose stored catalogue this is, and when it was fetched; absent = the catalogue is not a stored one. */
  readonly lock?: Pick<SiteLock, 'site' | 'time'>;
  /** The stored values by type; absent = none are stored. */
  readonly storedValues?: StoredValuesByType;
}

/** The built-in knowledge about every tracker, read once. */
export const builtInJql: JqlKnowledge = {
  catalogue: readJqlCatalogue(catalogue, apps),
  texts: jqlTexts(texts),
  usage: new JqlUsage(usage),
  platform: undefined,
};
