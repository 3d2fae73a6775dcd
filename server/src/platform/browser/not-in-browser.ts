/** The refusals of everything that does not work in a browser yet, each with a text for the user. */
import type { DrawChart } from '../../runs/reports/report-dependencies.ts';
import { commonNotices } from '../../network/network-notices.ts';
import { callsBy, type Backend, unanswered, type UnansweredNotice } from '../../network/backend.ts';
import type { SqlOutcome } from '../../results/sql-question.ts';

const refusal: UnansweredNotice = site =>
  site === undefined
    ? commonNotices.of('resultsNotInBrowser', {})
    : commonNotices.of('siteNotInBrowser', { site });

/** A backend that sends and stores nothing: each call is answered as one that could not be made. */
export const refusingBackend = (): Backend => ({
  ...callsBy((name, args) => Promise.resolve(unanswered(name, args, refusal))),
  configure: () => undefined,
  release: () => undefined,
  dispose: async () => undefined,
});

/** The answer to every statement about stored results. */
export const refusedSql = async (): Promise<SqlOutcome> => ({ refusal: 'not-in-browser', detail: '' });

/** Rejects: charts are drawn in reports only, whose queries are refused before. */
export const refusedCharts = (): Promise<DrawChart> => Promise.reject(new Error(refusal().message));
