import { nameList } from '../language/name-list.ts';
import type { Explained } from '../language/explained-query.ts';
import { say } from './wording.ts';

/** An explained query as lines of text. */
export function explainedLines({ words, cost, tables }: Explained): readonly string[] {
  const listed = tables.flatMap(({ title, columns }) => {
    const here = columns.filter(({ needs }) => needs === undefined).map(({ name }) => name);
    if (here.length === 0) return [];
    return [
      say(tables.length === 1 ? 'explain.columns' : 'explain.columns-of', {
        title,
        names: nameList(here),
      }),
    ];
  });
  return [...words, '', cost.words.join(' '), ...listed];
}
