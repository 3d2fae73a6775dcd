import type { SiteLock } from '../../common/site-lock.ts';
import type { JqlCatalogue, Platform } from './catalogue.ts';
import { type JqlTexts, readJqlTexts } from './catalogue-texts.ts';
import type { StoredValuesByType } from './stored-values.ts';
import { JqlUsage } from './usage.ts';
import apps from '../../../catalogue/jql/apps.json' with { type: 'json' };
import catalogue from '../../../catalogue/jql/catalogue.json' with { type: 'json' };
import texts from '../../../catalogue/jql/texts.json' with { type: 'json' };
import usage from '../../../catalogue/jql/usage.json' with { type: 'json' };
import { readJqlCatalogue } from './read-catalogue.ts';

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

/** What is known of every tracker, read once. */
export const builtInJql: JqlKnowledge = {
  catalogue: readJqlCatalogue(catalogue, apps),
  texts: readJqlTexts(texts),
  usage: new JqlUsage(usage),
  platform: undefined,
};
