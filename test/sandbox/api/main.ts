import { knownModule } from './catalogue.ts';
import { olderFormat, withBriefReasons } from './formatversion1.ts';
import type { JsonObject } from '../json.ts';
import { answerParamInfo } from './paraminfo.ts';
import { type Parameters, type Reading, readParameters } from './parameters.ts';
import {
  type Problem,
  type ProblemCode,
  Failure,
  errorMembers,
  problem,
  warningMembers,
} from './problems.ts';
import { runQuery } from './query.ts';
import type { ApiAnswer, ApiRequest } from './request.ts';
import { clientLogin, logIn, logOut } from './signin.ts';
import { stamp } from '../stamps.ts';

/** Answers one request as api.php does. Never throws for what a client sent. */
export function answerApi(request: ApiRequest): ApiAnswer {
  const { sent, inAddress, visitor } = request;
  const warnings: Problem[] = [];
  const reading: Reading = {
    sent: withoutArrays(sent, warnings),
    inAddress,
    warnings,
    known: new Set(),
    limits: new Map(),
    highLimits: visitor.rights.has('apihighlimits'),
    now: visitor.world.now,
  };
  const brief = !['plaintext', 'html', 'wikitext', 'raw', 'none'].includes(sent.get('errorformat') ?? 'bc');
  const finish = (json: JsonObject): JsonObject => {
    const worded = brief ? withBriefReasons(json) : json;
    return ['2', 'latest'].includes(sent.get('formatversion') ?? '1') ? worded : olderFormat(worded);
  };
  try {
    const main = readParameters(knownModule('main'), reading);
    readParameters(knownModule('json'), reading);
    const result = { ...common(main, request), ...act(main.text('action') ?? 'help', request, reading) };
    const unknown = [...reading.sent.keys()].filter(name => !reading.known.has(name));
    if (unknown.length > 0)
      warnings.push(problem('main', 'unrecognizedparams', { value: unknown.join(', ') }));
    const limits = [...reading.limits].map(([path, limit]): [string, number] => [
      path.replace(/^query\+/u, ''),
      limit,
    ]);
    const members = {
      ...(limits.length > 0 ? { limits: Object.fromEntries(limits) } : {}),
      ...warningMembers(noted(warnings), brief),
    };
    return { json: finish({ ...members, ...result }), headers: {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const docref = `See ${visitor.base}/api.php for what can be asked.`;
    return {
      json: finish({
        ...warningMembers(noted(warnings), brief),
        ...errorMembers(error.problem, brief, docref),
      }),
      headers: { 'MediaWiki-API-Error': error.problem.code, ...error.headers },
    };
  }
}

function noted(warnings: readonly Problem[]): readonly Problem[] {
  return warnings.some(({ code }) => code === 'deprecation')
    ? [...warnings, problem('main', 'deprecation-help')]
    : warnings;
}

function withoutArrays(sent: ReadonlyMap<string, string>, warnings: Problem[]): ReadonlyMap<string, string> {
  const arrays = [...sent.keys()].filter(name => name.endsWith('[]'));
  for (const name of arrays) warnings.push(problem('main', 'unsupportedarray', { parameter: name }));
  return new Map([...sent].filter(([name]) => !arrays.includes(name)));
}

function refuse(code: ProblemCode, details = {}): never {
  throw new Failure(problem('main', code, details));
}

function common(main: Parameters, { visitor, lag, sent }: ApiRequest): JsonObject {
  const most = main.number('maxlag');
  if (most !== undefined && lag > most) {
    const data = { host: 'sandbox', lag, type: 'db' };
    throw new Failure(problem('main', 'maxlag', { value: lag }, data), {
      'Retry-After': String(Math.max(5, Math.ceil(lag))),
      'X-Database-Lag': String(Math.floor(lag)),
    });
  }
  const asserted = main.text('assert');
  if (asserted === 'user' && !visitor.user) refuse('assertuserfailed');
  if (asserted === 'anon' && visitor.user) refuse('assertanonfailed');
  if (asserted === 'bot' && !visitor.rights.has('bot')) refuse('assertbotfailed');
  const named = main.text('assertuser');
  if (named !== undefined && named !== visitor.user?.name) refuse('assertnameduserfailed', { user: named });
  return {
    ...(main.has('requestid') ? { requestid: sent.get('requestid') ?? '' } : {}),
    ...(main.flag('curtimestamp') ? { curtimestamp: stamp(visitor.world.now) } : {}),
    ...(main.flag('responselanginfo') ? { uselang: 'en', errorlang: 'en' } : {}),
  };
}

function act(action: string, request: ApiRequest, reading: Reading): JsonObject {
  switch (action) {
    case 'query':
      return runQuery({ visitor: request.visitor, reading });
    case 'paraminfo':
      return answerParamInfo(readParameters(knownModule('paraminfo'), reading));
    case 'login':
      return logIn(request, reading);
    case 'clientlogin':
      return clientLogin(request, reading);
    case 'logout':
      return logOut(request, reading);
    default:
      throw new Failure(problem('main', 'unknown_action', { value: action }));
  }
}
