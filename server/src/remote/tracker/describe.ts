import { maximumBytes } from '../../http/limits.ts';
import type { Json } from '../../protocol/json.ts';
import type { SiteAddress } from '../../protocol/sites.ts';
import type { BackoffDependencies, Listener } from '../send-with-backoff.ts';
import { isObject, textOf } from '../json.ts';
import type { TrackerDescription } from '../../common/site-description.ts';
import { fieldIds } from './fields.ts';
import { addressOf, trackerRequest, type Resource } from './request.ts';
import { askTracker } from './ask.ts';
import type { TrackerSites } from './tracker-sites.ts';

const silent: Listener = { requests() {}, waiting() {} };

/** An IANA name; other names of time zones are not supported. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z0-9_+-]{1,32}){0,2}$/;

/**
 * A tracker's description of its query language: fields, functions, reserved words. Never signs in.
 *
 * @param signedIn as `dependencies`, but sends nothing without a session: for the user's time zone
 * @returns undefined if it is unavailable, for any reason: the built-in catalogue is used
 */
export async function describeTracker(
  dependencies: BackoffDependencies,
  signedIn: BackoffDependencies,
  sites: TrackerSites,
  site: SiteAddress,
  signal: AbortSignal,
): Promise<TrackerDescription | undefined> {
  const answerOf = async (resource: Resource, through = dependencies): Promise<Json | undefined> => {
    const request = {
      ...trackerRequest(addressOf(site.url, resource), {}, through.userAgent),
      maximumBytes: maximumBytes.description,
    };
    const outcome = await askTracker(through, site, () => request, silent, signal);
    return 'notice' in outcome || outcome.errors.list.length > 0 ? undefined : outcome.answer;
  };
  const autocompleteData = await answerOf('autocomplete');
  if (autocompleteData === undefined) return undefined;
  const fields = await answerOf('fields');
  const info = await answerOf('serverInfo');
  const deploymentType = isObject(info) ? textOf(info['deploymentType']) : '';
  const myself = await answerOf('myself', signedIn);
  const timeZone = isObject(myself) ? textOf(myself['timeZone']) : '';
  if (fields !== undefined) sites.foundFields(site.url, fieldIds(fields));
  if (deploymentType === 'Cloud') sites.foundCloud(site.url);
  return {
    kind: 'tracker',
    autocompleteData,
    ...(fields !== undefined && { fields }),
    ...(deploymentType !== '' && { deploymentType }),
    ...(zoneName.test(timeZone) && { timeZone }),
  };
}
