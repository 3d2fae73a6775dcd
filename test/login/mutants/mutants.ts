/** One text that occurs exactly once in a file, named from `server/src/network/session`, and its replacement. */
export interface Edit {
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

/** The product with one idea of the login rule missing. */
export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
}

const edit = (file: string, text: string, instead: string): Edit => ({ file, text, instead });
const mutant = (name: string, ...edits: readonly Edit[]): Mutant => ({ name, edits });

export const mutants: readonly Mutant[] = [
  mutant(
    'no write-ahead',
    edit(
      'login/login-coordinator.ts',
      'this.#dependencies.store.replace(key, revision, next)',
      'Promise.resolve(true)',
    ),
    edit(
      'login/login-attempt.ts',
      '!isPending(state, this.#attempt.login)',
      'isPending(state, this.#attempt.login)',
    ),
  ),
  mutant(
    'no compare-and-swap',
    edit(
      'login/record-store.ts',
      'if ((this.#records.get(key)?.revision ?? 0) !== revision) return false;',
      '',
    ),
  ),
  mutant(
    'a rejection is forgotten after a restart',
    edit('login/login-rule.ts', 'refused: { ...refused, [version]: refusal },', 'refused,'),
  ),
  mutant(
    'no single flight',
    edit(
      'login/login-rule.ts',
      "if (state.status === 'pending') return { next: 'wait', pending: state };",
      "if (state.status === 'pending') return { next: 'send' };",
    ),
    edit(
      'login/login-rule.ts',
      "if (state.status === 'pending') throw new Error('one login at a time');",
      '',
    ),
    edit(
      'login/login-rule.ts',
      'owner, since, before: state }',
      "owner, since, before: { status: 'none' } }",
    ),
  ),
  mutant(
    'a session that never works is renewed without end',
    edit('login/login-rule.ts', "if (!used) return 'useless';", ''),
  ),
  mutant(
    'a login that is held up keeps others waiting for ever',
    edit('login/login-coordinator.ts', ' > lease;', ' > Infinity;'),
  ),
  mutant('a click that waited counts again', edit('login/login-coordinator.ts', "trigger = 'run';", '')),
  mutant(
    'the cookie is not used again',
    edit(
      'cookie-sender.ts',
      'let stale = refused;',
      'let stale = refused ?? sessionLogins(await logins.record(site, identity.account), identity.version)[0];',
    ),
  ),
  mutant(
    'two that find the session over log in twice',
    edit(
      'login/login-rule.ts',
      'if (state.login !== stale) return',
      "if (stale !== undefined && state.login !== stale) return { next: 'send' };\n  if (state.login !== stale) return",
    ),
  ),
  mutant(
    'a challenge is not final',
    edit(
      'schemes/tracker-scheme.ts',
      "  if (denial) return { kind: 'rejected', refusal: denial };\n  if (failed || unauthorised",
      "  if (denial) return { kind: 'unknown', status: response.status };\n  if (failed || unauthorised",
    ),
  ),
  mutant(
    'a wrong password is not final',
    edit(
      'schemes/tracker-scheme.ts',
      "return { kind: 'rejected', refusal: { reason: 'credentials' } };",
      "return { kind: 'unknown', status: response.status };",
    ),
  ),
  mutant(
    'a lost answer counts as success',
    edit(
      'login/login-attempt.ts',
      "return { verdict: { kind: 'unknown' }, failure };",
      "return { verdict: { kind: 'accepted' }, failure };",
    ),
  ),
  mutant(
    'a lost answer counts as a rejection',
    edit(
      'login/login-attempt.ts',
      "return { verdict: { kind: 'unknown' }, failure };",
      "return { verdict: { kind: 'rejected', refusal: { reason: 'credentials' } }, failure };",
    ),
  ),
  mutant(
    'a lost answer counts as not sent',
    edit(
      'login/login-attempt.ts',
      "return { verdict: { kind: 'unknown' }, failure };",
      "return { verdict: { kind: 'unsent' }, failure };",
    ),
  ),
  mutant(
    'a run sends what is in doubt',
    edit(
      'login/login-rule.ts',
      "if (doubt && trigger === 'run') return { next: 'refuse', because: 'unknown' };",
      '',
    ),
  ),
  mutant(
    'whoever died in a login leaves no doubt',
    edit(
      'login/login-rule.ts',
      "settled(record, attempt, { kind: 'unknown' });\n\n/** The owner",
      "settled(record, attempt, { kind: 'unsent' });\n\n/** The owner",
    ),
  ),
  mutant(
    'a click sends what a window that is held up may send yet',
    edit(
      'login/login-coordinator.ts',
      "if ((await this.#presence(owner, login)) === 'here') throw",
      "if (decision.owner === '') throw",
    ),
  ),
  mutant(
    'no look at the record before the secret is sent',
    edit(
      'login/login-attempt.ts',
      '!isPending(state, this.#attempt.login) || this.#age() > sendLimit',
      'this.#age() < 0',
    ),
    edit('login/login-attempt.ts', 'sinceRead() > readLimit || this.#age() > sendLimit || ', ''),
  ),
  mutant(
    'no look at the clocks when the connection is there',
    edit('login/login-attempt.ts', 'sinceRead() > readLimit || this.#age() > sendLimit || ', ''),
  ),
  mutant(
    'only the monotonic clock counts',
    edit(
      '../http/clock.ts',
      'Math.max(clock.now() - now, Math.abs(clock.date() - date))',
      'Math.max(clock.now() - now, 0 * date)',
    ),
  ),
  mutant(
    'only the wall clock counts, and only forward',
    edit(
      '../http/clock.ts',
      'Math.max(clock.now() - now, Math.abs(clock.date() - date))',
      '0 * now + clock.date() - date',
    ),
  ),
  mutant(
    'the session is looked for before the login that it belongs to',
    edit(
      'sessions.ts',
      "const isLost = state.status === 'accepted' && state.version === version;\n    return { holds: false, ...(isLost ? { stale: state.login } : {}) };",
      "const { state: later } = await logins.record(site, account);\n    const isLost = later.status === 'accepted' && later.version === version;\n    return { holds: false, ...(isLost ? { stale: later.login } : {}) };",
    ),
  ),
  mutant(
    'a session is renewed without a click, however soon it is over again',
    edit('login/login-rule.ts', 'now - automatic < automaticPause', 'now < 0'),
  ),
  mutant(
    'a run signs in by itself again and again, if it takes long enough',
    edit('cookie-sender.ts', 'if (requests > 0) this.#hasSignedIn = true;', ''),
  ),
  mutant(
    'what nobody clicked for is recorded as clicked for',
    edit(
      'login/login-coordinator.ts',
      "trigger === 'run' ? { automatic: now } : {}",
      'now < 0 ? { automatic: now } : {}',
    ),
  ),
  mutant(
    'one answer that refuses a session ends it',
    edit(
      'cookie-sender.ts',
      "case 'holds':\n        await this.#prove(held.login);\n        throw this.#failure('refusedHere', { account: identity.account });",
      "case 'holds':\n        await credentials.forgetSession(this.#key(held.login));\n        return true;",
    ),
  ),
  mutant(
    'a request in the background ends a session',
    edit(
      'cookie-sender.ts',
      'this.#dependencies.background.add(held.login, request.url);',
      'await this.#dependencies.credentials.forgetSession(this.#key(held.login));',
    ),
  ),
  mutant(
    'a session that is deleted is used on',
    edit('credential-store.ts', 'isLeft = names.some(name => cookiesLeft.has(name));', ''),
    edit('cookie-sender.ts', 'schemeOf(site).sessionCookies(keptSession.jar, url).length > 0', 'true'),
  ),
  mutant(
    'all logins of an account share one place in the vault',
    edit(
      'credential-store.ts',
      'cookieKey(site, account, login);',
      'cookieKey(site, account, login.slice(0, 0));',
    ),
    edit(
      'credential-store.ts',
      'return keptSession?.login === login ? keptSession : undefined;',
      'return keptSession;',
    ),
    edit(
      'credential-store.ts',
      'const keptSession = await this.session(session);\n      if (!keptSession) return;',
      'const keptSession = await this.session(session);\n      if (keptSession?.login !== session.login) return;',
    ),
  ),
  mutant(
    'a token is not asked about before it is sent',
    edit('token-sender.ts', 'logins.canUse(site, identity);', "site.name !== '';"),
    edit('token-sender.ts', 'AbortSignal.any([signal, logins.refusedSignal(identity)])', 'signal'),
  ),
  mutant(
    'a token is not asked about in the record',
    edit(
      'login/login-coordinator.ts',
      'return record !== undefined && valueOf(record.refused, version) === undefined;',
      'return record !== undefined;',
    ),
  ),
  mutant(
    'a refused token is refused only when that is recorded',
    edit('login/login-coordinator.ts', 'if (this.#refused.has(version)) return false;', ''),
    edit('login/login-coordinator.ts', 'this.#refusal(refused.version).abort();', ''),
  ),
];

