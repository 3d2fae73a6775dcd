import type { Arguments } from './arguments.ts';
import { chooseQuery, sentence } from './chosen-query.ts';
import { Failure } from './failure.ts';
import type { Program } from './program.ts';
import { contextOf } from './query-context.ts';
import { contactOf } from './start-network.ts';
import { prepareRun } from './query-run.ts';
import { findSettings } from './settings-file.ts';
import { type Exit, exits } from './exit-codes.ts';

/** Writes a query as code for another program. */
export async function code(program: Program, given: Arguments): Promise<Exit> {
  const { terminal, now } = program;
  const { settings } = await findSettings(given, terminal);
  const query = await chooseQuery(program, given);
  const context = contextOf(settings, now(), given.value('site'));
  const { site, limit, ownLimits } = prepareRun(query, settings, context, given);
  const forms = query.language.runner.code(query.view, context, {
    url: site.url,
    contact: contactOf(terminal, settings),
    limit,
    ...(ownLimits && { ownLimits }),
  });
  if ('code' in forms) throw Failure.worded(sentence(query, forms));
  const wanted = given.value('as');
  const form = forms.find(({ id }) => id === wanted);
  const names = forms.map(({ id }) => id).join(', ');
  if (form === undefined) throw new Failure(wanted === undefined ? 'code.as' : 'code.no-form', { names });
  await terminal.out(form.code.endsWith('\n') ? form.code : `${form.code}\n`);
  return exits.fine;
}
