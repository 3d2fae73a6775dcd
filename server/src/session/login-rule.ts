/**
 * The login rule, as a state machine without any edge: what is known of the logins of one account at
 * one site, what may happen next, and what each event makes of it. Every transition answers a new
 * record. (design/network.md, "The login rule")
 *
 * A version without a verdict is never sent again because time has passed. The owner of an attempt can be stopped at
 * any step, for any time, and go on: so a version is sent again only after the owner of the previous attempt reported
 * how it ended, or is gone for good, and the user clicks. Time decides two other things: when a login that is held up
 * lets *other* versions pass, and when a session that expired may be renewed without a click. A server whose sessions
 * last for one answer would otherwise receive the password with every request.
 */

/** Why a version of the credentials was refused, for good. */
export const refusals = [
  'credentials',
  'challenge',
  'denied',
  'anonymous',
  'otherAccount',
  'noSession',
  'secondStep',
  'token',
] as const;
export interface Refusal {
  readonly reason: (typeof refusals)[number];
  /** Where a person solves the challenge; same origin and safe. */
  readonly loginUrl?: string;
}

export interface Attempt {
  /** Of the credentials: new whenever the user enters them. */
  readonly version: string;
  /** Names this login among all. */
  readonly login: string;
  /** When it began, if nobody clicked for it: milliseconds since 1970. */
  readonly automatic?: number;
}

/** After an automatic login (milliseconds), the next one of the same version needs a click. */
export const automaticPause = 10 * 60_000;

/** What holds while no login is under way. */
export type Settled =
  | { readonly status: 'none' }
  | ({
      readonly status: 'accepted';
      /** A request has succeeded with its session. */
      readonly used: boolean;
      /** The vault did not store its session, so other windows and later ones do not have it. */
      readonly unsaved?: true;
    } & Attempt);

/** Written before the credentials go out. `since`: milliseconds since 1970. */
export type Pending = {
  readonly status: 'pending';
  readonly owner: string;
  readonly since: number;
  readonly before: Settled;
} & Attempt;

/** A login without a verdict: its credentials went out, or may have. */
export interface Doubt {
  readonly login: string;
  /** Whoever may send it yet: it was given up while its owner was still there. */
  readonly owner?: string;
  /** The login of the same version that was in doubt before this one. */
  readonly earlier?: string;
}

export interface LoginRecord {
  readonly state: Settled | Pending;
  /** Every version that was ever refused: none of them is sent again. */
  readonly refused: Readonly<Record<string, Refusal>>;
  /** By version. A verdict on the version ends the doubt. */
  readonly doubtful: Readonly<Record<string, Doubt>>;
}

export const emptyRecord: LoginRecord = { state: { status: 'none' }, refused: {}, doubtful: {} };

