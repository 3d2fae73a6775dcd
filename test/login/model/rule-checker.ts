import { cookieKey } from '#shared/protocol/sites/login.ts';
import { parseCredentials, parseSession } from '../../../server/src/network/session/credentials.ts';
import type { LoginRecord } from '../../../server/src/network/session/login/login-rule.ts';
import type { Ask, Desk } from './desk.ts';
import { isToken, passwordOf, site, versionOf } from './names.ts';

/** Milliseconds that a login may last, from its write-ahead on. */
const lease = 5 * 60_000;
/** Milliseconds from a login that nobody clicked for to the next one. */
const automaticPause = 10 * 60_000;

export const breaches = [
  'afterRejection',
  /** Sent again without a verdict or a success since, and nobody asked for that. */
  'unasked',
  /** Sent although a session was there that held. */
  'needless',
  /** Sent later than a login may last. */
  'late',
  /** Sent while the same was under way. */
  'atOnce',
  /** Recorded as refused or accepted, but it was not. */
  'falseVerdict',
  /** Locked by a login that no person had asked for. */
  'locked',
  /** Nobody clicked, and the last login that nobody clicked for was in the same run or not ten minutes ago. */
  'tooOften',
  /** A session that holds was forgotten by a run, or any session in the background. */
  'thrownAway',
  /** A newer session was overwritten with one of an earlier login. */
  'overwritten',
  /** A run that was answered as the account was answered as nobody after that. */
  'asNobody',
  /** A token was sent although its refusal was recorded, or had reached this window. */
  'tokenAfterRefusal',
] as const;
export type Breach = (typeof breaches)[number];

/** A Basic that is about to arrive. */
export interface Flight {
  readonly password: string;
  readonly window: string;
  readonly ask: Ask | undefined;
  /** The number of the event when the window last read a record. */
  readonly lookedAt: number;
  /** When the window let it go, in real milliseconds: what the system does from then on no program can help. */
  readonly letGo: number;
}

interface Version {
  sent: number;
  sentAt: number;
  acceptedAt: number;
  provenAt: number;
  /** When the user signed out of its session, maybe in a delayed window. */
  signedOutAt: number;
  rejectedAt: number;
  /** The windows that know that it is wrong. */
  readonly told: string[];
  /** By window: when its write-ahead was made, in real milliseconds. */
  readonly begun: Map<string, number>;
  /** By window: the dates on its clock between which it decided on its login. */
  readonly decided: Map<string, Span>;
  /** The date on the clock from which the pause counts; `undefined` = nothing was sent since a click. */
  automatic: number | undefined;
}

interface Span {
  readonly earliest: number;
  readonly latest: number;
}

/** Watches what is recorded and what is sent, and counts what the login rule does not allow. */
export class RuleChecker {
  readonly counts: Record<Breach, number> = {
    afterRejection: 0,
    unasked: 0,
    needless: 0,
    late: 0,
    atOnce: 0,
    falseVerdict: 0,
    locked: 0,
    tooOften: 0,
    thrownAway: 0,
    overwritten: 0,
    asNobody: 0,
    tokenAfterRefusal: 0,
  };
  basics = 0;
  /** Requests with a token. */
  tokens = 0;
  /** Basics that the user asked for, and those that locked the account. */
  lockedByPerson = 0;
  readonly #desk: Desk;
  readonly #versions = new Map<string, Version>();
  /** Logins that were recorded as accepted. */
  readonly #accepted = new Set<string>();
  readonly #flying = new Set<Flight>();
  /** Since the last success at the tracker: Basics that nobody had asked for just then. */
  #renewals = 0;
  /** By the key of the record. */
  readonly #states = new Map<string, LoginRecord['state']>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** A record was written by a window, which read it at a date on its clock. */
  recorded({ state, refused }: LoginRecord, key: string, window: string, readAt: number): void {
    const at = this.#desk.event();
    const now = this.#desk.real + this.#desk.skew;
    for (const version of Object.keys(refused)) {
      const known = this.#version(version);
      if (known.rejectedAt > 0) continue;
      known.rejectedAt = at;
      this.#judge('falseVerdict', !isToken(version) && !this.#desk.tracker.refused.has(passwordOf(version)));
    }
    const before = this.#states.get(key);
    this.#states.set(key, state);
    if (state.status === 'none' && before?.status === 'accepted') {
      this.#version(before.version).signedOutAt = at;
    }
    if (state.status === 'none') return;
    const known = this.#version(state.version);
    if (state.status === 'pending' && state.owner === window) {
      known.begun.set(window, this.#desk.real);
      known.decided.set(window, { earliest: Math.min(readAt, now), latest: Math.max(readAt, now) });
    }
    if (state.status !== 'accepted' || isToken(state.version)) return;
    this.#accepted.add(state.login);
    if (state.used) known.provenAt = at;
    else known.acceptedAt = at;
    this.#judge('falseVerdict', !this.#desk.tracker.accepted.has(passwordOf(state.version)));
  }

  /** A window learns that a password is wrong. */
  told(password: string, window: string): void {
    this.#version(versionOf(password)).told.push(window);
  }

  /** Right before a Basic arrives. */
  departs(flight: Flight): void {
    const { password, window, ask, letGo } = flight;
    const version = this.#version(versionOf(password));
    const isFresh = ask?.kind === 'click' && !ask.waited && !ask.spent;
    const isOver = version.provenAt > version.sentAt || version.signedOutAt > version.sentAt;
    const isRenewal = version.acceptedAt > version.sentAt && isOver;
    this.basics++;
    this.#judge('afterRejection', this.#isKnown(version, flight));
    this.#judge('unasked', version.sent > 0 && !isFresh && !isRenewal);
    this.#judge('needless', this.#holds(password));
    this.#judge('late', letGo - (version.begun.get(window) ?? -Infinity) > lease);
    this.#judge(
      'atOnce',
      [...this.#flying].some(other => other.password === password && this.#isThere(other.window)),
    );
    this.#judge('tooOften', !isFresh && this.#isTooOften(version, flight));
    version.automatic = isFresh ? undefined : version.decided.get(window)?.earliest;
    if (version.sent > 0 && !isFresh) this.#renewals++;
    version.sent++;
    version.sentAt = this.#desk.event();
    if (ask) ask.spent = true;
    this.#flying.add(flight);
  }

  #isTooOften({ automatic, decided }: Version, { window, ask }: Flight): boolean {
    if (ask?.kind === 'run' && ask.spent) return true;
    return automatic !== undefined && (decided.get(window)?.latest ?? 0) - automatic < automaticPause;
  }

