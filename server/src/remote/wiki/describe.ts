import { maximumBytes } from '../../http/limits.ts';
import type { Json } from '../../protocol/json.ts';
import { ask, type Question } from './ask.ts';
import type { BackoffDependencies, Listener } from '../send-with-backoff.ts';
import { isObject } from '../json.ts';
import type { WikiDescription } from '../remote.ts';

const common = [
  ['format', 'json'],
  ['formatversion', '2'],
  ['errorformat', 'plaintext'],
] as const;
const modules = new Map([
  ['action', 'paraminfo'],
  ...common,
  ['modules', 'main|query|json|query+*'],
  ['helpformat', 'none'],
]);
const names = new Map([
  ['action', 'query'],
  ...common,
  ['meta', 'siteinfo'],
  ['siprop', 'namespaces|namespacealiases'],
]);
const silent: Listener = { requests() {}, waiting() {} };

/**
 * What a wiki says of itself: its modules and its namespaces.
 *
 * @returns undefined where it does not say, whatever the reason: the built-in catalogue goes on to serve
 */
export async function describeWiki(
  edges: BackoffDependencies,
  site: Question['site'],
  signal: AbortSignal,
): Promise<WikiDescription | undefined> {
  const paraminfo = await answerOf(
    edges,
    { site, parameters: modules, post: false, maximumBytes: maximumBytes.description },
    signal,
  );
  if (paraminfo === undefined) return undefined;
  const siteinfo = await answerOf(
    edges,
    { site, parameters: names, post: false, maximumBytes: maximumBytes.description },
    signal,
  );
  const query = isObject(siteinfo) ? siteinfo['query'] : undefined;
  const part = (name: string): Json => (isObject(query) ? (query[name] ?? null) : null);
  return { kind: 'wiki', paraminfo, namespaces: part('namespaces'), aliases: part('namespacealiases') };
}

async function answerOf(
  edges: BackoffDependencies,
  question: Question,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const outcome = await ask(edges, question, silent, signal);
  return 'answer' in outcome && outcome.errors.list.length === 0 ? outcome.answer : undefined;
}
