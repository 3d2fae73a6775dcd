/**
 * What the directives of a query say about its run: `@site`, `@sites`, `@limit`, `@all`, `@fields`, `@columns`, `@view`, `@profile`, `@filter`, `@watch`,
 * and in `group-option.ts`, `chart-option.ts` and `report-option.ts` `@group`, `@view chart` and `@report`. How a value is written, what is wrong with it, and what it means is in these files
 * alone.
 */
import facts from '../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { nearest } from '../language/nearest.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryContext, QueryView, SiteName } from '../language/service.ts';
import type { Directive } from './block.ts';
import { checkChart, isChart } from './chart-option.ts';
import { knownDirective } from './directives.ts';
import { expectedColumns } from './expect-option.ts';
import { directiveProblem } from './directive-problem.ts';
import { checkGroup, groupOption } from './group-option.ts';
import { listedTokens } from './listed-names.ts';
import { checkReport, reportedColumns } from './report-option.ts';
import type { Scope } from './scope.ts';
import type { DefinedIn } from './variables.ts';

// ── @site ────────────────────────────────────────────────────────────────────────────

/** The site of a query, and where it is named. */
export interface SiteOption {
  /** Empty = none. */
  readonly name: string;
  readonly from: DefinedIn | 'default' | 'none';
}

/** The site of a query: its own `@site`, the file's, or the default; of several the first. */
export function siteOption(scope: Scope, defaultSite: string): SiteOption {
  const several = sitesDirective(scope);
  const [first] = several === undefined ? [] : namesIn(several.directive);
  if (several !== undefined && first !== undefined) return { name: first, from: several.place };
  const found = scope.directive('site');
  if (found) return { name: found.directive.value.text, from: found.place };
  return { name: defaultSite, from: defaultSite === '' ? 'none' : 'default' };
}

/** The sites that a query runs at, each once; `undefined` = it does not name several. */
export function sitesOption(scope: Scope): readonly string[] | undefined {
  const found = sitesDirective(scope);
  const names = found && [...new Set(namesIn(found.directive))];
  return names !== undefined && names.length > 1 ? names : undefined;
}

/** The `@sites` of a query; a `@site` of its own wins over one of the file. */
function sitesDirective(scope: Scope): ReturnType<Scope['directive']> {
  const several = scope.directive('sites');
  const isOverruled = several?.place === 'file' && scope.directive('site')?.place === 'query';
  return isOverruled ? undefined : several;
}

const namesIn = ({ value }: Directive): readonly string[] => listedTokens(value).map(({ text }) => text);

/** The name of a query's site; empty = none. */
export const siteNameOf = ({ scope }: QueryView, { defaultSite }: QueryContext): string =>
  siteOption(scope, defaultSite).name;

function checkSites(directive: Directive, context: QueryContext, kind: SiteName['kind']): Problem[] {
  return listedTokens(directive.value).flatMap(value =>
    checkSiteName({ ...directive, value }, context, kind),
  );
}

function checkSiteName(
  directive: Directive,
  { sites, refusedSites = {} }: QueryContext,
  kind: SiteName['kind'],
): Problem[] {
  const { text } = directive.value;
  if (Object.hasOwn(refusedSites, text)) {
    const message = `refused-site.${refusedSites[text]}`;
    return [{ ...directiveProblem('refused-site', directive, { name: text }), message }];
  }
  const site = sites.find(({ name }) => name === text);
  if (site?.kind === kind) return [];
  if (site) return [directiveProblem('other-kind-of-site', directive, { kind: site.kind })];
  const similar = nearest(
    text,
    sites.filter(each => each.kind === kind).map(({ name }) => name),
  );
  const args = { name: text, ...(similar !== undefined && { nearest: similar }) };
  return [
    {
      ...directiveProblem('unknown-site', directive, args),
      ...(similar !== undefined && { message: 'unknown-site.nearest' }),
    },
  ];
}

// ── @limit, @all ─────────────────────────────────────────────────────────────────────