const shared = '../../../../shared';

/** The product with one idea of the addresses missing that a secret belongs to. */
export const addressMutants: readonly Mutant[] = [
  mutant(
    'all sites at an origin share their credentials and their records',
    edit(`${shared}/protocol/sites/login.ts`, '${kind} ${siteRoot(url)}', '${kind} ${new URL(url).origin}'),
  ),
  mutant(
    'credentials go to any address of the origin',
    edit(
      `${shared}/base/site-address.ts`,
      'return url.pathname === path || url.pathname.startsWith(`${path}/`);',
      'return path.length >= 0;',
    ),
  ),
  mutant(
    'credentials go to a site whose path begins in the same way',
    edit(
      `${shared}/base/site-address.ts`,
      'url.pathname.startsWith(`${path}/`)',
      'url.pathname.startsWith(path)',
    ),
  ),
  mutant(
    'credentials follow a redirect',
    edit('../http/redirects-and-retries.ts', ' || !isAnonymousGet(request)) {', ' || !isAnonymousGet) {'),
  ),
  mutant(
    'a prompt names only the origin of a gateway',
    edit(
      `${shared}/base/site-address.ts`,
      'return isOfGateway(address) ? siteRoot(address) : (originOf(address) ?? address);',
      'return originOf(address) ?? address;',
    ),
  ),
];
