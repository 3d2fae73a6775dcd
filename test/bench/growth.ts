import { QueryChecker } from '../../server/src/cli/inputs/query-checker.ts';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import { timed } from './figures.ts';
import type { Report } from './report.ts';

/** Texts of any size that are hard to check or to fix, by what they are made of. */
const shapes: Readonly<
  Record<string, readonly [languageId: string, size: number, text: (count: number) => string]>
> = {
  'an unclosed list': ['jql', 2000, count => `a in (${'1,'.repeat(count)}`],
  'a list of two words each': ['jql', 300, count => `status in (${'In Progress, '.repeat(count)}x)`],
  'open parentheses': ['jql', 2000, count => `${'('.repeat(count)}a = 1`],
  conditions: ['jql', 500, count => `a = 1${' AND asignee = x'.repeat(count)}`],
  'quotes of a word processor': ['jql', 200, count => 'assignee = “x” '.repeat(count)],
  'repeated sorts': ['jql', 300, count => `order by created${', created desc'.repeat(count)}`],
  'unknown modules': ['wikiquery', 300, count => `list=${numbered(count, number => `modulx${number}`, '|')}`],
  'unknown parameters': [
    'wikiquery',
    300,
    count => `list=allpages${numbered(count, number => `&apx${number}=1`, '')}`,
  ],
  'a circle of variables': [
    'wikiquery',
    1000,
    count =>
      `${numbered(count, number => `@v${number} = {{v${(number + 1) % count}}}`, '\n')}\nlist=allpages&apprefix={{v0}}`,
  ],
  'many queries': ['wikiquery', 500, count => '### a\nlist=allpagez\n'.repeat(count)],
  'queries in Python': [
    'python',
    500,
    count => numbered(count, number => `q${number} = "action=query&list=allpagez"`, '\n'),
  ],
  'queries in Markdown': ['markdown', 500, count => '```jql\nasignee = x\n```\n'.repeat(count)],
};

const numbered = (count: number, text: (number: number) => string, separator: string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

/** Twice the text may take so many times as long. */
const most = 2.5;
const rounds = 5;

/** How much longer a check with all its fixes takes for twice the text: the least of some rounds, as others disturb only upwards. */
export async function measureGrowth(report: Report): Promise<void> {
  const languages = createLanguages();
  const checker = new QueryChecker(id => Promise.resolve(languages.get(id)!));
  const context = { now: Date.now(), sites: [], defaultSite: '' };
  report.heading(`A check with its fixes, of a text and of twice as much: least of ${rounds}`);
  for (const [name, [languageId, size, textOf]] of Object.entries(shapes)) {
    const least = async (count: number): Promise<number> => {
      const text = textOf(count);
      let time = Infinity;
      for (let round = 0; round < rounds; round++)
        time = Math.min(
          time,
          await timed(() => checker.check('a', languageId, text, { context, offersFixes: true })),
        );
      return time;
    };
    const [one, two] = [await least(size), await least(2 * size)];
    report.bound(`${name}, ${one.toFixed(0)} ms`, two / one, most, ratio => `× ${ratio.toFixed(1)}`);
  }
}
