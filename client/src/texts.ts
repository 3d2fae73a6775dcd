/** The texts of the extension, from one table that can be translated. */
import { fillTemplate, type Values } from '#shared/base/text/wording.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import table from './texts.json' with { type: 'json' };

export type TextId = keyof typeof table;

/** A text in which the editor finds no link: `[label](address)` gets a blank. */
export const withoutLinks = (words: string): string => words.replaceAll('](', '] (');

/** The text of an id, with its `{placeholders}` replaced by values, which are without links. */
export const text = (id: TextId, values: Values = {}): string =>
  withoutLinks(fillTemplate(table[id], values));

/** The message of an error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The name of a file, without its folders. */
export const fileNameOf = ({ path }: { readonly path: string }): string =>
  path.slice(path.lastIndexOf('/') + 1);

const plural = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** A number with its digits grouped: "2,000". */
export const grouped = (count: number): string => numbers.format(count);

/** A count with its noun: "1 row", "2,000 rows"; from the texts `<id>.one` and `<id>.other`. */
export const counted = (id: 'row' | 'newRow', count: number): string =>
  text(`${id}.${plural.select(count) === 'one' ? 'one' : 'other'}`, { count: grouped(count) });

/** The state of a session in a few words; a token has no account that could be named. */
export const sessionText = ({ state, account = '' }: Pick<SessionState, 'state' | 'account'>): string =>
  state === 'signedIn' && account === ''
    ? text('session.state.token')
    : text(`session.state.${state}`, { account: account || text('session.tokenAccount') });
