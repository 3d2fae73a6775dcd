/** Reads a wiki's description of itself. */
import { alwaysSentValues } from '#shared/base/always-sent.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import { hostOf } from '../http/http-client.ts';
import { maximumBytes } from '../http/limits.ts';
import type { Json } from '#shared/protocol/json.ts';
import { askWiki, type WikiQuestion } from './ask-wiki.ts';
import { silentListener, type BackoffDependencies, type Refusal } from '../send-with-backoff.ts';
import { isObject, textOf } from '#shared/protocol/json-values.ts';
import { commonNotices } from '../network-notices.ts';
import { isTooOld, oldestSupported } from './old-wikis.ts';
import type { WikiDescription } from '#shared/base/site-description.ts';

const modules = new Map([
  ...alwaysSentValues,
  ['action', 'paraminfo'],
  ['modules', 'main|query|json|query+*'],
  ['helpformat', 'none'],
]);
const names = new Map([
  ...alwaysSentValues,
  ['meta', 'siteinfo'],
  ['siprop', 'general|namespaces|namespacealiases'],
]);

/** The maximum length of the name of the software, in UTF-16 code units. */
const maxSoftwareLength = 100;

/**
 * A wiki's description of itself: its modules and its namespaces.
 *
 * @returns the reason instead, if its modules are unavailable
 */
export async function describeWiki(
  dependencies: BackoffDependencies,
  site: WikiQuestion['site'],
  signal: AbortSignal,
): Promise<WikiDescription | Refusal> {
  const ask = (parameters: WikiQuestion['parameters']): Promise<Answered> =>
    answerOf(dependencies, { site, parameters, post: false, maximumBytes: maximumBytes.description }, signal);
  const moduleInfo = await ask(modules);
  if ('notice' in moduleInfo) return moduleInfo;
  const namespaceInfo = await ask(names);
  const siteinfo = 'answer' in namespaceInfo ? namespaceInfo.answer : null;
  const query = isObject(siteinfo) ? siteinfo['query'] : undefined;
  const part = (name: string): Json => (isObject(query) ? (query[name] ?? null) : null);
  const general = part('general');
  const generator = isObject(general) ? visibleLine(textOf(general['generator'])) : '';
  if (isTooOld(generator)) {
    const software = generator.slice(0, maxSoftwareLength);
    return { notice: commonNotices.of('tooOld', { site: site.name, software, oldest: oldestSupported }) };
  }
  return {
    kind: 'wiki',
    paraminfo: moduleInfo.answer,
    namespaces: part('namespaces'),
    aliases: part('namespacealiases'),
    ...(generator !== '' && { software: generator.slice(0, maxSoftwareLength) }),
  };
}

type Answered = { readonly answer: Json } | Refusal;

async function answerOf(
  dependencies: BackoffDependencies,
  question: WikiQuestion,
  signal: AbortSignal,
): Promise<Answered> {
  const outcome = await askWiki(dependencies, question, silentListener, signal);
  if ('notice' in outcome) return outcome;
  const [error] = outcome.errors.list;
  if (error === undefined) return outcome;
  const { name, url } = question.site;
  return { notice: commonNotices.of('undescribed', { site: name, host: hostOf(url), text: error.text }) };
}
