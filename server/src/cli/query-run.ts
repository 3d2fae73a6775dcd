/** Running a query of a file from the command line. */
import type { QueryContext, QueryView } from '../language/service.ts';
import { applyColumns } from '../run/apply-columns.ts';
import { limitsOf } from '../run/run-limits.ts';
import { siteNamed } from '../settings/query-site.ts';
import { sitesParts } from '../run/several-sites.ts';
import type { ServerSettings } from '../settings/read-settings.ts';
import type { TableHeader } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import { limitOption } from '../queryfile/options/limit-option.ts';
import { siteNameOf, sitesOption } from '../queryfile/options/site-option.ts';
import type { Remote, RunReport, RunRequest } from '../remote/remote.ts';
import type { Arguments } from './arguments.ts';
import { type ChosenQuery, sentence } from './chosen-query.ts';
import { Failure } from './failure.ts';
import { mustKnow } from './settings-file.ts';

/** A table of the result and how many rows of it there are. */
export interface ResultTable {
  readonly header: TableHeader;
  readonly rows: number;
}

/** What a query is to be run with. */
export interface PreparedRun extends Omit<RunRequest, 'run' | 'site'> {
  readonly site: Site;
  /** The query or the command line says how many rows are wanted. */
  readonly isLimited: boolean;
}

/**
 * @param prepared what is sent; default: what the query says
 * @throws Failure where the query cannot be sent
 */
export function prepareRun(
  query: ChosenQuery,
  settings: ServerSettings,
  context: QueryContext,
  given: Arguments,
  prepared?: RunRequest['request'],
): PreparedRun {
  const { view, language } = query;
  const sites = runSites(query, settings, context, given);
  const site = sites[0]!;
  const request = prepared ?? language.runner.prepare(view, context);
  if ('code' in request) throw Failure.worded(sentence(query, request));
  const limit = limitOf(given) ?? limitOption(view.scope);
  return {
    site,
    request,
    ...limitsOf(view, language.runner, context, settings, limit),
    isLimited: limit !== undefined,
    ...(sites.length > 1 && { parts: sitesParts(sites, request) }),
  };
}

/** The sites of a query; the one that the command line names instead of its own. @throws Failure where one is unknown */
export function runSites(
  { view, language }: ChosenQuery,
  settings: ServerSettings,
  context: QueryContext,
  given: Arguments,
): readonly Site[] {
  const own = given.has('site') ? undefined : sitesOption(view.scope);
  return (own ?? [given.value('site') ?? siteNameOf(view, context)]).map(name => {
    if (name === '') throw new Failure('site.none');
    mustKnow(name, settings);
    const site = siteNamed(settings, name)!;
    if (site.kind === language.runner.kind) return site;
    throw new Failure(`site.other-kind.${language.runner.kind}`, { name });
  });
}

/** `undefined` = the option is not given. @throws Failure where it is not a number of rows */
function limitOf(given: Arguments): number | undefined {
  const value = given.value('limit');
  if (value === undefined) return undefined;
  if (value === 'all') return Infinity;
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Failure('arguments.bad-limit', { value });
  return Number(value);
}

/** Runs a query; its rows are in the store. */
export async function fetched(
  remote: Remote,
  run: string,
  { isLimited: _isLimited, ...wanted }: PreparedRun,
  view: QueryView,
  signal: AbortSignal,
): Promise<{ readonly report: RunReport; readonly tables: readonly ResultTable[] }> {
  const tables = new Map<string, ResultTable>();
  const sink = {
    table: ({ table: header, rows }: { readonly table: TableHeader; readonly rows: number }) =>
      void tables.set(header.id, { header: applyColumns(header, view), rows }),
    progress: () => undefined,
  };
  const report = await remote.run({ run, ...wanted }, sink, signal);
  return { report, tables: [...tables.values()] };
}
