import type { SiteLock } from '../../common/site-lock.ts';
import type { JqlCatalogue, Platform } from './catalogue.ts';
import type { JqlTexts } from './catalogue-texts.ts';
import type { StoredValuesByType } from './stored-values.ts';
import type { JqlUsage } from './usage.ts';

/** What is known of a tracker: what its queries can be made of, the explanations of that, and what people use most. */
export interface JqlKnowledge {
  readonly catalogue: JqlCatalogue;
  readonly texts: JqlTexts;
  readonly usage: JqlUsage;
  /** Undefined = not known: then nothing is wrong that is right on either. */
  readonly platform: Platform | undefined;
  /** In which the tracker reads the dates of a query, an IANA name; absent = not known. */
  readonly timeZone?: string;
  /** Where the catalogue is from, if it is stored: the site, and when it was asked. */
  readonly lock?: Pick<SiteLock, 'site' | 'time'>;
  /** The values that are stored; absent = none are. */
  readonly storedValues?: StoredValuesByType;
}
