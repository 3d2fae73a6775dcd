import apps from '../../catalogue/jql/apps.json' with { type: 'json' };
import catalogue from '../../catalogue/jql/catalogue.json' with { type: 'json' };
import texts from '../../catalogue/jql/texts.json' with { type: 'json' };
import usage from '../../catalogue/jql/usage.json' with { type: 'json' };
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { readJqlCatalogue } from './catalogue/read-catalogue.ts';
import { jqlTexts } from './catalogue/catalogue-texts.ts';
import { JqlUsage } from './catalogue/usage.ts';

/** What is known of every tracker, read once. */
export const builtInJql: JqlKnowledge = {
  catalogue: readJqlCatalogue(catalogue, apps),
  texts: jqlTexts(texts),
  usage: new JqlUsage(usage),
  platform: undefined,
};
