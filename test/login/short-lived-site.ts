/** Sites whose sessions hold for a few answers only, a tracker and a wiki, with the least that a run needs. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { readRequest, type RecordedRequest } from '../sandbox/request.ts';

/** The response to the cookie of an expired session. `otherAccount`: the name of another user. */
export type Ending = 'unauthorized' | 'loginPage' | 'anonymous' | 'otherAccount';

export interface ShortLivedOptions {
  /** Answers for which a session holds. */
  readonly answers: number;
  readonly ending?: Ending;
  /** Paths, or the addresses of a wiki, that answer 401 whoever asks. */
  readonly closed?: RegExp;
  /** Cookies that an answer to a session sets; the number counts its answers. */
  readonly cookies?: (answer: number) => readonly string[];
  /** Cookies that a login at the wiki sets in place of those of a session. */
  readonly loginCookies?: readonly string[];
}

export interface ShortLivedSite {
  readonly site: Site;
  readonly requests: readonly RecordedRequest[];
  /** Passwords that arrived. */
  readonly passwords: () => number;
  /** Everybody is signed out. */
  endSessions(): void;
  stop(): Promise<void>;
}

export const account = { user: 'ada', password: 'analytical engine' };
/** Pages that a query has. */
export const pageCount = 300;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: unknown;
}

/** Whose session a request shows. */
type Visitor = 'nobody' | 'holds' | 'over';

const sessionIn = (request: RecordedRequest): string =>
  /(?:JSESSIONID|wiki_session)=([^;]*)/.exec(String(request.headers['cookie'] ?? ''))?.[1] ?? '';

class Sessions {
  /** Answers that each session got. */
  readonly #used = new Map<string, number>();
  readonly #answers: number;
  #count = 0;

  constructor(answers: number) {
    this.#answers = answers;
  }

  begin(): string {
    const id = `session-of-ada-${++this.#count}`;
    this.#used.set(id, 0);
    return id;
  }

  /** Counts an answer. */
  use(id: string): { readonly visitor: Visitor; readonly answer: number } {
    const used = this.#used.get(id);
    if (used === undefined) return { visitor: 'nobody', answer: 0 };
    this.#used.set(id, used + 1);
    return { visitor: used < this.#answers ? 'holds' : 'over', answer: used + 1 };
  }

  end(): void {
    for (const id of this.#used.keys()) this.#used.set(id, Infinity);
  }
}

const endings: Readonly<Record<Ending, Answer>> = {
  unauthorized: { status: 401, headers: { 'x-ausername': 'anonymous' } },
  loginPage: { status: 302, headers: { location: '/login.jsp?os_destination=%2Frest' } },
  anonymous: { headers: { 'x-ausername': 'anonymous' } },
  otherAccount: { headers: { 'x-ausername': 'eve' } },
};

function trackerPage(from: number): unknown {
  const issues = from < pageCount ? [{ id: `${from}`, key: `A-${from + 1}`, fields: {} }] : [];
  return { startAt: from, maxResults: 1, total: pageCount, issues };
}

function answerAsTracker(
  request: RecordedRequest,
  sessions: Sessions,
  { ending = 'unauthorized', closed, cookies }: ShortLivedOptions,
): Answer {
  if (request.headers['authorization'] !== undefined) {
    return {
      headers: { 'x-ausername': 'ada' },
      cookies: [`JSESSIONID=${sessions.begin()}; Path=/; Secure; HttpOnly`],
      body: { name: 'ada' },
    };
  }
  if (closed?.test(request.path)) return { status: 401, headers: { 'x-ausername': 'anonymous' } };
  const { visitor, answer } = sessions.use(sessionIn(request));
  const body = /search/.test(request.path)
    ? trackerPage(Number(request.parameters.get('startAt') ?? 0))
    : { name: 'ada', results: [] };
  if (visitor === 'over') return { body, ...endings[ending] };
  const headers = { 'x-ausername': visitor === 'holds' ? 'ada' : 'anonymous' };
  return { headers, body, cookies: visitor === 'holds' ? (cookies?.(answer) ?? []) : [] };
}

const wikiError = (code: string): Answer => ({
  headers: { 'mediawiki-api-error': code },
  body: { errors: [{ code, text: code, module: 'main' }] },
});

const wikiCookie = (value: string): string => `wiki_session=${value}; path=/; HttpOnly`;

function answerAsWiki(
  request: RecordedRequest,
  sessions: Sessions,
  { closed, cookies, loginCookies }: ShortLivedOptions,
): Answer {
  const sent = request.parameters;
  if (sent.has('lgpassword')) {
    const body = { login: { result: 'Success', lgusername: 'Ada' } };
    return { body, cookies: loginCookies ?? [wikiCookie(sessions.begin())] };
  }
  if (sent.get('type') === 'login') {
    const body = { query: { tokens: { logintoken: 'token+\\' } } };
    return { body, cookies: [wikiCookie('before')] };
  }
  if (closed?.test(String(new URLSearchParams([...sent])))) return { status: 401 };
  const { visitor, answer } = sessions.use(sessionIn(request));
  const isSomebody = visitor === 'holds';
  if (sent.has('assertuser') && isSomebody && sent.get('assertuser') !== 'Ada') {
    return wikiError('assertnameduserfailed');
  }
  if (sent.has('assert') && !isSomebody) return wikiError('assertuserfailed');
  const from = Number(sent.get('apcontinue') ?? 0);
  return {
    cookies: isSomebody ? (cookies?.(answer) ?? []) : [],
    body: {
      ...(from + 1 < pageCount ? { continue: { apcontinue: `${from + 1}`, continue: '-||' } } : {}),
      query: {
        userinfo: { id: isSomebody ? 1 : 0, name: isSomebody ? 'Ada' : '127.0.0.1' },
        allpages: [{ pageid: from + 1, ns: 0, title: `Page ${from + 1}` }],
      },
    },
  };
}

const isPassword = ({ headers, parameters }: RecordedRequest): boolean =>
  headers['authorization'] !== undefined || parameters.has('lgpassword');

/** Starts a site on the loopback address; its only account is `account`, of a wiki `Ada@bot`. */
export async function startShortLivedSite(
  kind: SiteKind,
  options: ShortLivedOptions,
): Promise<ShortLivedSite> {
  const requests: RecordedRequest[] = [];
  const sessions = new Sessions(options.answers);
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    requests.push(request);
    const answer = (kind === 'tracker' ? answerAsTracker : answerAsWiki)(request, sessions, options);
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/json; charset=utf-8',
      ...answer.headers,
      'set-cookie': [...(answer.cookies ?? [])],
    });
    response.end(JSON.stringify(answer.body ?? {}));
  };
  const server = createServer((message, response) => void serve(message, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site is not listening.');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    site: { name: 'short', kind, url: kind === 'wiki' ? `${origin}/api.php` : origin },
    requests,
    passwords: () => requests.filter(isPassword).length,
    endSessions: () => sessions.end(),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
