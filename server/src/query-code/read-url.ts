/** Finds the query in a request. */
import specialPages from '../../catalogue/query-code/special-pages.json' with { type: 'json' };
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import { canonicalIssueKey, isIssueKey } from '#shared/base/issue-key.ts';
import type { Json } from '#shared/protocol/json.ts';
import { defaultFields } from '../jql/requested-fields.ts';
import type { PasteRefusal, PasteResult } from '../query-file/language/pasted-query.ts';

/** A request in a text, such as that of an address bar or of curl. */
export interface FoundRequest {
  /** Absolute, or the end of an address: `/w/api.php?…`, `?…`. */
  readonly url: string;
  /** Parameters that are sent besides the address, in their order. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly json?: unknown;
  /** Secrets that were found around the address. */
  readonly secrets?: readonly string[];
}

/**
 * Names of parameters whose values are secrets, whatever the site. The token of a page is a part of paging, not a
 * secret.
 */
const secretName =
  /(?:token|pass(?:word|wd|phrase|code)?|pwd|secret|(?:api|access|private)[-_]?key|cookies?|auth|authorization|bearer|jwt|credentials?|signature|sess(?:ion)?[-_]?(?:id|key)|session|SAMLResponse)$|^oauth_/i;

/** Whether a parameter of this name holds a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name) && !paging.has(name);

const paging: ReadonlySet<string> = new Set([
  'nextPageToken',
  'startAt',
  'maxResults',
  'expand',
  'validateQuery',
]);
const userInfo = 'user:password@';
const somewhere = 'http://somewhere.invalid';

/** The query of a request to a wiki or a tracker, or of one of their pages for queries. */
export function readRequest({ url: text, form = [], json, secrets = [] }: FoundRequest): PasteResult {
  const isAbsolute = /^https?:\/\//i.test(text);
  const url = parsedAddress(text);
  if (url === undefined) return undefined;
  const secretNames = [...(url.username + url.password === '' ? [] : [userInfo]), ...secrets];
  url.username = '';
  url.password = '';
  const parameters = [...url.searchParams, ...form];
  const inHash = [...new URLSearchParams(url.hash.slice(1))];
  const address = (path: string) => (isAbsolute ? { address: url.origin + path } : {});
  const isSandbox = /:ApiSandbox$/i.test(titleOf(url) ?? '');
  if (isQuery(inHash) || (isSandbox && inHash.some(([name]) => isWikiName(name) || name === 'action')))
    return wikiQuery(inHash, secretNames, address(sandboxApi(url)));
  const isApi = url.pathname.endsWith('/api.php');
  if (isApi || isQuery(parameters)) {
    const api = isApi ? address(url.pathname) : {};
    if (!isApi && !parameters.some(([name]) => isWikiName(name))) return undefined;
    return wikiQuery(parameters, secretNames, api);
  }
  return trackerQuery(url, parameters, json, secretNames, address(trackerPath(url)));
}

