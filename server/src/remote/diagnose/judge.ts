/** What a probe says about a site: a step for each thing that a request meets on its way. Pure. */
import texts from '../../../catalogue/messages/diagnose.json' with { type: 'json' };
import type { Values } from '../../common/template.ts';
import { mayHoldCredentials, siteAddressProblem } from '../../common/site-address.ts';
import { visibleLine } from '../../common/visible-text.ts';
import { optionalWordingOf } from '../../language/wording.ts';
import { diagnosisSteps, type DiagnosisStep, type DiagnosisStepName } from '../../protocol/diagnosis.ts';
import type { Finding } from './finding.ts';
import { judgeAccount, judgeClock, judgeLimits } from './judge-answer.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { judgeApi, judgeResponse } from './judge-response.ts';
import {
  beforeConnection,
  beforeName,
  connectionKeys,
  failureOf,
  isConnectionFailure,
} from './failure-groups.ts';
import type { Probe } from './probe.ts';

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

function worded(
  step: DiagnosisStepName,
  { outcome, key, values = {}, advice, details }: Finding,
): DiagnosisStep {
  const shown = shownValues(values);
  const next = word(advice ?? `${key}.advice`, shown);
  return {
    step,
    outcome,
    message: word(key, shown) ?? key,
    ...(details && { details: details.map(([name, facts]) => word(name, shownValues(facts)) ?? name) }),
    ...(next !== undefined && outcome !== 'passed' && { advice: next }),
  };
}

const shownValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleLine(value).slice(0, longest) : value,
    ]),
  );

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

function judgeProxy(probe: Probe): Finding {
  const { failure, reason = '', host = '' } = failureOf(probe) ?? {};
  if (failure === 'proxySettings')
    return { outcome: 'failed', key: 'proxy.settings', advice: 'proxy.failed.advice' };
  if (failure === 'proxy') return { outcome: 'failed', key: 'proxy.failed', values: { proxy: host, reason } };
  if (probe.proxy === undefined) return { outcome: 'passed', key: 'proxy.none' };
  return { outcome: 'passed', key: 'proxy.passed', values: { proxy: probe.proxy } };
}

function judgeName(probe: Probe): Finding | undefined {
  const failure = failureOf(probe)?.failure;
  if (failure === 'proxy' || (failure !== undefined && beforeName.has(failure))) return undefined;
  const { lookup } = probe;
  if (lookup === undefined) return { outcome: 'passed', key: 'name.proxy' };
  const { host } = lookup;
  if ('code' in lookup) return { outcome: 'failed', key: 'name.failed', values: { host, code: lookup.code } };
  return { outcome: 'passed', key: 'name.passed', values: { host, addresses: lookup.addresses.join(', ') } };
}

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
