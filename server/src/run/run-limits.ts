import type { QueryContext, QueryView } from '../language/service.ts';
import type { Settings } from '../protocol/settings.ts';
import { limitOption } from '../queryfile/options/limit-option.ts';
import type { RunRequest } from '../remote/remote.ts';
import type { Runner } from '../runners/runner.ts';

/**
 * How many rows a run of a query fetches at first: its `@limit` or `@all`, else its own parameters, else the setting.
 *
 * @param limit rows that the user asks for instead of the query
 */
export function limitsOf(
  view: QueryView,
  runner: Pick<Runner, 'ownLimits'>,
  context: QueryContext,
  settings: Pick<Settings, 'limit'>,
  limit = limitOption(view.scope),
): Pick<RunRequest, 'limit' | 'ownLimits'> {
  if (limit !== undefined) return { limit };
  const ownLimits = runner.ownLimits?.(view, context);
  return { limit: settings.limit, ...(ownLimits && { ownLimits }) };
}
