import type commonFixMessages from '../../catalogue/messages/query-file-fixes.json';
import type fixMessages from '../../catalogue/messages/wiki-fixes.json';
import type messages from '../../catalogue/messages/wiki.json';

/** A key that the data of the catalogue names; the tests of the data look for its wording. */
type KeyOfData = `rule.${string}` | `never-sent.${string}` | `forced-value.${string}`;

/** The key of a problem's wording. */
export type WikiMessage = keyof typeof messages | KeyOfData;

/** The key of a fix's title. */
export type WikiFixTitle = keyof typeof fixMessages | keyof typeof commonFixMessages;
