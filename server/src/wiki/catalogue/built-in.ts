import paraminfo from '../../../catalogue/wiki/paraminfo.json' with { type: 'json' };
import rules from '../../../catalogue/wiki/rules.json' with { type: 'json' };
import usage from '../../../catalogue/wiki/usage.json' with { type: 'json' };
import wikimediaParaminfo from '../../../catalogue/wiki/wikimedia-paraminfo.json' with { type: 'json' };
import wikimediaRules from '../../../catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import { builtInCatalogueOf } from './wiki-catalogue.ts';
import type { WikiKnowledge } from './knowledge.ts';
import { readRules, rulesByModule } from './read-rules.ts';
import type { WikiTexts } from './catalogue-texts.ts';
import { WikiUsage } from './wiki-usage.ts';
import { withWikimedia } from './wikimedia.ts';

/** The built-in knowledge of wikis: the usual modules, and those of Wikimedia's extensions. */
export const readBuiltIn = (texts: WikiTexts): WikiKnowledge => ({
  catalogue: withWikimedia(builtInCatalogueOf(paraminfo), wikimediaParaminfo),
  texts,
  usage: new WikiUsage(usage),
  rules: rulesByModule([...readRules(rules), ...readRules(wikimediaRules)]),
  offersExtensions: true,
});
