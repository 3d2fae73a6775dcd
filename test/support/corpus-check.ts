/** Compares the product's diagnostics for the collected queries with the manual judgements. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Problem } from '#shared/base/text/problem.ts';
import { inRoot } from './paths.ts';
import {
  contextOf,
  type CorpusEntry,
  type CorpusName,
  problemsOf,
  readCorpus,
  type RealProblem,
  realProblemsOf,
} from './corpus.ts';

/** The differences between a query's diagnostics and its judgement, as `code@text`. */
const differenceShape = v.strictObject({
  query: v.string(),
  /** Errors and warnings that the judgement does not have. */
  alarms: v.array(v.string()),
  /** Real problems that are not reported. */
  missed: v.array(v.string()),
});
export type Difference = v.InferOutput<typeof differenceShape>;

const differences = v.array(differenceShape);
const knownFile = inRoot('test/corpus/known.json');

/** The differences that are accepted for now. */
export const readKnown = (): Readonly<Record<CorpusName, readonly Difference[]>> =>
  v.parse(
    v.strictObject({ wiki: differences, jql: differences }),
    JSON.parse(readFileSync(knownFile, 'utf8')),
  );

export interface CorpusResult {
  readonly differences: readonly Difference[];
  readonly queries: number;
  readonly alarms: number;
  readonly found: number;
  readonly real: number;
}

interface Report {
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly isAlarm: boolean;
  readonly name: string;
}

const reportOf = ({ code, severity, span }: Problem, text: string): Report => ({
  code,
  start: span.start,
  end: span.end,
  isAlarm: severity === 'error' || severity === 'warning',
  name: `${code}@${text.slice(span.start, span.end)}`,
});

/** The diagnostics without any site, and with the request's own wiki in the settings. */
function reportsOf(name: CorpusName, { query, wiki }: CorpusEntry): Report[] {
  const contexts = [
    contextOf(),
    ...(wiki === undefined ? [] : [contextOf({ name: 'own', kind: 'wiki', url: wiki })]),
  ];
  return contexts.flatMap(context =>
    problemsOf(name, query, context).map(problem => reportOf(problem, query)),
  );
}

/** Whether a diagnostic has the code of a real problem and touches its text. */
function matches(report: Report, { code, at }: RealProblem, query: string): boolean {
  if (report.code !== code) return false;
  for (let start = query.indexOf(at); start >= 0; start = query.indexOf(at, start + 1)) {
    if (report.start <= start + at.length && report.end >= start) return true;
  }
  return false;
}

function differenceOf(name: CorpusName, entry: CorpusEntry): Difference {
  const { query } = entry;
  const reports = reportsOf(name, entry);
  const real = realProblemsOf(entry);
  const alarms = reports
    .filter(report => report.isAlarm && !real.some(problem => matches(report, problem, query)))
    .map(report => report.name);
  const missed = real
    .filter(problem => !reports.some(report => matches(report, problem, query)))
    .map(({ code, at }) => `${code}@${at}`);
  return { query, alarms: [...new Set(alarms)], missed };
}

/** Checks every query of a language. */
export function checkCorpus(name: CorpusName): CorpusResult {
  const entries = readCorpus(name);
  const all = entries.map(entry => differenceOf(name, entry));
  const real = entries.reduce((sum, entry) => sum + realProblemsOf(entry).length, 0);
  const missed = all.reduce((sum, difference) => sum + difference.missed.length, 0);
  return {
    differences: all.filter(({ alarms, missed: lost }) => alarms.length + lost.length > 0),
    queries: entries.length,
    alarms: all.reduce((sum, { alarms }) => sum + alarms.length, 0),
    found: real - missed,
    real,
  };
}
