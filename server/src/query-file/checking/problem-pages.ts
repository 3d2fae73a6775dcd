/** The pages about problems: what a code means, why it matters, a wrong and a right example, and how to ignore it. */
import texts from '../../../catalogue/messages/problem-pages.json' with { type: 'json' };
import jql from '../../../catalogue/problems/jql.json' with { type: 'json' };
import queryFile from '../../../catalogue/problems/query-file.json' with { type: 'json' };
import sql from '../../../catalogue/problems/sql.json' with { type: 'json' };
import wiki from '../../../catalogue/problems/wiki.json' with { type: 'json' };
import type { Severity } from '#shared/base/text/problem.ts';
import { visibleLines } from '#shared/base/visible-text.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { severities } from './block-problems.ts';

const say = wordingOf(texts);

/** Pages that belong together. */
export type ProblemGroup = 'jql' | 'wiki' | 'query-file' | 'sql';

/** A page about a code. */
export interface ProblemPage {
  /** Has `{name}` where the wiki puts the name of a parameter into the code. */
  readonly code: string;
  readonly group: ProblemGroup;
  /** That of the example; other variants of the problem can have another one. */
  readonly severity: Severity;
  /** One sentence. */
  readonly meaning: string;
  readonly why: string;
  /** An example and its correction; absent = no short query shows it. */
  readonly wrong?: string;
  readonly right?: string;
  /** The language of the examples. */
  readonly language: string;
  /** Whether `@ignore` leaves it out. */
  readonly ignorable: boolean;
}

/** A page as it is stored, without what is the same for most pages of its group. */
type StoredPage = Omit<ProblemPage, 'code' | 'group' | 'severity' | 'language' | 'ignorable'> & {
  readonly severity: string;
  readonly language?: string;
  readonly ignorable?: boolean;
};

const pagesIn = (
  group: ProblemGroup,
  entries: Readonly<Record<string, StoredPage>>,
  usual: Pick<ProblemPage, 'language' | 'ignorable'>,
): readonly ProblemPage[] =>
  Object.entries(entries).map(([code, entry]) => ({
    code,
    group,
    ...usual,
    ...entry,
    severity: severities.find(severity => severity === entry.severity) ?? 'warning',
  }));

/** All pages, by group and code. */
export const problemPages: readonly ProblemPage[] = [
  ...pagesIn('jql', jql, { language: 'jql', ignorable: true }),
  ...pagesIn('wiki', wiki, { language: 'wikiquery', ignorable: true }),
  ...pagesIn('query-file', queryFile, { language: 'jql', ignorable: true }),
  ...pagesIn('sql', sql, { language: 'sql', ignorable: false }),
];

/** The pages about a code: one for each group that has it; `[]` = none. */
export function pagesAbout(code: string): readonly ProblemPage[] {
  const exact = problemPages.filter(page => page.code === code);
  return exact.length > 0 ? exact : problemPages.filter(page => isFormOf(page.code, code));
}

/** Whether a code is that of a page with the name of a parameter in place of `{name}`. */
function isFormOf(pattern: string, code: string): boolean {
  const [start = '', end] = pattern.split('{name}');
  return end !== undefined && code.startsWith(start) && /^\w+$/.test(code);
}

/** The heading of a group. */
export const groupTitle = (group: ProblemGroup): string => say(`group.${group}`);

/**
 * A page as text that is Markdown, too: examples are indented.
 *
 * @param heading comes before the code, such as `# `
 */
export function pageText(page: ProblemPage, code: string, heading = ''): string {
  const { group, severity, meaning, why, wrong, right, ignorable } = page;
  const ignoring = severity === 'error' ? say('ignore.error') : say('ignore');
  return [
    `${heading}${code}`,
    say('kind', { group: groupTitle(group), severity: say(`severity.${severity}`) }),
    `${meaning} ${why}`,
    ...(wrong === undefined ? [] : [say('wrong'), indented(visibleLines(wrong))]),
    ...(right === undefined ? [] : [say('right'), indented(right)]),
    ...(ignorable ? [ignoring, indented(say('ignore.directive', { code }))] : [say('ignore.never')]),
  ].join('\n\n');
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');

/** All pages about a code, as Markdown or for a terminal; `undefined` = none. */
export function problemText(code: string, heading = ''): string | undefined {
  const pages = pagesAbout(code);
  return pages.length === 0
    ? undefined
    : `${pages.map(page => pageText(page, code, heading)).join('\n\n')}\n`;
}
