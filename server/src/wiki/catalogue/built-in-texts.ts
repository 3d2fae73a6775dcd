import texts from '../../../catalogue/wiki/texts.json' with { type: 'json' };
import wikimediaTexts from '../../../catalogue/wiki/wikimedia-texts.json' with { type: 'json' };
import { wikiTexts } from './catalogue-texts.ts';

/** The texts about the built-in modules. They are a file of their own, so that a page can load them when it needs them. */
export const builtInTexts = wikiTexts(texts, wikimediaTexts);
