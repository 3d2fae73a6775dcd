import { mostBytes } from '../../http/limits.ts';
import type { Json } from '../../protocol/json.ts';
import type { BackoffDependencies, Listener, SiteAddress } from '../send-with-backoff.ts';
import { isObject, textOf } from '../json.ts';
import type { TrackerDescription } from '../remote.ts';
import { fieldIds } from './fields.ts';
import { addressOf, trackerRequest, type Resource } from './request.ts';
import { askTracker } from './ask.ts';
import type { TrackerSites } from './sites.ts';

const silent: Listener = { requests() {}, waiting() {} };

/**
 * What a tracker says of its query language: fields, functions, reserved words. Whoever asks is not
 * signed in for it.
 *
 * @returns undefined where it does not say, whatever the reason: the built-in catalogue goes on to serve
 */
export async function describeTracker(
  edges: BackoffDependencies,
  sites: TrackerSites,
  site: SiteAddress,
  signal: AbortSignal,
): Promise<TrackerDescription | undefined> {
  const answerOf = async (resource: Resource): Promise<Json | undefined> => {
    const request = {
      ...trackerRequest(addressOf(site.url, resource), {}, edges.userAgent),
      mostBytes: mostBytes.description,
    };
    const outcome = await askTracker(edges, site, () => request, silent, signal);
    return 'notice' in outcome || outcome.errors.list.length > 0 ? undefined : outcome.answer;
  };
  const autocompleteData = await answerOf('autocomplete');
  if (autocompleteData === undefined) return undefined;
  const fields = await answerOf('fields');
  const info = await answerOf('serverInfo');
  const deploymentType = isObject(info) ? textOf(info['deploymentType']) : '';
  if (fields !== undefined) sites.foundFields(site.url, fieldIds(fields));
  if (deploymentType === 'Cloud') sites.foundCloud(site.url);
  return {
    kind: 'tracker',
    autocompleteData,
    ...(fields !== undefined && { fields }),
    ...(deploymentType !== '' && { deploymentType }),
  };
}
