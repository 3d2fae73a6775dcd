/** Secrets that can be recognized, with the place that each may be sent to: one site, in one part of a request. */
import { findSecrets, type Hit, type Place } from './search.ts';

/** The parts of a request that may hold a secret; `open` = all others. */
export type Part = 'open' | 'authorization' | 'cookie' | 'login';

export interface Canary {
  readonly secret: string;
  /** The only site that may receive it; `undefined` = none. */
  readonly site: string | undefined;
  readonly part: Part | undefined;
}

/** Characters that are escaped in an address, in JSON, in HTML and in base64, after a mark that is not. */
const signs = '<b>&\'+/=%41~"\\';

/** All canaries of a test. */
export class Canaries {
  readonly all: Canary[] = [];
  #count = 0;

  get secrets(): string[] {
    return this.all.map(({ secret }) => secret);
  }

  /** A password: also with spaces and letters with accents. */
  password(site?: string, part?: Part): string {
    return this.#add(`${this.#mark('Password')}${signs} pass wörd`, site, part);
  }

  /** The passphrase of a certificate: no site gets it. */
  passphrase(): string {
    return this.#add(`${this.#mark('Passphrase')}${signs}`, undefined, undefined);
  }

  /** A token for a header. */
  token(site: string): string {
    return this.#add(`${this.#mark('Token')}${signs}`, site, 'authorization');
  }

  /** A cookie for a site that makes a new one with each session. */
  cookie(site: string): string {
    return this.#add(`${this.#mark('Cookie')}${signs.slice(0, -2)}`, site, 'cookie');
  }

  #mark(kind: string): string {
    return `c4nary${++this.#count}x${kind}Mark`;
  }

  #add(secret: string, site: string | undefined, part: Part | undefined): string {
    this.all.push({ secret, site, part });
    return secret;
  }
}

/** A request as a site received it, in its parts. */
export interface SentRequest {
  readonly site: string;
  readonly parts: Readonly<Record<Part, string>>;
}

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** Divides a request into its parts. @param address the query of its address, without the path */
export function takenApart(
  site: string,
  request: Recorded,
  address: Iterable<readonly [string, string]>,
  isLogin = false,
): SentRequest {
  const { method, path, headers, body } = request;
  const query = [...address].map(([name, value]) => `${name}=${value}`).join('\n');
  const others = Object.entries(headers).filter(([name]) => !secretHeaders.has(name));
  return {
    site,
    parts: {
      open: [method, path, query, JSON.stringify(others), isLogin ? '' : body].join('\n'),
      authorization: String(headers['authorization'] ?? ''),
      cookie: String(headers['cookie'] ?? ''),
      login: isLogin ? body : '',
    },
  };
}

const partsOf = (requests: readonly SentRequest[], site: string, part: Part): Place => ({
  name: `${part} of requests to ${site}`,
  content: requests
    .filter(request => request.site === site)
    .map(({ parts }) => parts[part])
    .join('\n'),
});

const allParts: readonly Part[] = ['open', 'authorization', 'cookie', 'login'];

/** The places in requests that hold secrets which do not belong there. */
export function strays(requests: readonly SentRequest[], canaries: readonly Canary[]): readonly Hit[] {
  return [...new Set(requests.map(({ site }) => site))].flatMap(site =>
    allParts.flatMap(part => {
      const foreign = canaries.filter(canary => canary.site !== site || canary.part !== part);
      return findSecrets(
        [partsOf(requests, site, part)],
        foreign.map(({ secret }) => secret),
      );
    }),
  );
}

/** Whether a canary reached its site in the part that it belongs to. */
export const arrived = (
  requests: readonly SentRequest[],
  { secret, site = '', part = 'open' }: Canary,
): boolean => findSecrets([partsOf(requests, site, part)], [secret]).length > 0;
