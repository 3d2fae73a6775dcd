import { siteNamed } from '../../sites/settings/site-lookup.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import type { Program } from '../program.ts';
import { startNetwork } from '../inputs/start-network.ts';
import { findSettings, mustKnow, withSiteAt } from '../inputs/settings-file.ts';

/** Writes why a site cannot be queried, or what it allows. */
export async function diagnose(program: Program, args: Arguments<'diagnose'>): Promise<Exit> {
  const { terminal } = program;
  const [name, ...others] = args.paths;
  if (name === undefined || others.length > 0) throw new Failure('arguments.one-site');
  const settings = withSiteAt((await findSettings(args, terminal)).settings, args, name);
  mustKnow(name, settings);
  const site = siteNamed(settings, name)!;
  const { backend, end } = await startNetwork(program, settings, args);
  try {
    const { steps, text } = await backend.diagnose(site, terminal.signal);
    if (terminal.signal.aborted) return exits.interrupted;
    if (args.value('output') === 'json')
      await terminal.out(`${JSON.stringify({ site: name, url: site.url, steps }, undefined, 2)}\n`);
    else await terminal.writeMessage(text);
    return steps.some(({ outcome }) => outcome === 'failed') ? exits.findings : exits.fine;
  } finally {
    await end([site]);
  }
}
