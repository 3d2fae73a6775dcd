/** The pages about problems as the files of docs/problems: one for each group, with a heading for each code, and a list. */
import {
  groupTitle,
  pageText,
  type ProblemGroup,
  type ProblemPage,
  problemPages,
} from '../../server/src/query-file/checking/problem-pages.ts';

const fileOf = (group: ProblemGroup): string => `${group}.md`;

/** The anchor that a heading gets where Markdown is shown. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^\w-]/g, '');

const introduction = [
  '# Problems',
  '',
  'Every problem has a code. In VS Code, a click on the code opens the page about it; `wikijql rule CODE` prints the page.',
  'The line `# @ignore CODE: the reason` above a query leaves out a problem of it.',
  '',
].join('\n');

const listed = ([group, pages]: readonly [ProblemGroup, readonly ProblemPage[]]): string =>
  [
    `## ${groupTitle(group)}\n`,
    ...pages.map(({ code, meaning }) => `- [${code}](${fileOf(group)}#${anchorOf(code)}): ${meaning}`),
    '',
  ].join('\n');

/** The texts of the files by their names. */
export function problemDocs(): ReadonlyMap<string, string> {
  const groups = [...Map.groupBy(problemPages, ({ group }) => group)];
  return new Map([
    ['README.md', [introduction, ...groups.map(listed)].join('\n')],
    ...groups.map(([group, pages]): [string, string] => {
      const texts = pages.map(page => pageText(page, page.code, '## '));
      return [fileOf(group), `${[`# ${groupTitle(group)}`, ...texts].join('\n\n')}\n`];
    }),
  ]);
}
