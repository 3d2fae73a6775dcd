/**
 * The login rule, as a pure state machine: the record of the logins of one account at one site, the next permitted step,
 * and the transition for each event. Every transition returns a new record.
 *
 * A version without a verdict is never sent again because time has passed. The owner of an attempt can be suspended at
 * any step, for any time, and continue: so a version is sent again only after the owner of the previous attempt has
 * reported how it ended, or is gone for good, and the user clicks. Time decides two other things: when *other* versions
 * may be sent although a login is pending, and when an expired session may be renewed without a click. Otherwise a
 * server whose sessions last for one response would receive the password with every request.
 */

/** The reasons for which a version of the credentials is refused permanently. */
export const refusals = [
  'credentials',
  'challenge',
  'denied',
  'anonymous',
  'otherAccount',
  'noSession',
  'secondStep',
  'token',
  'scope',
] as const;
export interface Refusal {
  readonly reason: (typeof refusals)[number];
  /** Where the user solves the CAPTCHA; of the same origin, and safe. */
  readonly loginUrl?: string;
}

export interface Attempt {
  /** The version of the credentials: a new one whenever the user enters them. */
  readonly version: string;
  /** The unique name of this login. */
  readonly login: string;
  /** When it started, if the user did not click for it: milliseconds since 1970. */
  readonly automatic?: number;
}

/** After an automatic login (milliseconds), the next one of the same version needs a click. */
export const automaticPause = 10 * 60_000;

/** The state while no login is pending. */
type Settled =
  | { readonly status: 'none' }
  | ({
      readonly status: 'accepted';
      /** A request has succeeded with its session. */
      readonly used: boolean;
      /** The vault did not store its session, so other windows do not have it. */
      readonly unsaved?: true;
    } & Attempt);

/** Written before the credentials are sent. `since`: milliseconds since 1970. */
export type Pending = {
  readonly status: 'pending';
  readonly owner: string;
  readonly since: number;
  readonly before: Settled;
} & Attempt;

/** A login without a verdict: its credentials were sent, or may have been. */
export interface Doubt {
  readonly login: string;
  /** The owner that may still send it: it was given up while its owner existed. */
  readonly owner?: string;
  /** The previous doubtful login of the same version. */
  readonly earlier?: string;
}

export interface LoginRecord {
  readonly state: Settled | Pending;
  /** All refused versions: they are never sent again. */
  readonly refused: Readonly<Record<string, Refusal>>;
  /** By version. A verdict on the version removes the doubt. */
  readonly doubtful: Readonly<Record<string, Doubt>>;
}

export const emptyRecord: LoginRecord = { state: { status: 'none' }, refused: {}, doubtful: {} };

