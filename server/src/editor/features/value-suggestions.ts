/** Values that sites suggest. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { SuggestedValue, ValueQuery } from '../../query-file/language/language-service.ts';
import type { DocumentHost } from '../documents/document-host.ts';
import type { QueryPlace } from '../documents/query-views.ts';
import { siteOf } from '../../sites/settings/site-lookup.ts';

/** Milliseconds for which a list waits for a site; later suggestions are in the next list. */
const maxWaitMs = 250;

/** The values that a site suggests at a place. */
export interface Suggested {
  /** Absent = the site was not asked, suggests nothing, or did not answer yet. */
  readonly values?: readonly SuggestedValue[];
  /** True where the next character, or a response that is under way, can bring other values. */
  readonly changes: boolean;
}

const nothing: Suggested = { changes: false };
const late = Symbol('late');

/** Asks the site of a query for values, where the settings let it be asked; waits for a short moment only. */
export async function suggestedAt(
  host: DocumentHost,
  place: QueryPlace,
  signal: AbortSignal,
): Promise<Suggested> {
  const { document, view, offset, language } = place;
  const { service, runner } = language;
  const { settings, runtime, trusted } = host;
  const isWanted = settings.language.siteCatalogues && settings.language.suggestions;
  if (!trusted || !isWanted || runner.suggested === undefined) return nothing;
  const query = service.valueQuery?.(view, offset, host.contextOf(document.uri));
  const { site } = siteOf(view, settings, runner.kind);
  if (query === undefined || site === undefined) return nothing;
  const { version } = document;
  const suggestions = runtime.backend.suggest(site, query, signal);
  const answer = await Promise.race([suggestions, runtime.pause(maxWaitMs).then((): typeof late => late)]);
  if (answer === late) suggestions.catch((error: unknown) => host.fault('suggestions', error));
  if (document.version !== version)
    throw new ResponseError(LSPErrorCodes.ContentModified, 'Content modified');
  if (answer === late) return { changes: true };
  return answer === undefined ? nothing : { values: runner.suggested(answer), changes: true };
}

/** Returns what the site of a query suggests for a value that is typed outside of the query; `[]` = nothing, or not asked. */
export async function suggestedFor(
  host: DocumentHost,
  { view, language: { runner } }: QueryPlace,
  query: ValueQuery,
  signal: AbortSignal,
): Promise<readonly SuggestedValue[]> {
  const { settings, runtime, trusted } = host;
  const { site } = siteOf(view, settings, runner.kind);
  if (!trusted || !settings.language.suggestions || site === undefined || runner.suggested === undefined)
    return [];
  const answer = await runtime.backend.suggest(site, query, signal);
  return answer === undefined ? [] : runner.suggested(answer);
}
