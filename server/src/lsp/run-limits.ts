import type { QueryContext } from '../language/service.ts';
import type { Settings } from '../protocol/settings.ts';
import { limitOption } from '../queryfile/limit-option.ts';
import type { RunRequest } from '../remote/remote.ts';
import type { QueryPlace } from './workspace.ts';

/** How many rows a run of a query fetches at first: its `@limit` or `@all`, else its own parameters, else the setting. */
export function limitsOf(
  {
    view,
    language,
  }: Pick<QueryPlace, 'view'> & { readonly language: Pick<QueryPlace['language'], 'runner'> },
  context: QueryContext,
  settings: Pick<Settings, 'limit'>,
): Pick<RunRequest, 'limit' | 'ownLimits'> {
  const limit = limitOption(view.scope);
  const ownLimits = limit === undefined ? language.runner.ownLimits?.(view, context) : undefined;
  return { limit: limit ?? settings.limit, ...(ownLimits && { ownLimits }) };
}
