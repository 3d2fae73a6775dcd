import messages from '../../../catalogue/messages/wiki-completion.json' with { type: 'json' };
import type { Completion } from '../../query-file/language/language-service.ts';
import { optionalWordingOf, wordingOf } from '#shared/base/text/wording.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { missingUntil } from '../catalogue/profiles.ts';

/** A completion before its position is known: its edit is only a text. */
export interface Proposal extends Omit<Completion, 'edit'> {
  /** The inserted text as the wiki reads it; in the placeholder syntax of LSP where it is a snippet. */
  readonly text: string;
}

/** The key of a text beside a completion. */
export type DetailKey = keyof typeof messages;

export const say = wordingOf(messages);

/** The text of a key that comes from the data of a catalogue; undefined if there is no such text. */
export const sayIfKnown = optionalWordingOf(messages);

/**
 * Where each kind of proposal begins at the position of a name, in the order of the list. The names that open a query
 * without a module come before these.
 */
export const nameRanks = {
  required: 10,
  /** Whole queries where there is no query yet. */
  snippets: 20,
  /** The names that people use with the query's modules. */
  used: 60,
  /** The other parameters of these modules. */
  parameters: 100,
  /** Lines with a module where the query has none yet. */
  firstModules: 3000,
  actionParameters: 4000,
  mainParameters: 5000,
  formatParameters: 6000,
  modules: 7000,
  alwaysSent: 7500,
  deprecated: 8000,
  /** Whole queries where one has been started. */
  lastSnippets: 9500,
};

/** How much later in the list something comes than others of its kind. */
export const ranksLater = {
  internalModule: 100,
  deprecatedModule: 200,
  extensionModule: 300,
  continuation: 1000,
  /** A name that excludes one of the query. */
  excluded: 2000,
  /** A name that only a later version has. */
  laterVersion: 3500,
};

/**
 * The proposal; where the profile's version lacks the module or one of its `names`, it comes later and says since when they
 * exist.
 */
export function markLater(
  { profile }: WikiKnowledge,
  proposal: Proposal,
  module: string,
  ...names: readonly string[]
): Proposal {
  const version = missingUntil(profile, module, ...names);
  if (version === undefined) return proposal;
  const detail = say('since', { version, detail: proposal.detail ?? '' });
  return { ...proposal, detail, rank: proposal.rank + ranksLater.laterVersion };
}
