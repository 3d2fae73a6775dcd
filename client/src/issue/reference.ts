/** How issues are named: by a key, or by the address of their page. */
const key = String.raw`[A-Za-z][A-Za-z0-9_]{0,30}-[1-9]\d{0,9}`;
const keys = new RegExp(String.raw`(?<![\w-])${key}(?![\w-])`, 'g');
const wholeKey = new RegExp(`^${key}$`);
const page = new RegExp(String.raw`^https?://[^\s?#]+/browse/${key}(?:[?#]\S*)?$`);

/** The key that a text has at an offset, also right behind it; `undefined` = none there. */
export function keyAt(line: string, offset: number): string | undefined {
  for (const { 0: found, index } of line.matchAll(keys))
    if (index <= offset && offset <= index + found.length) return found;
  return undefined;
}

/** The key or the address of an issue, if that is all a text holds; `undefined` = it is something else. */
export function issueReference(text: string): string | undefined {
  const trimmed = text.trim();
  return wholeKey.test(trimmed) || page.test(trimmed) ? trimmed : undefined;
}

/** The key that a reference names, also before the issue is there. */
export function keyOf(reference: string): string {
  const [path = ''] = reference.split(/[?#]/, 1);
  return path.split('/browse/').at(-1) ?? '';
}

export const isAddress = (reference: string): boolean => page.test(reference);

/** A Markdown link to an issue; what would end its text or begin markup is escaped. */
export function markdownLink(issue: {
  readonly key: string;
  readonly summary: string;
  readonly browseUrl: string;
}): string {
  const words = `${issue.key} ${issue.summary}`
    .replace(/[\\`*_[\]<>|~]/g, String.raw`\$&`)
    .replace(/\s+/g, ' ');
  return `[${words.trim()}](${issue.browseUrl.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
