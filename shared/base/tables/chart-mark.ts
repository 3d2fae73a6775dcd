/** Marks a chart's file with the report that it belongs to, so that no other file of the same name is replaced. */
import { escapeHtml } from '../markup-text.ts';
import { visibleLine } from '../visible-text.ts';

const chartMetadata = /^<svg\b[^>]*>\s*<metadata>wikijql report: ([^<]*)<\/metadata>/;

/** Adds the mark of a report to a chart. @param report the report's file name, without its folder */
export const markedChart = (svg: string, report: string): string =>
  svg.replace(
    /^<svg\b[^>]*>/,
    start => `${start}\n<metadata>wikijql report: ${escapeHtml(visibleLine(report))}</metadata>`,
  );

/** Whether a stored file may be replaced by a chart: both have the mark of the same report. */
export function isOfSameReport(stored: string, chart: string): boolean {
  const report = chartMetadata.exec(chart)?.[1];
  return report !== undefined && chartMetadata.exec(stored)?.[1] === report;
}
