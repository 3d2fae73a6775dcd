import data from '../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import { builtInTexts } from '../../server/src/wiki/catalogue/built-in-texts.ts';
import { readBuiltIn } from '../../server/src/wiki/catalogue/built-in.ts';
import { readCatalogue } from '../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../../server/src/wiki/catalogue/knowledge.ts';

/** The built-in knowledge about wikis. */
export const builtIn: WikiKnowledge = readBuiltIn(builtInTexts);

/** The catalogue that the product ships. */
export const builtInCatalogue = builtIn.catalogue;

/** The modules of every wiki without extensions, which the specification lists. */
export const coreCatalogue = readCatalogue(data);
