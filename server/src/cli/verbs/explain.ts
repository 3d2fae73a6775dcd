import { type Explained, explained } from '../../query-file/language/explained-query.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { chooseQueries } from '../inputs/chosen-query.ts';
import { contextFor } from './check-file.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import { say } from '../cli-texts.ts';
import type { Program } from '../program.ts';
import { contextOf, findSettings, mustKnowOrLock, withSiteAt } from '../inputs/settings-file.ts';
import { namedLock } from '../inputs/site-locks.ts';
import { nameList } from '#shared/base/text/name-list.ts';

/** Writes what one query of a file asks for and what comes back, or those of all its queries. */
export async function explain(program: Program, args: Arguments<'explain'>): Promise<Exit> {
  const { terminal, checker, now } = program;
  const site = args.value('site');
  const settings = withSiteAt((await findSettings(args, terminal)).settings, args, site);
  const lock = namedLock(args, terminal.folder);
  const queries = await chooseQueries(program, args);
  const base = contextOf(settings, now(), site, lock);
  const { context, unusableLocks } = contextFor(checker, queries[0]?.file ?? '.', {
    folder: terminal.folder,
    context: base,
  });
  for (const text of unusableLocks) throw Failure.worded(text);
  if (site !== undefined) mustKnowOrLock(site, settings, context.locks);
  const explanations = queries.map(({ file, label, view, language: { service } }) => ({
    file,
    query: label,
    ...explained(service, view, context),
  }));
  if (args.value('output') === 'json') {
    await terminal.out(`${JSON.stringify({ queries: explanations }, null, 2)}\n`);
    return exits.fine;
  }
  for (const [index, query] of explanations.entries()) {
    const head =
      explanations.length === 1 ? [] : [say('explain.query', { file: query.file, label: query.query })];
    const lines = [...head, ...explainedLines(query), ''];
    await terminal.writeMessage(`${index === 0 ? '' : '\n'}${lines.join('\n')}`);
  }
  return exits.fine;
}

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
