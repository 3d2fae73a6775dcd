/** Evaluates a probe: one step for each thing that a request meets on its way. Pure. */
import texts from '../../../catalogue/messages/diagnose.json' with { type: 'json' };
import { type Values, optionalWordingOf } from '#shared/base/text/wording.ts';
import { mayHoldCredentials, siteAddressProblem } from '#shared/base/site-address.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import {
  diagnosisSteps,
  type DiagnosisStep,
  type DiagnosisStepName,
} from '#shared/protocol/sites/diagnosis.ts';

import {
  type Finding,
  beforeConnection,
  beforeName,
  connectionKeys,
  failureOf,
  isConnectionFailure,
  type Probe,
} from './diagnosis-facts.ts';
import { evaluateAccount, evaluateClock, evaluateLimits } from './evaluate-account.ts';
import { evaluateCertificate } from './evaluate-certificate.ts';
import { evaluateApi, evaluateResponse } from './evaluate-response.ts';

const sayIfKnown = optionalWordingOf(texts);

/** Evaluates one step; `undefined` = the request did not get that far. */
type Evaluator = (probe: Probe) => Finding | undefined;

const evaluators: Readonly<Record<DiagnosisStepName, Evaluator>> = {
  address: evaluateAddress,
  proxy: evaluateProxy,
  name: evaluateName,
  connection: evaluateConnection,
  certificate: evaluateCertificate,
  response: evaluateResponse,
  api: evaluateApi,
  account: evaluateAccount,
  limits: evaluateLimits,
  clock: evaluateClock,
};

/** The steps in order; those that the request did not reach are skipped. */
export function evaluateProbe(probe: Probe): readonly DiagnosisStep[] {
  return diagnosisSteps.map(step => {
    const finding = evaluators[step](probe);
    return finding === undefined ? skipped(step) : wordStep(step, finding);
  });
}

const skipped = (step: DiagnosisStepName): DiagnosisStep => ({
  step,
  outcome: 'skipped',
  message: texts.skipped,
});

function wordStep(
  step: DiagnosisStepName,
  { outcome, key, values = {}, advice, details }: Finding,
): DiagnosisStep {
  const shown = shownValues(values);
  const next = sayIfKnown(advice ?? `${key}.advice`, shown);
  return {
    step,
    outcome,
    message: sayIfKnown(key, shown) ?? key,
    ...(details && { details: details.map(([name, facts]) => sayIfKnown(name, shownValues(facts)) ?? name) }),
    ...(next !== undefined && outcome !== 'passed' && { advice: next }),
  };
}

const shownValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleLine(value).slice(0, maxValueLength) : value,
    ]),
  );

/** Maximum UTF-16 units of a value from a site or the user. */
const maxValueLength = 300;

function evaluateAddress({ site: { kind, url } }: Probe): Finding {
  const problem = siteAddressProblem(kind, url);
  if (problem !== undefined && problem !== 'notApi')
    return { outcome: 'failed', key: 'address.failed', values: { url } };
  return mayHoldCredentials(url)
    ? { outcome: 'passed', key: 'address.passed', values: { url } }
    : { outcome: 'warning', key: 'address.plain', values: { url } };
}

function evaluateProxy(probe: Probe): Finding {
  const { failure, reason = '', host = '' } = failureOf(probe) ?? {};
  if (failure === 'proxySettings')
    return { outcome: 'failed', key: 'proxy.settings', advice: 'proxy.failed.advice' };
  if (failure === 'proxy') return { outcome: 'failed', key: 'proxy.failed', values: { proxy: host, reason } };
  if (probe.proxy === undefined) return { outcome: 'passed', key: 'proxy.none' };
  return { outcome: 'passed', key: 'proxy.passed', values: { proxy: probe.proxy } };
}

function evaluateName(probe: Probe): Finding | undefined {
  const failure = failureOf(probe)?.failure;
  if (failure === 'proxy' || (failure !== undefined && beforeName.has(failure))) return undefined;
  const { lookup } = probe;
  if (lookup === undefined) return { outcome: 'passed', key: 'name.proxy' };
  const { host } = lookup;
  if ('code' in lookup) return { outcome: 'failed', key: 'name.failed', values: { host, code: lookup.code } };
  return { outcome: 'passed', key: 'name.passed', values: { host, addresses: lookup.addresses.join(', ') } };
}

function evaluateConnection(probe: Probe): Finding | undefined {
  const unanswered = failureOf(probe);
  const host = new URL(probe.site.url).host;
  if (unanswered === undefined) return { outcome: 'passed', key: 'connection.passed', values: { host } };
  const { failure, reason } = unanswered;
  if (beforeConnection.has(failure)) return undefined;
  if (isConnectionFailure(failure))
    return { outcome: 'failed', key: connectionKeys[failure], values: { host, reason } };
  return { outcome: 'passed', key: 'connection.passed', values: { host } };
}