/** Who wants a login, and why. */
export interface LoginWish {
  readonly version: string;
  /** `click` = a person asked for this login; `run` = a query needs it. */
  readonly trigger: 'click' | 'run';
  /** The login whose session is known to be over or lost. */
  readonly stale?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Decision =
  | { readonly next: 'send' }
  | { readonly next: 'wait'; readonly pending: Pending }
  /** A person wants it sent again: not while the owner of the login in doubt may still send it. */
  | { readonly next: 'ask'; readonly login: string; readonly owner: string }
  /** The session of this login is there to be used. */
  | { readonly next: 'use'; readonly login: string }
  | { readonly next: 'refuse'; readonly because: 'rejected'; readonly refusal: Refusal }
  | { readonly next: 'refuse'; readonly because: RenewalRefusal | 'unknown' };

/**
 * Why a session is not renewed without a click. `useless`: the last session never worked, so a new one would not
 * either. `unsaved`: the vault did not store the last session, so each window would send the password. `expiredAgain`:
 * the last login was automatic as well, and is not ten minutes old.
 */
export type RenewalRefusal = 'useless' | 'unsaved' | 'expiredAgain';

/** What the rule allows now. */
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

/** A clock that was set back prolongs the pause: until a click. */
function renewalRefusal(
  { used, unsaved, automatic }: Extract<Settled, { status: 'accepted' }>,
  now: number,
): RenewalRefusal | undefined {
  if (unsaved) return 'unsaved';
  if (!used) return 'useless';
  return automatic !== undefined && now - automatic < automaticPause ? 'expiredAgain' : undefined;
}

/** What is noted of a version; `undefined` = nothing. */
export const valueOf = <T>(noted: Readonly<Record<string, T>>, version: string): T | undefined =>
  Object.hasOwn(noted, version) ? noted[version] : undefined;

/** The logins of a version that may have left a session, the one that counts first. */
export function sessionLogins({ state, doubtful }: LoginRecord, version: string): readonly string[] {
  const settledState = state.status === 'pending' ? state.before : state;
  const doubtOfVersion = valueOf(doubtful, version);
  return [
    ...(settledState.status === 'accepted' && settledState.version === version ? [settledState.login] : []),
    ...(doubtOfVersion ? [doubtOfVersion.login, doubtOfVersion.earlier ?? []].flat() : []),
  ];
}

/** Every login of the account that may have left a session. */
export function allSessionLogins(record: LoginRecord): readonly string[] {
  const { state, doubtful } = record;
  const before = state.status === 'pending' ? state.before : state;
  const versions = new Set(Object.keys(doubtful));
  if (before.status === 'accepted') versions.add(before.version);
  return [...versions].flatMap(version => sessionLogins(record, version));
}

/** The write-ahead: to be stored before the first byte of the credentials goes out. */
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

/** How a login ended. `unsent`: the credentials never left this machine. */
export type Verdict =
  /** `unsaved`: the vault did not store the session. */
  | { readonly kind: 'accepted'; readonly unsaved?: boolean }
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsent' };

/**
 * Takes the verdict on an attempt. A rejection always counts. Anything else counts only if the version is still in
 * doubt because of this attempt; an acceptance, only if others did not let other credentials pass meanwhile.
 */
export function settled(record: LoginRecord, attempt: Attempt, verdict: Verdict): LoginRecord {
  const { version, login, automatic } = attempt;
  if (verdict.kind === 'rejected') return refusing(record, version, verdict.refusal);
  const { state, doubtful } = record;
  const own = valueOf(doubtful, version);
  if (own?.login !== login) return record;
  const left = state.status === 'pending' && state.login === login ? state.before : state;
  switch (verdict.kind) {
    case 'accepted': {
      const isOvertaken =
        left === state &&
        (left.status === 'pending' || (left.status === 'accepted' && left.version !== version));
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
      return { ...record, state: left, doubtful: { ...doubtful, [version]: doubt(login, own.earlier) } };
    case 'unsent': {
      const rest = without(doubtful, version);
      const { earlier } = own;
      return {
        ...record,
        state: left,
        doubtful: earlier === undefined ? rest : { ...rest, [version]: doubt(earlier) },
      };
    }
  }
}

/** A version is refused, by a login or while it is used: for good. */
export function refusing(record: LoginRecord, version: string, refusal: Refusal): LoginRecord {
  const { state, refused, doubtful } = record;
  return {
    state: withoutVersion(state, version),
    refused: { ...refused, [version]: refusal },
    doubtful: without(doubtful, version),
  };
}

/** Whoever made this attempt is gone, so nobody will ever tell how it ended: it stays in doubt. */
export const orphaned = (record: LoginRecord, attempt: Attempt): LoginRecord =>
  settled(record, attempt, { kind: 'unknown' });

/** Whoever makes this attempt is there but held up, and may go on at any time: other versions need not wait. */
export function overdue(record: LoginRecord, { version, login }: Attempt): LoginRecord {
  const { state, doubtful } = record;
  const own = valueOf(doubtful, version);
  if (state.status !== 'pending' || state.login !== login || !own) return record;
  const { owner, before } = state;
  return { ...record, state: before, doubtful: { ...doubtful, [version]: { ...own, owner } } };
}

/** Whether this login is the one that is under way. */
export const isUnderWay = (state: LoginRecord['state'], login: string): boolean =>
  state.status === 'pending' && state.login === login;

/** A request succeeded with the session of this login. */
export function proven(record: LoginRecord, login: string): LoginRecord {
  const { state } = record;
  if (state.status !== 'accepted' || state.login !== login || state.used) return record;
  return { ...record, state: { ...state, used: true } };
}

/**
 * The person signed out of the session of this login; a newer one, of somebody who was faster, stays. What was refused
 * stays refused, and what is in doubt in doubt.
 */
export function signedOut(record: LoginRecord, login: string): LoginRecord {
  const { state } = record;
  const isMeant = state.status === 'accepted' && state.login === login;
  return isMeant ? { ...record, state: { status: 'none' } } : record;
}

/** A state that no longer holds of this version; another's login that is under way goes on. */
function withoutVersion(state: LoginRecord['state'], version: string): LoginRecord['state'] {
  const before = state.status === 'pending' ? state.before : state;
  const left: Settled =
    before.status === 'accepted' && before.version === version ? { status: 'none' } : before;
  return state.status === 'pending' && state.version !== version ? { ...state, before: left } : left;
}

const doubt = (login: string, earlier?: string): Doubt => ({
  login,
  ...(earlier === undefined ? {} : { earlier }),
});

const without = (doubtful: LoginRecord['doubtful'], version: string): LoginRecord['doubtful'] =>
  Object.fromEntries(Object.entries(doubtful).filter(([each]) => each !== version));
