import type { Arguments } from './arguments.ts';
import { chooseQueries } from './chosen-query.ts';
import { say } from './failure.ts';
import type { Program } from './program.ts';
import { contextOf } from './query-context.ts';
import { findSettings, mustKnow } from './settings-file.ts';
import { type Exit, exits } from './terminal.ts';

/** Writes in words what one query of a file asks for, or all of them. */
export async function explain(program: Program, given: Arguments): Promise<Exit> {
  const { terminal, now } = program;
  const { settings } = await findSettings(given.value('settings'), terminal.folder);
  const site = given.value('site');
  if (site !== undefined) mustKnow(site, settings);
  const context = contextOf(settings, now(), site);
  const queries = await chooseQueries(program, given);
  for (const [index, { file, label, view, language }] of queries.entries()) {
    const head = queries.length === 1 ? [] : [say('explain.query', { file, label })];
    const lines = [...head, ...language.service.inWords(view, context), ''];
    await terminal.out(`${index === 0 ? '' : '\n'}${lines.join('\n')}`);
  }
  return exits.fine;
}