/**
 * How many rows a query wants in all; Infinity = every row, `undefined` = it does not say. The query's own directives win
 * over the file's, and `@limit` over `@all` beside it.
 */
export function limitOption(scope: Scope): number | undefined {
  const all = scope.directive('all');
  const limit = scope.directive('limit');
  const rows = limit && rowCount(limit.directive);
  if (rows !== undefined && (all === undefined || limit?.place === all.place || limit?.place === 'query'))
    return rows;
  return all === undefined ? undefined : Infinity;
}

/** The rows that a run of the query fetches at first; Infinity = every row. */
export const rowsOf = (scope: Scope, { rowLimit = usualRows }: QueryContext): number =>
  limitOption(scope) ?? rowLimit;

/** The default of the setting. */
export const usualRows = 500;

/** `undefined` = the value is not a number of rows. */
function rowCount({ value }: Directive): number | undefined {
  const rows = Number(value.text);
  return /^[1-9]\d*$/.test(value.text) && Number.isSafeInteger(rows) ? rows : undefined;
}

const checkLimit = (directive: Directive): Problem[] =>
  rowCount(directive) === undefined ? [directiveProblem('bad-limit', directive)] : [];

/** Of `@limit` and `@all` in one place, `@limit` wins. */
export const checkLimitAndAll = (limit: Directive | undefined, all: Directive | undefined): Problem[] =>
  limit && all && rowCount(limit) !== undefined
    ? [{ ...directiveProblem('limit-and-all', all), tags: ['unnecessary'] }]
    : [];

// ── @fields, @columns ────────────────────────────────────────────────────────────────

/** The columns to show at first, in their order; `undefined` = the query does not say. */
export const columnsOption = (scope: Scope): readonly string[] | undefined => listOption(scope, 'columns');

const usualFields: readonly string[] = facts.fields.usual;

/**
 * The fields to fetch: those of `@fields`, else of `@columns`, and those that `@group`, `@expect` and `@report` need besides;
 * `undefined` = the usual ones are enough.
 */
export function fieldsOption(scope: Scope): readonly string[] | undefined {
  const named = listOption(scope, 'fields') ?? columnsOption(scope);
  const group = groupOption(scope);
  const grouped = [...(group?.by ?? []), ...(group?.aggregates ?? [])].flatMap(
    ({ column }) => column?.text ?? [],
  );
  const needed = [...grouped, ...expectedColumns(scope), ...reportedColumns(scope)];
  const known = new Set([...(named ?? usualFields), ...facts.fields.always].map(name => name.toLowerCase()));
  const others = [...new Set(needed)].filter(name => !known.has(name.toLowerCase()));
  return others.length === 0 ? named : [...(named ?? usualFields), ...others];
}

function listOption(scope: Scope, key: 'fields' | 'columns'): readonly string[] | undefined {
  const names = listedNames(scope.directive(key)?.directive.value.text ?? '');
  return names.length > 0 ? names : undefined;
}

const listedNames = (text: string): string[] =>
  listedTokens({ text, span: { start: 0, end: text.length } }).map(({ text: name }) => name);

const checkList = (directive: Directive, example: string): Problem[] =>
  listedNames(directive.value.text).length === 0
    ? [directiveProblem('directive-value', directive, { example })]
    : [];

// ── @view ────────────────────────────────────────────────────────────────────────────

/** How the result is shown at first; `undefined` = the query does not say. */
export function viewOption(scope: Scope): 'table' | 'json' | undefined {
  const view = scope.directive('view')?.directive.value.text;
  return view === 'table' || view === 'json' ? view : undefined;
}

function checkView(directive: Directive): Problem[] {
  if (isChart(directive.value.text)) return checkChart(directive);
  return checkChoice(directive);
}

