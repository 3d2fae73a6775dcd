/** What is known of a block before anything is sent. */
import { type Chain, chainOf } from '../chains/references.ts';
import { givenTitle } from '../common/query-title.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryView } from '../language/service.ts';
import { limitsOf } from '../run/run-limits.ts';
import { siteMissing, siteOf, siteOfKind } from '../settings/query-site.ts';
import { sitesParts } from '../run/several-sites.ts';
import type { ServerSettings } from '../settings/read-settings.ts';
import type { Site, SiteKind } from '../protocol/sites.ts';
import { bindAnswers, usedPrompts } from '../queryfile/options/prompt-option.ts';
import { sitesOption } from '../queryfile/options/site-option.ts';
import { reportWord } from '../runbooks/report-words.ts';
import type { RunRequest } from '../remote/remote.ts';
import type { FencedQuery, RunbookQuery } from '../runbooks/runbook.ts';
import { sayServer } from './wording.ts';
import type { PlacedMessage, ReportDependencies, ReportLanguage } from './report-dependencies.ts';

/** A query that can be sent. */
export interface PlannedQuery {
  readonly query: FencedQuery;
  /** Of its fence or its title, from 1. */
  readonly line: number;
  readonly view: QueryView;
  readonly language: ReportLanguage;
  readonly site: Site;
  /** Where it has several, all of them. */
  readonly sites: readonly Site[];
  readonly request: Omit<RunRequest, 'run' | 'site'>;
  /** The query above whose rows are its values; its request is made of them. Absent = it uses none. */
  readonly chain?: Extract<Chain, { source: unknown }>;
  /** What is worth knowing of that. */
  readonly remarks?: readonly PlacedMessage[];
}

/** What a block is called: its `@name`, else its title, else its number. */
export const labelOf = (query: RunbookQuery, number: number): string =>
  query.name?.text ?? (givenTitle(query.scope.block)?.text || String(number));

/** The line of the file, from 1, of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (const { index } of text.matchAll(/\r\n|[\r\n]/g)) {
    if (index >= offset) break;
    line++;
  }
  return line;
}

/** A query ready to be sent, or why it cannot be. */
export function planQuery(
  { languages, settings, context, site: given, answer }: ReportDependencies,
  query: FencedQuery,
  text: string,
): PlannedQuery | PlacedMessage {
  const language = languages[query.language];
  const { kind } = language.runner;
  const own = { block: query.scope.block, scope: query.scope };
  const isGiven = given !== undefined && settings.sites[given]?.kind === kind;
  const { siteName, site } = isGiven ? siteOfKind(settings, given, kind) : siteOf(own, settings, kind);
  const line = lineOf(text, query.start);
  const refused = (name: string): PlacedMessage => {
    const { code, values } = siteMissing(settings, name, kind);
    return { line, severity: 'error', message: sayServer(code, values) };
  };
  if (site === undefined) return refused(siteName);
  const several = given === undefined ? severalSites(query, settings, kind) : [];
  const missing = several.find(each => each.site === undefined);
  if (missing) return refused(missing.siteName);
  const sites = several.flatMap(each => each.site ?? []);
  const prompts = usedPrompts(query.scope);
  const answers = prompts.flatMap(prompt => {
    const items = answer?.(prompt);
    return items ? [[prompt.name.text, items] as const] : [];
  });
  const view = bindAnswers(own, Object.fromEntries(answers));
  if ('code' in view) return placed(view, query, language, text);
  const prompt = prompts.find(({ name }) => view.scope.boundValue(name.text) === undefined);
  if (prompt) return { line, severity: 'error', message: reportWord('prompt', { name: prompt.name.text }) };
  const chain = chainOf(query.document, query.placed, kind === 'wiki');
  if (chain && 'code' in chain) return placed(chain, query, language, text);
  if (chain && sites.length > 1) return placed(withSites(chain), query, language, text);
  if (chain && chain.source.index >= query.placed.index)
    return { line, severity: 'error', message: reportWord('chain-below', { name: chain.reference.query }) };
  const request = chain ? nothingYet : language.runner.prepare(view, context);
  if ('code' in request) return placed(request, query, language, text);
  const limits = limitsOf(view, language.runner, context, settings);
  const parts = sites.length > 1 ? { parts: sitesParts(sites, request) } : {};
  return {
    query,
    line,
    view,
    language,
    site: sites[0] ?? site,
    sites,
    request: { request, ...limits, ...parts },
    ...(chain && { chain }),
  };
}

const nothingYet = { kind: 'wiki', parameters: [], post: false } as const;

const withSites = ({ reference: { name, span } }: Extract<Chain, { source: unknown }>): Problem => ({
  code: 'chain-sites',
  severity: 'error',
  span,
  arguments: { name },
});

const severalSites = (
  { scope }: FencedQuery,
  settings: ServerSettings,
  kind: SiteKind,
): readonly ReturnType<typeof siteOfKind>[] =>
  (sitesOption(scope) ?? []).map(name => siteOfKind(settings, name, kind));

/** A problem of a query, at its place in the file. */
export function placed(
  { span, message, code, arguments: args, severity }: Problem,
  { start }: FencedQuery,
  { wording }: ReportLanguage,
  text: string,
): PlacedMessage {
  return {
    line: lineOf(text, start + span.start),
    severity: severity === 'error' || severity === 'warning' ? severity : 'information',
    message: wording(message ?? code, args),
  };
}
