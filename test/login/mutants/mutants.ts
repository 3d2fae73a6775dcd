/** One text that stands exactly once in a file below `server/src/session`, and what takes its place. */
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
      'login-coordinator.ts',
      'this.#dependencies.store.replace(key, stamp, next)',
      'Promise.resolve(true)',
    ),
    edit(
      'login-attempt.ts',
      '!isUnderWay(state, this.#attempt.login)',
      'isUnderWay(state, this.#attempt.login)',
    ),
  ),
  mutant(
    'no compare-and-swap',
    edit('memory-store.ts', 'if ((this.#records.get(key)?.stamp ?? 0) !== stamp) return false;', ''),
  ),
  mutant(
    'a rejection is forgotten after a restart',
    edit('login-rule.ts', 'refused: { ...refused, [version]: refusal },', 'refused,'),
  ),
  mutant(
    'no single flight',
    edit(
      'login-rule.ts',
      "if (state.status === 'pending') return { next: 'wait', pending: state };",
      "if (state.status === 'pending') return { next: 'send' };",
    ),
    edit('login-rule.ts', "if (state.status === 'pending') throw new Error('one login at a time');", ''),
    edit('login-rule.ts', 'owner, since, before: state }', "owner, since, before: { status: 'none' } }"),
  ),
  mutant(
    'a session that never works is renewed without end',
    edit('login-rule.ts', "if (!used) return 'useless';", ''),
  ),
  mutant(
    'a login that is held up keeps others waiting for ever',
    edit('login-coordinator.ts', ' > lease;', ' > Infinity;'),
  ),
  mutant('a click that waited counts again', edit('login-coordinator.ts', "trigger = 'run';", '')),
  mutant(
    'the cookie is not used again',
    edit(
      'cookie-sender.ts',
      'let over = stale;',
      'let over = stale ?? sessionLogins(await logins.record(site, identity.account), identity.version)[0];',
    ),
  ),
  mutant(
    'two that find the session over log in twice',
    edit(
      'login-rule.ts',
      'if (state.login !== stale) return',
      "if (stale !== undefined && state.login !== stale) return { next: 'send' };\n  if (state.login !== stale) return",
    ),
  ),
  mutant(
    'a challenge is not final',
    edit(
      'schemes/tracker.ts',
      "  if (denial) return { kind: 'rejected', refusal: denial };\n  if (failed || unauthorised",
      "  if (denial) return { kind: 'unknown', status: response.status };\n  if (failed || unauthorised",
    ),
  ),
  mutant(
    'a wrong password is not final',
    edit(
      'schemes/tracker.ts',
      "return { kind: 'rejected', refusal: { reason: 'credentials' } };",
      "return { kind: 'unknown', status: response.status };",
    ),
  ),
  mutant(
    'a lost answer counts as success',
    edit(
      'login-attempt.ts',
      "return { verdict: { kind: 'unknown' }, failure };",
      "return { verdict: { kind: 'accepted' }, failure };",
    ),
  ),
  mutant(
    'a lost answer counts as a rejection',
    edit(
      'login-attempt.ts',
      "return { verdict: { kind: 'unknown' }, failure };",
      "return { verdict: { kind: 'rejected', refusal: { reason: 'credentials' } }, failure };",
    ),
  ),
  mutant(
    'a lost answer counts as not sent',
    edit(
      'login-attempt.ts',
      "return { verdict: { kind: 'unknown' }, failure };",
      "return { verdict: { kind: 'unsent' }, failure };",
    ),
  ),
  mutant(
    'a run sends what is in doubt',
    edit(
      'login-rule.ts',
      "if (doubt && trigger === 'run') return { next: 'refuse', because: 'unknown' };",
      '',
    ),
  ),
  mutant(
    'whoever died in a login leaves no doubt',
    edit(
      'login-rule.ts',
      "settled(record, attempt, { kind: 'unknown' });\n\n/** Whoever makes",
      "settled(record, attempt, { kind: 'unsent' });\n\n/** Whoever makes",
    ),
  ),
  mutant(
    'a click sends what a window that is held up may send yet',
    edit(
      'login-coordinator.ts',
      "if ((await this.#presence(owner, login)) === 'here') throw",
      "if (decision.owner === '') throw",
    ),
  ),
  mutant(
    'no look at the record before the secret goes out',
    edit(
      'login-attempt.ts',
      '!isUnderWay(state, this.#attempt.login) || this.#age() > latest',
      'this.#age() < 0',
    ),
    edit('login-attempt.ts', 'sinceLook() > fresh || this.#age() > latest || ', ''),
  ),
  mutant(
    'no look at the clocks when the connection stands',
    edit('login-attempt.ts', 'sinceLook() > fresh || this.#age() > latest || ', ''),
  ),
  mutant(
    'only the monotonic clock counts',
    edit(
      'stopwatch.ts',
      'Math.max(clock.now() - now, Math.abs(clock.date() - date))',
      'Math.max(clock.now() - now, 0 * date)',
    ),
  ),
  mutant(
    'only the wall clock counts, and only forward',
    edit(
      'stopwatch.ts',
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
];