/** The address that a text is; one that was copied from the source of a page has its `&` as entities. */
function parsedAddress(text: string): URL | undefined {
  const address = text.replaceAll('&amp;', '&');
  if (!URL.canParse(address, somewhere)) return undefined;
  const url = new URL(address, somewhere);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** The title of the page of a wiki at an address. */
function titleOf({ pathname, searchParams }: URL): string | undefined {
  const inQuery = pathname.endsWith('/index.php') ? searchParams.get('title') : undefined;
  const [, afterScript] = pathname.split('/index.php/', 2);
  const title = pathname.startsWith('/wiki/') ? pathname.slice('/wiki/'.length) : (afterScript ?? inQuery);
  if (!title) return undefined;
  try {
    return decodeURIComponent(title).replaceAll('_', ' ');
  } catch {
    return undefined;
  }
}

/** The paths of Confluence, which has its pages at the same place as wikis. */
const confluence = /^\/wiki\/(?:spaces|display|home|search|people|x)(?:\/|$)/;

/** The query of a page of a wiki, about this page; else why an address has no query. */
export function readPage(address: string): PasteResult {
  const url = parsedAddress(address);
  const title = url && !confluence.test(url.pathname) ? titleOf(url) : undefined;
  if (!url || !/^https?:/i.test(address)) return undefined;
  if (title === undefined) return { refusal: 'paste-address', values: {} };
  const parameters = /^Special:/i.test(title)
    ? specialPageParameters(title, url.searchParams)
    : ([
        ['titles', title],
        ['prop', 'info'],
      ] as const);
  if (parameters === undefined) return { refusal: 'paste-special', values: {} };
  return { kind: 'wiki', address: url.origin + sandboxApi(url), parameters, secrets: [] };
}

/** A special page that shows what a list answers, for a subject that its title or its parameters name. */
interface SpecialPage {
  readonly list: string;
  readonly subject?: { readonly page: string; readonly query: string };
  /** The parameter of the query for the namespace that the page is asked for. */
  readonly namespace: string;
}

const listsOfPages: ReadonlyMap<string, SpecialPage> = new Map(Object.entries<SpecialPage>(specialPages));

/** The query that answers what a special page shows; `undefined` = none is known, or the page has no subject. */
function specialPageParameters(
  title: string,
  pageParameters: URLSearchParams,
): (readonly [string, string])[] | undefined {
  const [, name = '', rest] = /^Special:([^/]+)(?:\/(.*))?$/is.exec(title) ?? [];
  const page = listsOfPages.get(name.replaceAll(' ', '').toLowerCase());
  if (page === undefined) return undefined;
  const { list, subject, namespace } = page;
  const wanted = subject && (pageParameters.get(subject.page)?.replaceAll('_', ' ') || rest);
  if (subject && !wanted) return undefined;
  const number = pageParameters.has('invert') ? '' : (pageParameters.get('namespace') ?? '');
  return [
    ['list', list],
    ...(subject && wanted ? [[subject.query, wanted] as const] : []),
    ...(/^\d+$/.test(number) ? [[namespace, number] as const] : []),
  ];
}

const wikiNames: ReadonlySet<string> = new Set([
  'list',
  'prop',
  'meta',
  'generator',
  'titles',
  'pageids',
  'revids',
]);

/** Whether a parameter of this name is of a wiki's query. */
export const isWikiName = (name: string): boolean => wikiNames.has(name);

/** The end of an address with parameters of a wiki's query, such as `list=allpages&aplimit=5`; `undefined` = they are others. */
export function requestOf(parameters: string): string | undefined {
  const pairs = parameters.split('&');
  if (pairs.length < 2 || !pairs.every(pair => /^[a-z]\w*(?:=|$)/.test(pair))) return undefined;
  if (pairs.includes('action=query')) return `?${parameters}`;
  const isWiki =
    pairs.every(pair => pair.includes('=')) && pairs.some(pair => isWikiName(pair.split('=', 1)[0]!));
  return isWiki ? `?action=query&${parameters}` : undefined;
}

const isQuery = (parameters: readonly (readonly [string, string])[]): boolean =>
  parameters.some(([name, value]) => name === 'action' && value === 'query');

/** The address of the API, from that of a page: as `sandboxUrl` writes it, else the usual one of wikis. */
const sandboxApi = ({ pathname }: URL): string => {
  const script = /^(.*\/)index\.php(?:\/|$)/.exec(pathname)?.[1];
  return `${script ?? '/w/'}api.php`;
};

function wikiQuery(
  entries: readonly (readonly [string, string])[],
  secretNames: readonly string[],
  address: { readonly address?: string },
): PasteResult {
  const action = entries.findLast(([name]) => name === 'action')?.[1] ?? 'query';
  if (action !== 'query') return { refusal: 'paste-action', values: { action } };
  const query = wikiParameters(entries, secretNames);
  if (query.parameters.length === 0) return { refusal: 'paste-empty', values: {} };
  return { kind: 'wiki', ...address, ...query };
}

/** Whether a parameter is a secret; the token of anonymous readers is the same for all. */
const isSecret = ([name, value]: readonly [string, string]): boolean =>
  isSecretName(name) && value !== '' && value !== '+\\';

/** The parameters of a wiki's query: the last value of each name, without secrets and what is always sent. */
export function wikiParameters(
  entries: readonly (readonly [string, string])[],
  secretNames: readonly string[] = [],
): { readonly parameters: readonly (readonly [string, string])[]; readonly secrets: readonly string[] } {
  const byName = new Map(entries.filter(([name]) => name !== ''));
  const parameters = [...byName].filter(
    entry => !alwaysSentParameters.has(entry[0]) && !secretName.test(entry[0]),
  );
  return { parameters, secrets: [...secretNames, ...[...byName].filter(isSecret).map(([name]) => name)] };
}

/** The parts of a tracker's addresses after its base. */
const trackerPages =
  /\/(?:issues(?:\/|$)|rest\/api\/|browse\/|secure\/|jira\/(?:search|software|core|servicedesk|filters|your-work)|projects\/|plugins\/)/;

const trackerPath = ({ pathname }: URL): string => {
  const at = pathname.search(trackerPages);
  return at < 0 ? '' : pathname.slice(0, at);
};

function trackerQuery(
  { pathname }: URL,
  entries: readonly (readonly [string, string])[],
  json: unknown,
  secretNames: readonly string[],
  address: { readonly address?: string },
): PasteResult {
  const allEntries = new Map([...entries, ...jsonEntries(json)]);
  const secrets = [...secretNames, ...[...allEntries.keys()].filter(isSecretName)];
  const jql = allEntries.get('jql') ?? allEntries.get('jqlQuery');
  const fields = fieldsOf(allEntries.get('fields'));
  const query = (text: string): PasteResult => ({
    kind: 'tracker',
    ...address,
    jql: text,
    ...(fields && { fields }),
    secrets,
  });
  if (jql !== undefined) return query(jql);
  const filter = trackerPages.test(pathname) ? allEntries.get('filter') : undefined;
  if (filter !== undefined) return /^\d+$/.test(filter) ? query(`filter = ${filter}`) : filterRefusal(filter);
  const key = /\/browse\/([^/]+)\/?$/.exec(pathname)?.[1];
  return key !== undefined && isIssueKey(key) ? query(`key = ${canonicalIssueKey(key)}`) : undefined;
}

/** The refusal of one of the tracker's own filters: they have negative numbers, which JQL does not accept. */
const filterRefusal = (filter: string): PasteRefusal => ({ refusal: 'paste-filter', values: { filter } });

/** The parameters that a search sends as JSON. */
function jsonEntries(json: unknown): readonly (readonly [string, string])[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]: [string, unknown]): (readonly [string, string])[] => {
    if (typeof value === 'string') return [[name, value]];
    const isList = Array.isArray(value) && value.every(item => typeof item === 'string');
    return isList ? [[name, value.join(',')]] : [];
  });
}

