import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { SuggestedValue, ValueQuery } from '../../language/service.ts';
import type { DocumentHost } from '../documents/document-host.ts';
import type { QueryPlace } from '../documents/query-views.ts';
import { siteOf } from '../../settings/query-site.ts';

/** Milliseconds for which a list waits for a site; what comes later is in the next list. */
const longestWait = 250;

/** What a site suggests for the value at a place. */
export interface Suggested {
  /** Absent = it was not asked, does not say, or did not answer yet. */
  readonly values?: readonly SuggestedValue[];
  /** True where the next letter, or an answer that is under way, can bring others. */
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
  const isWanted = settings.siteCatalogues && settings.suggestions;
  if (!trusted || !isWanted || runner.suggested === undefined) return nothing;
  const query = service.valueQuery?.(view, offset, host.contextOf(document.uri));
  const { site } = siteOf(view, settings, runner.kind);
  if (query === undefined || site === undefined) return nothing;
  const { version } = document;
  const asked = runtime.remote.suggest(site, query, signal);
  const answer = await Promise.race([asked, runtime.pause(longestWait).then((): typeof late => late)]);
  if (answer === late) asked.catch((error: unknown) => host.fault('suggestions', error));
  if (document.version !== version)
    throw new ResponseError(LSPErrorCodes.ContentModified, 'Content modified');
  if (answer === late) return { changes: true };
  return answer === undefined ? nothing : { values: runner.suggested(answer), changes: true };
}

/** What the site of a query suggests for a value that is typed outside of it; `[]` = nothing, for any reason. */
export async function suggestedFor(
  host: DocumentHost,
  { view, language: { runner } }: QueryPlace,
  query: ValueQuery,
  signal: AbortSignal,
): Promise<readonly SuggestedValue[]> {
  const { settings, runtime, trusted } = host;
  const { site } = siteOf(view, settings, runner.kind);
  if (!trusted || !settings.suggestions || site === undefined || runner.suggested === undefined) return [];
  const answer = await runtime.remote.suggest(site, query, signal);
  return answer === undefined ? [] : runner.suggested(answer);
}
