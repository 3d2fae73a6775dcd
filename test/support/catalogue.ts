import data from '../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import { readCatalogue } from '../../server/src/wiki/catalogue/catalogue.ts';

/** The catalogue that the product ships, for tests. */
export const builtInCatalogue = readCatalogue(data);