/** A request for a login. */
export interface LoginWish {
  readonly version: string;
  /** `click` = the user requested this login; `run` = a query needs it. */
  readonly trigger: 'click' | 'run';
  /** The login whose session has expired or is lost. */
  readonly stale?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Decision =
  | { readonly next: 'send' }
  | { readonly next: 'wait'; readonly pending: Pending }
  /** The user wants it sent again: not while the owner of the doubtful login may still send it. */
  | { readonly next: 'ask'; readonly login: string; readonly owner: string }
  /** The session of this login can be used. */
  | { readonly next: 'use'; readonly login: string }
  | { readonly next: 'refuse'; readonly because: 'rejected'; readonly refusal: Refusal }
  | { readonly next: 'refuse'; readonly because: RenewalRefusal | 'unknown' };

/**
 * The reasons not to renew a session without a click. `useless`: the last session never worked, so a new one would not
 * either. `unsaved`: the vault did not store the last session, so each window would send the password. `expiredAgain`:
 * the last login was automatic too, less than ten minutes ago.
 */
export type RenewalRefusal = 'useless' | 'unsaved' | 'expiredAgain';

/** The next step that the rule permits. */
export function decide(
  { state, refused, doubtful }: LoginRecord,
  { version, trigger, stale, now }: LoginWish,
): Decision {
  const refusal = valueOf(refused, version);
  if (refusal) return { next: 'refuse', because: 'rejected', refusal };
  if (state.status === 'pending') return { next: 'wait', pending: state };
  const doubt = valueOf(doubtful, version);
  if (doubt && trigger === 'run') return { next: 'refuse', because: 'unknown' };
  if (doubt?.owner !== undefined) return { next: 'ask', login: doubt.login, owner: doubt.owner };
  if (doubt) return { next: 'send' };
  if (state.status === 'none' || state.version !== version) return { next: 'send' };
  if (state.login !== stale) return { next: 'use', login: state.login };
  if (trigger === 'click') return { next: 'send' };
  const because = renewalRefusal(state, now);
  return because === undefined ? { next: 'send' } : { next: 'refuse', because };
}

/** If the clock was set back, the pause lasts longer, or until a click. */
function renewalRefusal(
  { used, unsaved, automatic }: Extract<Settled, { status: 'accepted' }>,
  now: number,
): RenewalRefusal | undefined {
  if (unsaved) return 'unsaved';
  if (!used) return 'useless';
  return automatic !== undefined && now - automatic < automaticPause ? 'expiredAgain' : undefined;
}

/** The entry of a version; `undefined` = none. */
export const valueOf = <T>(entries: Readonly<Record<string, T>>, version: string): T | undefined =>
  Object.hasOwn(entries, version) ? entries[version] : undefined;

/** The logins of a version that may have a session, the preferred one first. */
export function sessionLogins({ state, doubtful }: LoginRecord, version: string): readonly string[] {
  const settledState = state.status === 'pending' ? state.before : state;
  const doubtOfVersion = valueOf(doubtful, version);
  return [
    ...(settledState.status === 'accepted' && settledState.version === version ? [settledState.login] : []),
    ...(doubtOfVersion ? [doubtOfVersion.login, doubtOfVersion.earlier ?? []].flat() : []),
  ];
}

/** All logins of the account that may have a session. */
export function allSessionLogins(record: LoginRecord): readonly string[] {
  const { state, doubtful } = record;
  const before = state.status === 'pending' ? state.before : state;
  const versions = new Set(Object.keys(doubtful));
  if (before.status === 'accepted') versions.add(before.version);
  return [...versions].flatMap(version => sessionLogins(record, version));
}

/** The write-ahead: to be stored before the first byte of the credentials is sent. */
export function begun(record: LoginRecord, attempt: Attempt, owner: string, since: number): LoginRecord {
  const { state, doubtful } = record;
  const { version, login } = attempt;
  if (state.status === 'pending') throw new Error('one login at a time');
  return {
    ...record,
    state: { status: 'pending', ...attempt, owner, since, before: state },
    doubtful: { ...doubtful, [version]: doubt(login, valueOf(doubtful, version)?.login) },
  };
}

/** How a login ended. `unsent`: the credentials were not sent. */
export type Verdict =
  /** `unsaved`: the vault did not store the session. */
  | { readonly kind: 'accepted'; readonly unsaved?: boolean }
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsent' };

/**
 * Records the verdict on an attempt. A rejection always counts. Other verdicts count only if the version is still
 * doubtful because of this attempt; an acceptance, only if no other credentials were accepted or sent meanwhile.
 */
export function settled(record: LoginRecord, attempt: Attempt, verdict: Verdict): LoginRecord {
  const { version, login, automatic } = attempt;
  if (verdict.kind === 'rejected') return refusing(record, version, verdict.refusal);
  const { state, doubtful } = record;
  const doubtOfVersion = valueOf(doubtful, version);
  if (doubtOfVersion?.login !== login) return record;
  const previous = state.status === 'pending' && state.login === login ? state.before : state;
  switch (verdict.kind) {
    case 'accepted': {
      const isOvertaken =
        previous === state &&
        (previous.status === 'pending' || (previous.status === 'accepted' && previous.version !== version));
      if (isOvertaken) return settled(record, attempt, { kind: 'unknown' });
      const accepted: Settled = {
        status: 'accepted',
        version,
        login,
        used: false,
        ...(automatic === undefined ? {} : { automatic }),
        ...(verdict.unsaved ? { unsaved: true } : {}),
      };
      return { ...record, state: accepted, doubtful: without(doubtful, version) };
    }
    case 'unknown':
      return {
        ...record,
        state: previous,
        doubtful: { ...doubtful, [version]: doubt(login, doubtOfVersion.earlier) },
      };
    case 'unsent': {
      const rest = without(doubtful, version);
      const { earlier } = doubtOfVersion;
      return {
        ...record,
        state: previous,
        doubtful: earlier === undefined ? rest : { ...rest, [version]: doubt(earlier) },
      };
    }
  }
}

/** A version is refused permanently, by a login or while it is used. */
export function refusing(record: LoginRecord, version: string, refusal: Refusal): LoginRecord {
  const { state, refused, doubtful } = record;
  return {
    state: withoutVersion(state, version),
    refused: { ...refused, [version]: refusal },
    doubtful: without(doubtful, version),
  };
}

/** The owner of this attempt is gone, so its outcome will never be known: it stays doubtful. */
export const orphaned = (record: LoginRecord, attempt: Attempt): LoginRecord =>
  settled(record, attempt, { kind: 'unknown' });

/** The owner of this attempt exists but does not respond, and may continue at any time: other versions need not wait. */
export function overdue(record: LoginRecord, { version, login }: Attempt): LoginRecord {
  const { state, doubtful } = record;
  const doubtOfVersion = valueOf(doubtful, version);
  if (state.status !== 'pending' || state.login !== login || !doubtOfVersion) return record;
  const { owner, before } = state;
  return { ...record, state: before, doubtful: { ...doubtful, [version]: { ...doubtOfVersion, owner } } };
}

/** Whether this login is the pending one. */
export const isPending = (state: LoginRecord['state'], login: string): boolean =>
  state.status === 'pending' && state.login === login;

/** A request succeeded with the session of this login. */
export function proven(record: LoginRecord, login: string): LoginRecord {
  const { state } = record;
  if (state.status !== 'accepted' || state.login !== login || state.used) return record;
  return { ...record, state: { ...state, used: true } };
}

/**
 * The user signed out of the session of this login; a newer session stays. Refused versions stay refused, and doubtful
 * ones doubtful.
 */
export function signedOut(record: LoginRecord, login: string): LoginRecord {
  const { state } = record;
  const isMeant = state.status === 'accepted' && state.login === login;
  return isMeant ? { ...record, state: { status: 'none' } } : record;
}

/** The state without this version; a pending login of another version continues. */
function withoutVersion(state: LoginRecord['state'], version: string): LoginRecord['state'] {
  const before = state.status === 'pending' ? state.before : state;
  const previous: Settled =
    before.status === 'accepted' && before.version === version ? { status: 'none' } : before;
  return state.status === 'pending' && state.version !== version ? { ...state, before: previous } : previous;
}

const doubt = (login: string, earlier?: string): Doubt => ({
  login,
  ...(earlier === undefined ? {} : { earlier }),
});

const without = (doubtful: LoginRecord['doubtful'], version: string): LoginRecord['doubtful'] =>
  Object.fromEntries(Object.entries(doubtful).filter(([each]) => each !== version));
