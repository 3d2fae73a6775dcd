import paraminfo from '../../catalogue/wiki/paraminfo.json' with { type: 'json' };
import rules from '../../catalogue/wiki/rules.json' with { type: 'json' };
import texts from '../../catalogue/wiki/texts.json' with { type: 'json' };
import usage from '../../catalogue/wiki/usage.json' with { type: 'json' };
import wikimediaParaminfo from '../../catalogue/wiki/wikimedia-paraminfo.json' with { type: 'json' };
import wikimediaRules from '../../catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import wikimediaTexts from '../../catalogue/wiki/wikimedia-texts.json' with { type: 'json' };
import { builtInCatalogueOf } from './catalogue/catalogue.ts';
import type { WikiKnowledge } from './catalogue/knowledge.ts';
import { readRules, rulesByModule } from './catalogue/read-rules.ts';
import { wikiTexts } from './catalogue/catalogue-texts.ts';
import { WikiUsage } from './catalogue/usage.ts';
import { withWikimedia } from './catalogue/wikimedia.ts';

/** What wikijql knows of wikis before it asks one: the usual modules, and those of Wikimedia's extensions. */
export const readBuiltIn = (): WikiKnowledge => ({
  catalogue: withWikimedia(builtInCatalogueOf(paraminfo), wikimediaParaminfo),
  texts: wikiTexts(texts, wikimediaTexts),
  usage: new WikiUsage(usage),
  rules: rulesByModule([...readRules(rules), ...readRules(wikimediaRules)]),
  offersExtensions: true,
});
