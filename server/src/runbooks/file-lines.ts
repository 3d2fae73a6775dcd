import type { Runbook } from './runbook.ts';

/** What only a query file has: a line that begins a query, a directive, or a definition. */
const fileLine = /(?:^|[\r\n])[ \t]{0,20}(?:###|#[ \t]{0,20}@|@[A-Za-z_])/;

/**
 * Whether a file is meant to be run, and does not only explain queries: one of its fences has what only query files have, or
 * is SQL, or has a result below it.
 */
export const isRunnable = ({ fences, text }: Pick<Runbook, 'fences' | 'text'>): boolean =>
  fences.some(
    ({ language, result, content }) =>
      language === 'sql' ||
      result !== undefined ||
      content.some(({ start, end }) => fileLine.test(text.slice(start, end))),
  );
