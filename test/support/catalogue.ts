import data from '../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import { readBuiltIn } from '../../server/src/wiki/catalogue/built-in.ts';
import { readCatalogue } from '../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../../server/src/wiki/catalogue/knowledge.ts';

/** What the product knows of wikis before it asks one. */
export const builtIn: WikiKnowledge = readBuiltIn();

/** The catalogue that the product ships. */
export const builtInCatalogue = builtIn.catalogue;

/** The part of it that the specification lists: the modules of every wiki, as nothing extends them. */
export const coreCatalogue = readCatalogue(data);
