/** What a probe says about a site: a step for each thing that a request meets on its way. Pure. */
import texts from '../../../catalogue/messages/diagnose.json' with { type: 'json' };
import { mayHoldCredentials, siteAddressProblem } from '../../common/site-address.ts';
import { visibleLine } from '../../common/visible-text.ts';
import { optionalWordingOf } from '../../language/wording.ts';
import { diagnosisSteps, type DiagnosisStep, type DiagnosisStepName } from '../../protocol/diagnose.ts';
import type { Finding } from './finding.ts';
import { judgeAccount, judgeClock, judgeLimits } from './judge-answer.ts';
import { judgeApi, judgeResponse } from './judge-response.ts';
import type { Probe, Unanswered } from './probe.ts';

const word = optionalWordingOf(texts);

/** Judges one step; `undefined` = the request did not come so far. */
type Judge = (probe: Probe) => Finding | undefined;

const judges: Readonly<Record<DiagnosisStepName, Judge>> = {
  address: judgeAddress,
  proxy: judgeProxy,
  name: judgeName,
  connection: judgeConnection,
  certificate: judgeCertificate,
  response: judgeResponse,
  api: judgeApi,
  account: judgeAccount,
  limits: judgeLimits,
  clock: judgeClock,
};

/** The steps in their order. After one that failed, the others of the way are skipped. */
export function judgeProbe(probe: Probe): readonly DiagnosisStep[] {
  return diagnosisSteps.map(step => {
    const found = judges[step](probe);
    return found === undefined ? skipped(step) : worded(step, found);
  });
}

const skipped = (step: DiagnosisStepName): DiagnosisStep => ({
  step,
  outcome: 'skipped',
  message: texts.skipped,
});

function worded(step: DiagnosisStepName, { outcome, key, values = {}, advice }: Finding): DiagnosisStep {
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleLine(value).slice(0, longest) : value,
    ]),
  );
  const next = word(advice ?? `${key}.advice`, shown);
  return {
    step,
    outcome,
    message: word(key, shown) ?? key,
    ...(next !== undefined && outcome !== 'passed' && { advice: next }),
  };
}

/** UTF-16 units of a value that a site or a user gave. */
const longest = 300;

function judgeAddress({ site: { kind, url } }: Probe): Finding {
  const problem = siteAddressProblem(kind, url);
  if (problem !== undefined && problem !== 'notApi')
    return { outcome: 'failed', key: 'address.failed', values: { url } };
  return mayHoldCredentials(url)
    ? { outcome: 'passed', key: 'address.passed', values: { url } }
    : { outcome: 'warning', key: 'address.plain', values: { url } };
}

const failureOf = ({ answer }: Probe): Unanswered | undefined => ('failure' in answer ? answer : undefined);

function judgeProxy(probe: Probe): Finding {
  const { failure, reason = '', host = '' } = failureOf(probe) ?? {};
  if (failure === 'proxySettings')
    return { outcome: 'failed', key: 'proxy.settings', advice: 'proxy.failed.advice' };
  if (failure === 'proxy') return { outcome: 'failed', key: 'proxy.failed', values: { proxy: host, reason } };
  if (probe.proxy === undefined) return { outcome: 'passed', key: 'proxy.none' };
  return { outcome: 'passed', key: 'proxy.passed', values: { proxy: probe.proxy } };
}

/** Failures before which no name was looked up. */
const beforeName: ReadonlySet<string> = new Set(['badUrl', 'proxySettings', 'certificateSettings']);

function judgeName(probe: Probe): Finding | undefined {
  const failure = failureOf(probe)?.failure;
  if (failure === 'proxy' || (failure !== undefined && beforeName.has(failure))) return undefined;
  const { lookup } = probe;
  if (lookup === undefined) return { outcome: 'passed', key: 'name.proxy' };
  const { host } = lookup;
  if ('code' in lookup) return { outcome: 'failed', key: 'name.failed', values: { host, code: lookup.code } };
  return { outcome: 'passed', key: 'name.passed', values: { host, addresses: lookup.addresses.join(', ') } };
}

const connectionKeys = {
  refused: 'connection.refused',
  offline: 'connection.offline',
  connectTimeout: 'connection.timeout',
  closed: 'connection.closed',
  reset: 'connection.closed',
} as const;

const isConnectionFailure = (failure: string): failure is keyof typeof connectionKeys =>
  Object.hasOwn(connectionKeys, failure);

/** Failures before which there was no connection. */
const beforeConnection: ReadonlySet<string> = new Set([...beforeName, 'nameNotFound', 'proxy']);

function judgeConnection(probe: Probe): Finding | undefined {
  const unanswered = failureOf(probe);
  const host = new URL(probe.site.url).host;
  if (unanswered === undefined) return { outcome: 'passed', key: 'connection.passed', values: { host } };
  const { failure, reason } = unanswered;
  if (beforeConnection.has(failure)) return undefined;
  if (isConnectionFailure(failure))
    return { outcome: 'failed', key: connectionKeys[failure], values: { host, reason } };
  return { outcome: 'passed', key: 'connection.passed', values: { host } };
}

function judgeCertificate(probe: Probe): Finding | undefined {
  const { failure = '', reason = '' } = failureOf(probe) ?? {};
  const { protocol, host } = new URL(probe.site.url);
  if (failure === 'certificateSettings')
    return { outcome: 'failed', key: 'certificate.settings', advice: 'certificate.failed.advice' };
  if (beforeConnection.has(failure) || isConnectionFailure(failure)) return undefined;
  if (protocol === 'http:') return { outcome: 'skipped', key: 'certificate.plain' };
  if (failure !== 'tls') return { outcome: 'passed', key: 'certificate.passed' };
  const inWords = word(`certificate.reason.${reason}`) ?? reason;
  return { outcome: 'failed', key: 'certificate.failed', values: { host, reason: inWords } };
}
