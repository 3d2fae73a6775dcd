import type { Reply } from '../../reply.ts';
import { Accounts } from '../auth/accounts.ts';
import { type AuthContext, type Verdict, authenticate } from '../auth/authenticate.ts';
import { Sessions } from '../auth/sessions.ts';
import type { Settled } from '../options.ts';
import { page, problem } from '../replies.ts';
import type { Visitor } from '../visitor.ts';
import { type World, buildWorld } from '../world/world.ts';
import { type Fault, Faults, spoiled } from './faults.ts';
import { Rates } from './rate.ts';
import type { TrackerRequest } from './record.ts';
import { route } from './routes.ts';

/** Where requests become answers, without a network. */
export class Desk {
  readonly world: World;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly faults = new Faults();
  readonly #rates = new Rates();
  readonly #settled: Settled;
  readonly #base: string;
  #count = 0;

  /** @param base the address of the tracker, without a slash at its end */
  constructor(settled: Settled, base: string) {
    this.#settled = settled;
    this.#base = base;
    const { now, issues, hostile } = settled;
    this.world = buildWorld({ now, issues, hostile, beacon: `${base}/beacon` });
    this.accounts = new Accounts(this.world, now);
    this.sessions = new Sessions(settled);
  }

  /** @param address the request's address with its query, for its length */
  answer(
    request: TrackerRequest,
    address: string,
  ): { readonly reply: Reply; readonly fault: Fault | undefined } {
    const auth: AuthContext = {
      accounts: this.accounts,
      sessions: this.sessions,
      settled: this.#settled,
      base: this.#base,
    };
    const verdict = authenticate(request.headers, auth);
    request.account = verdict.account?.name;
    request.outcome = verdict.outcome;
    const fault = this.faults.next(request);
    const rate = this.#rates.take(verdict.account?.name ?? '', this.#settled);
    const plain =
      this.#refusalOf(address, rate?.exceeded === true) ??
      verdict.reply ??
      route({ request, verdict, auth, visitor: this.#visitorOf(request, verdict) });
    const reply = fault ? spoiled(plain, fault) : plain;
    const headers = { ...this.#headersOf(verdict), ...rate?.headers, ...verdict.headers, ...reply.headers };
    return { reply: { ...reply, headers }, fault };
  }

  #refusalOf(address: string, tooMany: boolean): Reply | undefined {
    if (address.length > this.#settled.longestAddress) return page(400, 'badRequestTitle', 'badRequestText');
    return tooMany ? problem(429, 'tooMany') : undefined;
  }

  #visitorOf(request: TrackerRequest, { account, signedIn }: Verdict): Visitor {
    const { now } = this.#settled;
    return {
      world: this.world,
      base: this.#base,
      settled: this.#settled,
      now,
      person: signedIn ? account?.person : undefined,
      logins: { current: account?.currentLogin ?? now, previous: account?.previousLogin ?? now },
      version: request.path.startsWith('/rest/api/3/') ? 3 : 2,
    };
  }

  #headersOf({ account, signedIn }: Verdict): Record<string, string> {
    this.#count++;
    const minuteOfDay = Math.floor((this.#settled.clock() % 86_400_000) / 60_000);
    return {
      'X-AREQUESTID': `${minuteOfDay}x${this.#count}x1`,
      ...(this.#settled.flavour === 'server' && {
        'X-AUSERNAME': signedIn && account ? encodeURIComponent(account.name) : 'anonymous',
      }),
    };
  }
}
