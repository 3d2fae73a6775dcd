/** How issues are named: by a key, or by the address of their page. */
import { isIssueKey, issueKeyOfPage } from '../../../server/src/common/issue-key.ts';
import { markdownText } from '../../../server/src/common/markup-text.ts';

/** The key or the address of an issue, if that is all a text holds; `undefined` = it is something else. */
export function issueReference(text: string): string | undefined {
  const trimmed = text.trim();
  return isIssueKey(trimmed) || isAddress(trimmed) ? trimmed : undefined;
}

/** The key of a reference; of one that is neither a key nor an issue's page the reference itself. */
export const keyOf = (reference: string): string => issueKeyOfPage(reference) ?? reference;

export const isAddress = (reference: string): boolean =>
  !/\s/.test(reference) && issueKeyOfPage(reference) !== undefined;

/** A Markdown link to an issue. */
export function markdownLink(issue: {
  readonly key: string;
  readonly summary: string;
  readonly browseUrl: string;
}): string {
  return `[${markdownText(`${issue.key} ${issue.summary}`)}](${issue.browseUrl.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
