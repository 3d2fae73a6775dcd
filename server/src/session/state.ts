/**
 * The login rule, as a state machine without any edge: what is known of the logins of one account at
 * one site, what may happen next, and what each event makes of it. Every transition answers a new
 * record. (design/network.md, "The login rule")
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
  /** Of the credentials: new whenever a person enters them. */
  readonly version: string;
  /** Names this login among all. */
  readonly login: string;
}

/** What holds while no login is under way. `used`: a request has succeeded with its session. */
export type Settled =
  { readonly status: 'none' } | ({ readonly status: 'accepted'; readonly used: boolean } & Attempt);

/** Written before the credentials go out. `since`: milliseconds since 1970. */
export type Pending = {
  readonly status: 'pending';
  readonly owner: string;
  readonly since: number;
  readonly before: Settled;
  /** The login of this version that was in doubt before. */
  readonly doubted?: string;
} & Attempt;

export interface LoginRecord {
  readonly state: Settled | Pending;
  /** Every version that was ever refused: none of them is sent again. */
  readonly refused: Readonly<Record<string, Refusal>>;
  /** By version, the login without a verdict: its credentials went out, or may have. A verdict on the version ends the doubt. */
  readonly doubtful: Readonly<Record<string, string>>;
}

export const emptyRecord: LoginRecord = { state: { status: 'none' }, refused: {}, doubtful: {} };

/** Who wants a login, and why. */
export interface Wish {
  readonly version: string;
  /** `click` = a person asked for this login; `run` = a query needs it. */
  readonly trigger: 'click' | 'run';
  /** The login whose session is known to be over or lost. */
  readonly stale?: string | undefined;
}

export type Decision =
  | { readonly next: 'send' }
  | { readonly next: 'wait'; readonly pending: Pending }
  /** The session of this login is there to be used. */
  | { readonly next: 'use'; readonly login: string }
  | { readonly next: 'refuse'; readonly because: 'rejected'; readonly refusal: Refusal }
  /** `useless`: the last session never worked, so a new one would not either. */
  | { readonly next: 'refuse'; readonly because: 'unknown' | 'useless' };

/** What the rule allows now. */
export function decide(
  { state, refused, doubtful }: LoginRecord,
  { version, trigger, stale }: Wish,
): Decision {
  const refusal = refusalOf(refused, version);
  if (refusal) return { next: 'refuse', because: 'rejected', refusal };
  if (state.status === 'pending') return { next: 'wait', pending: state };
  if (Object.hasOwn(doubtful, version)) {
    return trigger === 'click' ? { next: 'send' } : { next: 'refuse', because: 'unknown' };
  }
  if (state.status === 'none' || state.version !== version) return { next: 'send' };
  if (state.login !== stale) return { next: 'use', login: state.login };
  return state.used || trigger === 'click' ? { next: 'send' } : { next: 'refuse', because: 'useless' };
}

export function refusalOf(refused: LoginRecord['refused'], version: string): Refusal | undefined {
  return Object.hasOwn(refused, version) ? refused[version] : undefined;
}

/** The write-ahead: to be stored before the first byte of the credentials goes out. */
export function begun(record: LoginRecord, attempt: Attempt, owner: string, since: number): LoginRecord {
  const { state, doubtful } = record;
  const { version, login } = attempt;
  if (state.status === 'pending') throw new Error('one login at a time');
  const doubted = Object.hasOwn(doubtful, version) ? { doubted: doubtful[version] ?? '' } : {};
  return {
    ...record,
    state: { status: 'pending', ...attempt, owner, since, before: state, ...doubted },
    doubtful: { ...doubtful, [version]: login },
  };
}

/** How a login ended. `unsent`: the credentials never left this machine. */
export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsent' };

/** Takes the verdict on an attempt. A rejection always counts; anything else only if nothing newer happened. */
export function settled(record: LoginRecord, { version, login }: Attempt, verdict: Verdict): LoginRecord {
  if (verdict.kind === 'rejected') return refusing(record, version, verdict.refusal);
  const { state, doubtful } = record;
  const own = state.status === 'pending' && state.login === login;
  switch (verdict.kind) {
    case 'accepted':
      if (doubtful[version] !== login) return record;
      return {
        ...record,
        state:
          own || state.status !== 'pending' ? { status: 'accepted', version, login, used: false } : state,
        doubtful: without(doubtful, version),
      };
    case 'unknown':
      return own ? { ...record, state: state.before } : record;
    case 'unsent':
      if (!own) return record;
      return {
        ...record,
        state: state.before,
        doubtful: {
          ...without(doubtful, version),
          ...(state.doubted === undefined ? {} : { [version]: state.doubted }),
        },
      };
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
export function orphaned(record: LoginRecord, login: string): LoginRecord {
  const { state } = record;
  return state.status === 'pending' && state.login === login ? { ...record, state: state.before } : record;
}

/** A request succeeded with the session of this login. */
export function proven(record: LoginRecord, login: string): LoginRecord {
  const { state } = record;
  if (state.status !== 'accepted' || state.login !== login || state.used) return record;
  return { ...record, state: { ...state, used: true } };
}

/** The person signed out. What was refused stays refused, and what is in doubt in doubt. */
export function signedOut(record: LoginRecord): LoginRecord {
  return record.state.status === 'pending' ? record : { ...record, state: { status: 'none' } };
}

/** A state that no longer holds of this version; another's login that is under way goes on. */
function withoutVersion(state: LoginRecord['state'], version: string): LoginRecord['state'] {
  const before = state.status === 'pending' ? state.before : state;
  const left: Settled =
    before.status === 'accepted' && before.version === version ? { status: 'none' } : before;
  return state.status === 'pending' && state.version !== version ? { ...state, before: left } : left;
}

const without = (doubtful: LoginRecord['doubtful'], version: string): LoginRecord['doubtful'] =>
  Object.fromEntries(Object.entries(doubtful).filter(([each]) => each !== version));
