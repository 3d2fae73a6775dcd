import type { Arguments } from '../inputs/arguments.ts';
import { chooseQuery, wordedProblemLine } from '../inputs/chosen-query.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import type { Program } from '../program.ts';
import { contextOf, findSettings, withSiteAt } from '../inputs/settings-file.ts';
import { contactOf } from '../inputs/start-network.ts';
import { limitsOf } from '../../runs/plan-run.ts';
import { planSites } from '../../runs/plan-sites.ts';
import { failureOf, limitOf } from './run-plan.ts';

/** Writes a query as code for another program. */
export async function code(program: Program, args: Arguments<'code'>): Promise<Exit> {
  const { terminal, now } = program;
  const { settings: written } = await findSettings(args, terminal);
  const query = await chooseQuery(program, args);
  const site = args.value('site');
  const settings = withSiteAt(written, args, site, query.language.runner.kind);
  const context = contextOf(settings, now(), site);
  const sites = planSites(query, { purpose: 'command', settings, context, site });
  if ('code' in sites) throw failureOf(query, sites, 'command');
  const { view, language } = query;
  const { limit, ownLimits } = limitsOf(view, language.runner, context, settings, limitOf(args));
  const forms = language.runner.code(view, context, {
    ...sites[0]!,
    contact: contactOf(terminal, settings),
    limit,
    ...(ownLimits && { ownLimits }),
  });
  if ('code' in forms) throw Failure.worded(wordedProblemLine(query, forms));
  const formId = args.value('as');
  const form = forms.find(({ id }) => id === formId);
  const names = forms.map(({ id }) => id).join(', ');
  if (form === undefined) throw new Failure(formId === undefined ? 'code.as' : 'code.no-form', { names });
  await terminal.out(form.code.endsWith('\n') ? form.code : `${form.code}\n`);
  return exits.fine;
}