/** What is wrong with the value of a directive that takes one of several. */
function checkChoice(directive: Directive): Problem[] {
  const choices = Object.keys(knownDirective(directive.key.text)?.values ?? {});
  const { text } = directive.value;
  if (choices.includes(text)) return [];
  const similar = nearest(text, choices);
  const args = { choices: choices.join(', '), ...(similar !== undefined && { nearest: similar }) };
  return [directiveProblem('directive-choice', directive, args)];
}

// ── @profile ─────────────────────────────────────────────────────────────────────────

/** The profile that a query is checked by; `undefined` = the query does not say. */
export const profileOption = (scope: Scope): string | undefined =>
  scope.directive('profile')?.directive.value.text;

// ── @watch ───────────────────────────────────────────────────────────────────────────

const seconds: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
/** In seconds. */
const shortestInterval = 60;
const longestInterval = 365 * 86_400;

/** The seconds between the runs of a watched query; `undefined` = it is not to be watched. */
export function watchOption(scope: Scope): number | undefined {
  const found = scope.directive('watch');
  const interval = found && intervalOf(found.directive.value.text);
  return interval !== undefined && interval >= shortestInterval && interval <= longestInterval
    ? interval
    : undefined;
}

/** In seconds; `undefined` = the text is not an interval. */
function intervalOf(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,9})([mhd])$/.exec(text) ?? [];
  const length = seconds[unit];
  return length === undefined ? undefined : Number(digits) * length;
}

/** Units as people write them, by their first letters. */
const longUnits = /^(m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)$/i;

/** The interval that a text means in other words; `undefined` = none. */
function meantInterval(text: string): string | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,9})\s*([A-Za-z]*)$/.exec(text) ?? [];
  if (digits === '' || (unit !== '' && !longUnits.test(unit))) return undefined;
  const meant = `${Number(digits)}${unit.slice(0, 1).toLowerCase() || 'm'}`;
  const length = intervalOf(meant) ?? 0;
  return length >= shortestInterval && length <= longestInterval ? meant : undefined;
}

function checkWatch(directive: Directive): Problem[] {
  const interval = intervalOf(directive.value.text);
  if (interval === undefined) {
    const nearestInterval = meantInterval(directive.value.text);
    return [
      directiveProblem('bad-interval', directive, {
        ...(nearestInterval !== undefined && { nearest: nearestInterval }),
      }),
    ];
  }
  if (interval < shortestInterval) return [directiveProblem('short-interval', directive, { nearest: '1m' })];
  return interval > longestInterval
    ? [directiveProblem('long-interval', directive, { nearest: '365d' })]
    : [];
}

// ── @filter ──────────────────────────────────────────────────────────────────────────

/** The id of the saved filter that a query is a copy of; `undefined` = the query names none. */
export function filterOption({
  block,
}: Scope): { readonly id: string; readonly directive: Directive } | undefined {
  const directive = block.directives.findLast(({ key }) => key.text === 'filter');
  return directive && filterId.test(directive.value.text)
    ? { id: directive.value.text, directive }
    : undefined;
}

const filterId = /^[1-9]\d{0,18}$/;

const checkFilter = (directive: Directive): Problem[] =>
  filterId.test(directive.value.text) ? [] : [directiveProblem('bad-filter', directive)];

/** What is wrong with the value of a run option; `[]` also for any other directive. */
export function checkRunOption(
  directive: Directive,
  context: QueryContext,
  kind: SiteName['kind'],
  example: string,
): Problem[] {
  switch (directive.key.text) {
    case 'site':
      return checkSiteName(directive, context, kind);
    case 'sites':
      return [...checkList(directive, example), ...checkSites(directive, context, kind)];
    case 'limit':
      return checkLimit(directive);
    case 'fields':
    case 'columns':
      return checkList(directive, example);
    case 'group':
      return [...checkGroup(directive, example)];
    case 'view':
      return checkView(directive);
    case 'report':
      return [...checkReport(directive, example)];
    case 'profile':
      return checkChoice(directive);
    case 'filter':
      return checkFilter(directive);
    case 'watch':
      return checkWatch(directive);
    default:
      return [];
  }
}