  /** Right before a token is handed to the system. */
  tokenDeparts(token: string, window: string): void {
    this.tokens++;
    const { rejectedAt, told } = this.#version(versionOf(token));
    this.#judge('tokenAfterRefusal', rejectedAt > 0 || told.includes(window));
  }

  /** Right before a window deletes a kept session. */
  forgets(text: string, current: string | undefined, ask: Ask | undefined): void {
    const session = parseSession(text);
    if (!session || !ask) return;
    const { tracker } = this.#desk;
    const { version, login, jar } = session;
    const cookie = jar.header(site.url);
    const isGood = tracker.knows(cookie) && !tracker.wasRotated(cookie) && this.#accepted.has(login);
    const isCurrent = current !== undefined && parseCredentials(current)?.version === version;
    this.#judge('thrownAway', ask.kind === 'background' || (ask.kind === 'run' && isGood && isCurrent));
  }

  /** Right before a window keeps a session in the place of another one. */
  keeps(text: string, before: string | undefined): void {
    const [session, other] = [text, before ?? ''].map(each => parseSession(each));
    if (!session || !other || session.login === other.login) return;
    const order = [...this.#accepted];
    this.#judge('overwritten', order.indexOf(session.login) < order.indexOf(other.login));
  }

  /** A run was answered, each time as somebody. */
  answered(visitors: readonly (string | undefined)[]): void {
    const first = visitors.indexOf('alice');
    this.#judge('asNobody', first >= 0 && visitors.slice(first).some(visitor => visitor !== 'alice'));
  }

  arrived(flight: Flight): void {
    this.#flying.delete(flight);
  }

  succeeded(): void {
    this.#renewals = 0;
  }

  /** The user's own tries lock an account, with one renewal among them, which showed that the password is wrong. */
  locked({ ask }: Flight): void {
    const known = Object.values(this.counts).some(count => count > 0);
    const isOwn = !known && this.#renewals <= 1 && ask !== undefined;
    if (isOwn) this.lockedByPerson++;
    else this.counts.locked++;
  }

  /**
   * Whether it is known that the version is wrong: it is recorded, or an existing window knows. Between two machines,
   * only what the sender itself has learned, or could read when it last looked, counts.
   */
  #isKnown({ rejectedAt, told }: Version, { window, lookedAt }: Flight): boolean {
    if (this.#desk.isApart) return told.includes(window) || (rejectedAt > 0 && rejectedAt < lookedAt);
    return rejectedAt > 0 || told.some(each => this.#isThere(each));
  }

  /** Whether what a window knows and does counts: not if it is dead, nor if it is stopped where others cannot tell. */
  #isThere(window: string): boolean {
    const { living, stopped, isApart } = this.#desk;
    return living.has(window) && !(isApart && stopped.has(window));
  }

  /**
   * Whether a session of these credentials is kept and recorded, and the tracker knows it. Of a cookie that was rotated
   * other windows know only when it is kept.
   */
  #holds(password: string): boolean {
    const { secrets, tracker } = this.#desk;
    return [...this.#accepted].some(login => {
      const session = parseSession(secrets.get(cookieKey(site, 'alice', login)) ?? '');
      if (session?.version !== versionOf(password)) return false;
      const cookie = session.jar.header(site.url);
      return tracker.knows(cookie) && !tracker.wasRotated(cookie);
    });
  }

  #version(version: string): Version {
    const known = this.#versions.get(version);
    if (known) return known;
    const made: Version = {
      sent: 0,
      sentAt: 0,
      acceptedAt: 0,
      provenAt: 0,
      signedOutAt: 0,
      rejectedAt: 0,
      told: [],
      begun: new Map(),
      decided: new Map(),
      automatic: undefined,
    };
    this.#versions.set(version, made);
    return made;
  }

  #judge(breach: Breach, isBreach: boolean): void {
    if (isBreach) this.counts[breach]++;
  }
}
