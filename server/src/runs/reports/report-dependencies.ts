import type { EChartsCoreOption } from 'echarts/core';
import type { CheckedLanguage } from '../../query-file/checking/check-document.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { SqlOutcome, SqlQuestion } from '../../results/sql-question.ts';
import type { Backend } from '../../network/backend.ts';
import type { Runner } from '../../query-file/language/runner.ts';
import type { RunConditions } from '../run-query.ts';
import type { QueryLanguage } from '../../embedded/markdown/runbook.ts';

/** A language and how its queries run. */
export interface ReportLanguage extends CheckedLanguage {
  readonly runner: Runner;
}

/** Draws a chart as an SVG document. */
export type DrawChart = (
  options: EChartsCoreOption,
  size: { readonly width: number; readonly height: number },
) => string;

/** The dependencies of a report: it reaches nothing else outside. */
export interface ReportDependencies {
  readonly languages: Readonly<Record<QueryLanguage, ReportLanguage>>;
  readonly settings: ServerSettings;
  readonly context: QueryContext;
  readonly backend: Backend;
  /** Asks stored results. */
  readonly askSql: (question: SqlQuestion, signal: AbortSignal) => Promise<SqlOutcome>;
  /** The drawing library, read when the first chart is drawn. */
  readonly charts: () => Promise<DrawChart>;
  /** A name for a run that no other one has. */
  readonly newRun: () => string;
  /** Called before the first request to a site. */
  readonly asked: (site: Site) => void;
  /** The site of all queries of its kind, whatever they say; absent = their own. */
  readonly site?: string;
  /** Asks for the values of the prompts of a query. Absent = their defaults are used. */
  readonly ask?: RunConditions['ask'];
  /** The most requests that one query makes for the rows of another. */
  readonly mostRequests: number;
}

/** A file whose fences are run. */
export interface ReportSource {
  readonly uri: string;
  readonly text: string;
  /** Its name without its folder: what its charts are named after, and marked with. */
  readonly file: string;
}

/** Reads the bundle that draws charts, which is that of the panels. @param file its path or address */
export async function loadCharts(file: string): Promise<DrawChart> {
  const { default: bundle }: { readonly default: { readonly chartSvg: DrawChart } } = await import(file);
  return bundle.chartSvg;
}
