/** References to issues: keys, and addresses of their pages. */
import { isIssueKey, issueKeyOfPage } from '#shared/base/issue-key.ts';
import { escapeMarkdown } from '#shared/base/markup-text.ts';

/** The key or address of an issue if a text holds nothing else; `undefined` = any other text. */
export function issueReference(text: string): string | undefined {
  const trimmed = text.trim();
  return isIssueKey(trimmed) || isAddress(trimmed) ? trimmed : undefined;
}

/** The key of a reference; a reference that is not an issue's page is returned unchanged. */
export const keyOf = (reference: string): string => issueKeyOfPage(reference) ?? reference;

/** Whether a reference to an issue is the address of its page, not a key. */
export const isAddress = (reference: string): boolean =>
  !/\s/.test(reference) && issueKeyOfPage(reference) !== undefined;

/** Makes a Markdown link to an issue. */
export function markdownLink(issue: {
  readonly key: string;
  readonly summary: string;
  readonly browseUrl: string;
}): string {
  return `[${escapeMarkdown(`${issue.key} ${issue.summary}`)}](${issue.browseUrl.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
