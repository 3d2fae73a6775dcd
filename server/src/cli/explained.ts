import type { Explained } from '../language/explained-query.ts';
import { say } from './wording.ts';

/** An explained query as lines of text. */
export function explainedLines({ words, cost, tables }: Explained): readonly string[] {
  const listed = tables.flatMap(({ title, columns }) => {
    const here = columns.filter(({ needs }) => needs === undefined).map(({ name }) => name);
    const names = here.slice(0, mostNames).join(', ');
    const more =
      here.length > mostNames ? [say('explain.more-columns', { count: here.length - mostNames })] : [];
    if (here.length === 0) return [];
    return [
      say(tables.length === 1 ? 'explain.columns' : 'explain.columns-of', {
        title,
        names: [names, ...more].join(', '),
      }),
    ];
  });
  return [...words, '', cost.words.join(' '), ...listed];
}

const mostNames = 40;
