/** The verdicts on the expectations of a query that ran. */
import { failed, type OffendingRow, type Verdict } from '../query-file/expectations/verdict.ts';
import { say } from '../query-file/expectations/expectation-wording.ts';
import type { QueryView } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import { problemMessage } from '#shared/base/text/problem.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { type ExpectOption, expectOptions } from '../query-file/options/expect-option.ts';
import type { JudgeRequest, Backend } from '../network/backend.ts';
import { issuePageAddress, pageRootOf, wikiPageAddress, wikiPageUrl } from '#shared/base/site-address.ts';

/** An expectation of a query with its verdict. */
export interface JudgedExpectation {
  readonly option: ExpectOption;
  readonly verdict: Verdict;
}

export interface JudgeOptions extends Omit<JudgeRequest, 'expectations'> {
  readonly view: QueryView;
  /** The wording of the query's language, for expectations that cannot be read. */
  readonly wording: Wording;
}

/** Judges all expectations of a query; one that cannot be read fails. `[]` = it has none. */
export async function judgeQuery(
  backend: Backend,
  { view, wording, ...request }: JudgeOptions,
  signal: AbortSignal,
): Promise<readonly JudgedExpectation[]> {
  const options = expectOptions(view.scope);
  const expectations = options.flatMap(({ expectation }) => expectation ?? []);
  const verdicts = expectations.length === 0 ? [] : await backend.judge({ ...request, expectations }, signal);
  let judgedCount = 0;
  return options.map(option => ({
    option,
    verdict: (option.expectation && verdicts[judgedCount++]) ?? unread(option, wording),
  }));
}

function unread({ problem }: ExpectOption, wording: Wording): Verdict {
  const reason = problem ? problemMessage(wording, problem) : '';
  return failed(say('failed.unread', { reason }).trim());
}

/** Where an offending row opens in a browser; `undefined` = nowhere. */
export function rowLink({ kind, name }: Pick<OffendingRow, 'kind' | 'name'>, site: Site): string | undefined {
  const pages = pageRootOf(site);
  if (kind === 'issue' && site.kind === 'tracker') return pages && issuePageAddress(pages, name);
  if (kind === 'page' && site.kind === 'wiki') return wikiPageAddress(wikiPageUrl(site.url), name);
  return undefined;
}

/** Whether anything is expected of a query. */
export const hasExpectations = (view: QueryView): boolean => expectOptions(view.scope).length > 0;
