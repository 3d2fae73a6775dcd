/** `wikijql mcp`: serves the tools for agents. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isSiteName } from '#shared/base/site-address.ts';
import { shorten } from '#shared/base/shorten.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import { AgentTools } from '../../agents/agent-tools.ts';
import { say as sayToAgents } from '../../agents/refusal.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { contextFor } from './check-file.ts';
import { Failure, faultOf, type Exit, exits } from '../failure.ts';
import type { Program } from '../program.ts';
import { contextOf, findSettings, mustKnow, withSiteAt } from '../inputs/settings-file.ts';
import { type Network, startNetwork } from '../inputs/start-network.ts';
import { say } from '../cli-texts.ts';

/** Serves agents until they close their end. */
export async function mcp(program: Program, args: Arguments<'mcp'>): Promise<Exit> {
  const { terminal, version, language, now } = program;
  if (args.paths.length > 0) throw new Failure('arguments.no-path');
  const { settings: fileSettings, file: settingsFile } = await findSettings(args, terminal);
  const settings = withSites(fileSettings, args);
  if (settingsFile !== undefined && !args.has('settings') && new Set(settings.agents.sites).size > 1)
    throw new Failure('agents.sites-of-folder', { file: path.relative(terminal.folder, settingsFile) });
  if (!settings.agents.enabled) throw new Failure('agents.off');
  const fault = (where: string, error: unknown): void =>
    terminal.error(`${say('agents.fault', { where, reason: faultOf(error) })}\n`);
  const context = (file = '.'): QueryContext =>
    contextFor(program.checker, file, {
      folder: terminal.folder,
      context: contextOf(settings, now()),
    }).context;
  let network: Promise<Network> | undefined;
  const sites = new Map<string, Site>();
  const tools = new AgentTools({
    settings: () => settings,
    language,
    context,
    files: program.agentFiles(terminal.folder),
    mark: randomUUID,
    linkScheme: 'vscode',
    backend: async () => (await (network ??= startNetwork(program, settings, args))).backend,
    sql: program.askSql,
    asked: site => sites.set(site.name, site),
    fault,
  });
  const offered = {
    version,
    instructions: sayToAgents('instructions'),
    call: tools.call.bind(tools),
    // The protocol’s package explains an odd message in many lines.
    fault: ({ message }: Error): void =>
      terminal.error(
        `${say('agents.fault', { where: 'mcp', reason: shorten(visibleLine(message), 200) })}\n`,
      ),
  };
  try {
    await program.serveAgents(offered, terminal.signal);
  } finally {
    await (await network)?.end(sites.values());
  }
  return exits.fine;
}

/**
 * The settings with the sites that the command line names, or whose hosts it names, in place of theirs.
 *
 * @throws Failure where one is unknown
 */
function withSites(written: ServerSettings, args: Arguments<'mcp'>): ServerSettings {
  const named = args.value('site');
  if (named === undefined) return written;
  const sites = named.split(',').map(name => name.trim());
  // Agents read the names of sites, which a whole address cannot be.
  const settings = sites.filter(isSiteName).reduce((all, site) => withSiteAt(all, args, site), written);
  for (const site of sites) mustKnow(site, settings);
  return { ...settings, agents: { ...settings.agents, sites } };
}
