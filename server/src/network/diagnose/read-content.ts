/** Classifies the content of a response: the API, or something in its place. */
import { beginningOf, type HttpResponse } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { Limits } from '../http/limits.ts';
import { readJson } from '../http/read-json.ts';
import type { Json } from '#shared/protocol/json.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { loginHeaders } from '../session/schemes/jira-login-headers.ts';
import { isLoginPage } from '../session/login-page.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';
import { errorsOf } from '../tracker/ask-tracker.ts';
import type { AccountFacts, Content } from './diagnosis-facts.ts';

/** Bytes of a page that are searched. */
const looked = 64 * 1024;

const passwordField = /\btype\s*=\s*["']?password/i;
const challengeWords =
  /captcha|cf-chl|challenge-platform|just a moment|checking your browser|enable javascript and cookies/i;

export interface ReadContent {
  readonly content: Content;
  /** The JSON, if the content is JSON. */
  readonly json?: JsonObject;
}

/** Reads who or what sent a response: an API, an error of one, a login page, a challenge or another page. */
export function readContent(response: HttpResponse, site: Site, limits: Limits): ReadContent {
  if (
    loginHeaders(response, site).denial?.reason === 'challenge' ||
    response.headers['cf-mitigated'] === 'challenge'
  )
    return { content: { kind: 'challenge' } };
  try {
    const json = readJson(response, limits);
    if (!isObject(json)) return { content: { kind: 'json' } };
    return { content: site.kind === 'wiki' ? wikiContent(json) : trackerContent(json), json };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.kind === 'empty') return { content: { kind: 'empty' } };
    return { content: { kind: error.kind === 'html' ? pageKind(response, site) : 'other' } };
  }
}

function pageKind(response: HttpResponse, site: Site): 'loginPage' | 'challenge' | 'html' {
  const text = beginningOf(response, looked);
  if (challengeWords.test(text)) return 'challenge';
  return passwordField.test(text) ||
    isLoginPage(response.url, site) ||
    /<title>[^<]{0,100}\b(?:log ?in|sign ?in)\b/i.test(text)
    ? 'loginPage'
    : 'html';
}

function wikiContent(json: JsonObject): Content {
  const error = arrayOf(json['errors'])?.[0] ?? json['error'];
  if (isObject(error)) {
    const text = textOf(error['text']) || textOf(error['info']) || textOf(error['html']);
    return { kind: 'error', code: textOf(error['code']), text };
  }
  const { general } = objectOf(json['query']);
  return isObject(general) ? { kind: 'api', software: textOf(general['generator']) } : { kind: 'json' };
}

function trackerContent(json: JsonObject): Content {
  const [error] = errorsOf(json).list;
  if (error) return { kind: 'error', code: '', text: error.text };
  const version = textOf(json['version']);
  const type = textOf(json['deploymentType']);
  if (version === '' && type === '') return { kind: 'json' };
  // Every site of the Cloud has the same version, a number of no meaning.
  return { kind: 'api', software: ['Jira', type === 'Cloud' ? '' : version, type].filter(Boolean).join(' ') };
}

/** The account according to a wiki; `undefined` = not in the response. */
export function wikiAccount(json: JsonObject | undefined): AccountFacts | undefined {
  const user = objectOf(json?.['query'])['userinfo'];
  if (!isObject(user)) return undefined;
  const rateLimits = Object.keys(objectOf(user['ratelimits']));
  return {
    name: user['anon'] === true ? '' : textOf(user['name']),
    rights: (arrayOf(user['rights']) ?? []).map(textOf),
    rateLimits,
  };
}

/** The account according to a tracker; `undefined` = not in the response. */
export function trackerAccount(json: JsonObject | undefined): AccountFacts | undefined {
  if (json === undefined) return undefined;
  const name = textOf(json['displayName']) || textOf(json['name']);
  return name === '' ? undefined : { name, rateLimits: [] };
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
