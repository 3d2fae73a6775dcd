/** The collection of real queries with a judgement of each: `test/corpus`. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type {
  LanguageService,
  QueryContext,
  QueryView,
  SiteName,
} from '../../server/src/query-file/language/language-service.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import sameOwners from '../corpus/same-owners.json' with { type: 'json' };
import { inRoot } from './paths.ts';

const realProblem = v.strictObject({
  code: v.pipe(v.string(), v.nonEmpty()),
  /** The wrong part of the query, as written. */
  at: v.string(),
  why: v.pipe(v.string(), v.nonEmpty()),
});

const entry = v.strictObject({
  query: v.pipe(v.string(), v.nonEmpty()),
  /** The public address of the query's file or page. */
  from: v.pipe(v.string(), v.url()),
  /** Values that were filled in where the source computes them or names people. */
  filled: v.optional(v.array(v.string())),
  /** The API that the source sends the request to, if it belongs to Wikimedia. */
  wiki: v.optional(v.pipe(v.string(), v.url())),
  judgement: v.union([v.literal('fine'), v.pipe(v.array(realProblem), v.minLength(1))]),
});

/** A problem of a query, found by review. */
export type RealProblem = v.InferOutput<typeof realProblem>;
export type CorpusEntry = v.InferOutput<typeof entry>;
export type CorpusName = 'wiki' | 'jql';

export const corpusNames: readonly CorpusName[] = ['wiki', 'jql'];

const languageIds: Readonly<Record<CorpusName, string>> = { wiki: 'wikiquery', jql: 'jql' };

/** The queries of a language. */
export const readCorpus = (name: CorpusName): readonly CorpusEntry[] =>
  v.parse(v.array(entry), JSON.parse(readFileSync(inRoot('test/corpus', `${name}.json`), 'utf8')));

export const realProblemsOf = ({ judgement }: CorpusEntry): readonly RealProblem[] =>
  judgement === 'fine' ? [] : judgement;

const languages = createLanguages();

export const serviceOf = (name: CorpusName): LanguageService => languages.get(languageIds[name])!.service;

/** A query as the only one of a file. */
export function viewOf(name: CorpusName, text: string): QueryView {
  const id = languageIds[name];
  const document = new QueryDocument('file:///query', id, 1, text, languages.get(id)!.syntax);
  const [block, ...others] = document.blocks;
  if (block === undefined || others.length > 0) throw new Error(`Not one query: ${text}`);
  return { block, scope: new Scope(block, document.header) };
}

/** The context of an editor without a site in the settings, or with only this one. */
export const contextOf = (site?: SiteName): QueryContext => ({
  now: Date.UTC(2026, 5, 15, 12, 30, 45),
  sites: site === undefined ? [] : [site],
  defaultSite: site?.name ?? '',
});

/** The diagnostics of a query in an editor. */
export const problemsOf = (name: CorpusName, text: string, context: QueryContext): readonly Problem[] =>
  serviceOf(name).problems(viewOf(name, text), context);

/** Accounts of one organisation, which write about the same tracker. */
const accounts: ReadonlyMap<string, string> = new Map(Object.entries(sameOwners));

/** The owner of an address; the queries of one owner are similar. */
export function ownerOf(address: string): string {
  const { host, pathname } = new URL(address);
  const isShared = host === 'github.com' || host.endsWith('bitbucket.org') || host.endsWith('gitlab.com');
  const account = isShared ? `${host}/${pathname.split('/')[1]?.toLowerCase() ?? ''}` : host;
  return accounts.get(account) ?? account;
}
