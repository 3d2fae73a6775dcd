/** Evaluates the response of a site, and what sent it. */
import { isTooOld, oldestSupported } from '../wiki/old-wikis.ts';
import type { Finding, Content, Probe } from './diagnosis-facts.ts';

/** Failures of the steps before the response. */
const before: ReadonlySet<string> = new Set([
  'badUrl',
  'proxySettings',
  'certificateSettings',
  'clientCertificate',
  'nameNotFound',
  'proxy',
  'refused',
  'offline',
  'connectTimeout',
  'closed',
  'reset',
  'tls',
]);

const slow: ReadonlySet<string> = new Set(['slowHeaders', 'slowBody']);

/** Statuses that have advice. */
const advised: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/** Evaluates whether and how fast the site responded; `undefined` = an earlier step failed. */
export function evaluateResponse({ answer }: Probe): Finding | undefined {
  if ('failure' in answer) {
    const { failure, location, message } = answer;
    if (before.has(failure)) return undefined;
    if (failure === 'redirect' || failure === 'redirectLoop')
      return { outcome: 'failed', key: `response.${failure}`, values: { location } };
    if (slow.has(failure)) return { outcome: 'failed', key: 'response.slow' };
    return { outcome: 'failed', key: 'response.failed', values: { message } };
  }
  const { status, milliseconds, redirectedTo, content } = answer;
  if (status >= 500)
    return { outcome: 'failed', key: 'response.status', values: { status }, advice: 'response.5xx.advice' };
  const isAnswer = content.kind === 'api' || content.kind === 'error';
  if (status >= 400 && !isAnswer)
    return {
      outcome: 'failed',
      key: 'response.status',
      values: { status },
      ...(advised.has(status) && { advice: `response.${status}.advice` }),
    };
  if (redirectedTo !== undefined)
    return { outcome: 'warning', key: 'response.redirected', values: { status, location: redirectedTo } };
  return { outcome: 'passed', key: 'response.passed', values: { status, milliseconds } };
}

/** The error code of an overloaded wiki. */
const lagging = 'maxlag';

/** Evaluates whether an API responded; `undefined` = nothing did. */
export function evaluateApi({ answer }: Probe): Finding | undefined {
  if ('failure' in answer) return undefined;
  const { content, status } = answer;
  if (content.kind === 'api') return apiFinding(content.software);
  if (content.kind !== 'error') return otherFinding(content.kind, status);
  const { code, text } = content;
  if (code === lagging) return { outcome: 'warning', key: 'api.maxlag', values: { text } };
  const isDenied = code === 'readapidenied' || status === 401 || status === 403;
  return {
    outcome: isDenied ? 'warning' : 'failed',
    key: 'api.error',
    values: { code: code === '' ? status : code, text },
    ...(isDenied && {
      advice: code === 'readapidenied' ? 'api.readapidenied.advice' : `response.${status}.advice`,
    }),
  };
}

function apiFinding(software: string): Finding {
  if (software === '') return { outcome: 'passed', key: 'api.passedUnknown' };
  if (isTooOld(software))
    return {
      outcome: 'warning',
      key: 'api.tooOld',
      values: { software, oldest: oldestSupported },
      advice: 'api.tooOld.advice',
    };
  return { outcome: 'passed', key: 'api.passed', values: { software } };
}

/** An error page does not mean that the API is missing: the status explains it. */
function otherFinding(kind: Exclude<Content['kind'], 'api' | 'error'>, status: number): Finding | undefined {
  if (status >= 400 && kind !== 'challenge' && kind !== 'loginPage') return undefined;
  return { outcome: 'failed', key: `api.${kind}` };
}