const usual = new Set(defaultFields.map(({ id }) => id));

/** The fields of a search; `undefined` = none, or those that a query without `@fields` requests. */
export function fieldsOf(text: string | undefined): readonly string[] | undefined {
  const names = (text ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  const isUsual = names.length === usual.size && names.every(name => usual.has(name));
  return names.length === 0 || isUsual ? undefined : names;
}

/** The content of a request’s body: JSON, or the parameters of a form. */
export function bodyOf(text: string): Pick<FoundRequest, 'form' | 'json'> {
  const json = text.trimStart().startsWith('{') ? parsedJson(text) : undefined;
  return json === undefined ? { form: [...new URLSearchParams(text)] } : { json };
}

/** `undefined` = the text is not JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers that hold secrets. */
const secretHeader = /^(?:proxy-)?authorization$|^cookie$|^x-.*(?:token|key|auth)/i;

/** The name of a header, such as `Cookie: a=b`, if it holds a secret. */
export function headerSecrets(header: string): string[] {
  const [, name = '', value = ''] = /^([^:]+):([^]*)$/.exec(header) ?? [];
  return secretHeader.test(name) && isWritten(value.replace(/^\s*(?:Bearer|Basic|Token)\b/i, ''))
    ? [name]
    : [];
}

/** Whether a text that may be a secret is more than quotes and signs. */
export const isWritten = (literal: string): boolean => /\w/.test(literal);
