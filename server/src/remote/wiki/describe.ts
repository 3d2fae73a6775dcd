import { alwaysSentValues } from '../../common/always-sent.ts';
import { maximumBytes } from '../../http/limits.ts';
import type { Json } from '../../protocol/json.ts';
import { askWiki, type WikiQuestion } from './ask.ts';
import type { BackoffDependencies, Listener } from '../send-with-backoff.ts';
import { isObject } from '../json.ts';
import type { WikiDescription } from '../../common/site-description.ts';

const modules = new Map([
  ...alwaysSentValues,
  ['action', 'paraminfo'],
  ['modules', 'main|query|json|query+*'],
  ['helpformat', 'none'],
]);
const names = new Map([...alwaysSentValues, ['meta', 'siteinfo'], ['siprop', 'namespaces|namespacealiases']]);
const silent: Listener = { requests() {}, waiting() {} };

/**
 * A wiki's description of itself: its modules and its namespaces.
 *
 * @returns undefined if it is unavailable, for any reason: the built-in catalogue is used
 */
export async function describeWiki(
  dependencies: BackoffDependencies,
  site: WikiQuestion['site'],
  signal: AbortSignal,
): Promise<WikiDescription | undefined> {
  const paraminfo = await answerOf(
    dependencies,
    { site, parameters: modules, post: false, maximumBytes: maximumBytes.description },
    signal,
  );
  if (paraminfo === undefined) return undefined;
  const siteinfo = await answerOf(
    dependencies,
    { site, parameters: names, post: false, maximumBytes: maximumBytes.description },
    signal,
  );
  const query = isObject(siteinfo) ? siteinfo['query'] : undefined;
  const part = (name: string): Json => (isObject(query) ? (query[name] ?? null) : null);
  return { kind: 'wiki', paraminfo, namespaces: part('namespaces'), aliases: part('namespacealiases') };
}

async function answerOf(
  dependencies: BackoffDependencies,
  question: WikiQuestion,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const outcome = await askWiki(dependencies, question, silent, signal);
  return 'answer' in outcome && outcome.errors.list.length === 0 ? outcome.answer : undefined;
}
