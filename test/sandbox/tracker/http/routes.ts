import type { Reply } from '../../reply.ts';
import type { AuthContext, Verdict } from '../auth/authenticate.ts';
import { answerLogin, loginPage } from '../auth/pages.ts';
import { empty, failure, json, page } from '../replies.ts';
import { answerMyself, answerServerInfo, answerSession } from '../rest/account.ts';
import { answerBrowse, answerNavigator } from '../rest/browse.ts';
import { answerAutocomplete, answerFields, answerSuggestions } from '../rest/catalogue.ts';
import { answerCloudSearch, answerCount, answerParse } from '../rest/cloud.ts';
import { answerFavourites, answerFilter, answerFilterSearch, answerMyFilters } from '../rest/filters.ts';
import { answerIssue } from '../rest/issue.ts';
import { answerProjects, answerStatuses, answerVersions } from '../rest/projects.ts';
import { type Asked, answerSearch, askedInAddress, askedInBody, badBody } from '../rest/search.ts';
import texts from '../texts.json' with { type: 'json' };
import type { Visitor } from '../visitor.ts';
import type { TrackerRequest } from './record.ts';

/** A request with all that is needed to answer it. */
export interface Call {
  readonly request: TrackerRequest;
  readonly visitor: Visitor;
  readonly verdict: Verdict;
  readonly auth: AuthContext;
}

interface Route {
  readonly path: RegExp;
  readonly methods: readonly string[];
  readonly flavour?: 'server' | 'cloud';
  answer(call: Call, match: RegExpExecArray): Reply;
}

/** Answers a search, whose parameters may be in the address or in a body. */
function search({ request, visitor }: Call, answer: (asked: Asked, visitor: Visitor) => Reply): Reply {
  if (request.method !== 'POST') return answer(askedInAddress(request.query), visitor);
  if (!/^application\/json\b/u.test(String(request.headers['content-type'] ?? '')))
    return failure(415, 'badJson');
  const asked = askedInBody(request.body);
  return asked ? answer(asked, visitor) : badBody();
}

const get = ['GET', 'HEAD'];
const post = ['POST'];
const both = [...get, ...post];
const api = String.raw`^/rest/api/(?:2|3|latest)`;

const routes: readonly Route[] = [
  {
    path: new RegExp(`${api}/search$`, 'u'),
    methods: both,
    flavour: 'cloud',
    answer: () => failure(410, 'removed'),
  },
  {
    path: /^\/rest\/api\/(?:2|latest)\/search$/u,
    methods: both,
    flavour: 'server',
    answer: call => search(call, answerSearch),
  },
  {
    path: /^\/rest\/api\/[23]\/search\/jql$/u,
    methods: both,
    flavour: 'cloud',
    answer: call => search(call, answerCloudSearch),
  },
  {
    path: /^\/rest\/api\/3\/search\/approximate-count$/u,
    methods: post,
    flavour: 'cloud',
    answer: ({ request, visitor }) => answerCount(request.body, visitor),
  },
  {
    path: /^\/rest\/api\/3\/jql\/parse$/u,
    methods: post,
    flavour: 'cloud',
    answer: ({ request, visitor }) => answerParse(request.body, visitor),
  },
  {
    path: new RegExp(`${api}/issue/([^/]+)$`, 'u'),
    methods: get,
    answer: ({ request, visitor }, [, key = '']) => answerIssue(key, request.query, visitor),
  },
  {
    path: new RegExp(`${api}/myself$`, 'u'),
    methods: get,
    answer: ({ request, visitor }) => answerMyself(request.query, visitor),
  },
  {
    path: new RegExp(`${api}/serverInfo$`, 'u'),
    methods: get,
    answer: ({ visitor }) => answerServerInfo(visitor),
  },
  { path: new RegExp(`${api}/field$`, 'u'), methods: get, answer: () => answerFields() },
  {
    path: new RegExp(`${api}/jql/autocompletedata$`, 'u'),
    methods: get,
    answer: ({ visitor }) => answerAutocomplete(visitor),
  },
  {
    path: new RegExp(`${api}/jql/autocompletedata/suggestions$`, 'u'),
    methods: get,
    answer: ({ request, visitor }) => answerSuggestions(request.query, visitor),
  },
  {
    path: new RegExp(`${api}/project$`, 'u'),
    methods: get,
    answer: ({ visitor }) => answerProjects(visitor),
  },
  {
    path: new RegExp(`${api}/project/([^/]+)/versions$`, 'u'),
    methods: get,
    answer: ({ visitor }, [, key = '']) => answerVersions(key, visitor),
  },
  {
    path: new RegExp(`${api}/status$`, 'u'),
    methods: get,
    answer: ({ visitor }) => answerStatuses(visitor),
  },
  {
    path: new RegExp(`${api}/filter/favourite$`, 'u'),
    methods: get,
    answer: ({ visitor }) => answerFavourites(visitor),
  },
  {
    path: new RegExp(`${api}/filter/my$`, 'u'),
    methods: get,
    flavour: 'cloud',
    answer: ({ visitor }) => answerMyFilters(visitor),
  },
  {
    path: new RegExp(`${api}/filter/search$`, 'u'),
    methods: get,
    flavour: 'cloud',
    answer: ({ request, visitor }) => answerFilterSearch(request.query, visitor),
  },
  {
    path: new RegExp(`${api}/filter/(\\d+)$`, 'u'),
    methods: get,
    answer: ({ visitor }, [, id = '']) => answerFilter(id, visitor),
  },
  {
    path: /^\/rest\/auth\/1\/session$/u,
    methods: ['GET', 'POST', 'DELETE'],
    flavour: 'server',
    answer: ({ request, verdict, auth }) => answerSession(request.method, request.body, verdict, auth),
  },
  {
    path: /^\/browse\/([^/]+)$/u,
    methods: get,
    answer: ({ visitor }, [, key = '']) => answerBrowse(key, visitor),
  },
  {
    path: /^\/(?:issues\/?)?$/u,
    methods: get,
    answer: ({ request, visitor }) => answerNavigator(request.query.get('jql') ?? '', visitor),
  },
  {
    path: /^\/login\.jsp$/u,
    methods: both,
    answer: ({ request, visitor, auth }) =>
      request.method === 'POST'
        ? answerLogin(new URLSearchParams(request.body), auth.accounts, visitor.base)
        : loginPage(visitor.base),
  },
];

/** Answers a request: by the first route that fits its path and the flavour of the site. */
export function route(call: Call): Reply {
  const { request, visitor } = call;
  const fitting = routes.filter(
    ({ path, flavour }) =>
      path.test(request.path) && (flavour === undefined || flavour === visitor.settled.flavour),
  );
  if (fitting.length === 0)
    return request.path.startsWith('/rest/')
      ? json({ 'status-code': 404, message: texts.noResource }, 404)
      : page(404, 'missingTitle', 'missingText');
  const chosen = fitting.find(({ methods }) => methods.includes(request.method));
  const match = chosen?.path.exec(request.path);
  if (!chosen || !match)
    return { ...empty(405), headers: { Allow: fitting.flatMap(({ methods }) => methods).join(', ') } };
  return chosen.answer(call, match);
}
