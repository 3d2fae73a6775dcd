import { knownModule } from './catalogue.ts';
import type { JsonObject } from '../json.ts';
import { type Parameters, type Reading, readParameters } from './parameters.ts';
import { Failure, problem } from './problems.ts';
import type { ApiRequest } from './request.ts';
import texts from './signin.json' with { type: 'json' };

function read(action: string, { posted, inAddress }: ApiRequest, reading: Reading): Parameters {
  const module = knownModule(action);
  if (!posted) throw new Failure(problem('main', 'mustbeposted', { value: action }));
  const exposed = module.parameters.find(
    ({ name, ...rest }) => 'sensitive' in rest && inAddress.has(module.prefix + name),
  );
  if (exposed)
    throw new Failure(problem(action, 'mustpostparams', { parameter: module.prefix + exposed.name }));
  return readParameters(module, reading);
}

const failed = (code: keyof typeof texts): JsonObject => ({
  login: { result: 'Failed', reason: texts[code] },
});

/** `action=login`: for bot passwords. The outcome is in `login.result`, never an error. */
export function logIn(request: ApiRequest, reading: Reading): JsonObject {
  const parameters = read('login', request, reading);
  const { session, visitor } = request;
  if (visitor.isForAnyOrigin) return { login: { result: 'Aborted', reason: texts.sameorigin } };
  const token = parameters.text('token');
  if (token === undefined || token === '')
    return { login: { result: 'NeedToken', token: visitor.loginToken() } };
  if (session.loginToken === undefined) return failed('sessionlost');
  if (token !== session.loginToken) return { login: { result: 'WrongToken' } };
  const account = request.accounts.find(
    ({ bot, botPassword }) => bot === parameters.text('name') && botPassword === parameters.text('password'),
  );
  if (!account) return failed('wrongpassword');
  session.user = visitor.world.userByName(account.user);
  session.loginToken = undefined;
  return { login: { result: 'Success', lguserid: session.user?.id ?? 0, lgusername: account.user } };
}

/** `action=clientlogin`: for people's own accounts; dynamic parameters are `username` and `password`. */
export function clientLogin(request: ApiRequest, reading: Reading): JsonObject {
  const parameters = read('clientlogin', request, reading);
  for (const name of ['username', 'password', 'rememberMe']) reading.known.add(name);
  if (!parameters.has('returnurl') && !parameters.flag('continue'))
    throw new Failure(problem('clientlogin', 'missingparam', { parameter: 'loginreturnurl' }));
  const { session, sent, visitor, accounts } = request;
  if (parameters.text('token') !== session.loginToken) throw new Failure(problem('clientlogin', 'badtoken'));
  const account = accounts.find(
    ({ user, password }) => user === sent.get('username') && password === sent.get('password'),
  );
  if (!account)
    return { clientlogin: { status: 'FAIL', message: texts.wrongpassword, messagecode: 'wrongpassword' } };
  session.user = visitor.world.userByName(account.user);
  session.loginToken = undefined;
  return { clientlogin: { status: 'PASS', username: account.user } };
}

/** `action=logout`: needs the csrf token; the answer is empty. */
export function logOut(request: ApiRequest, reading: Reading): JsonObject {
  const parameters = read('logout', request, reading);
  if (parameters.text('token') !== request.visitor.csrfToken)
    throw new Failure(problem('logout', 'badtoken'));
  request.session.user = undefined;
  return {};
}
