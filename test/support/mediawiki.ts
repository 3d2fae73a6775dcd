/** A real MediaWiki 1.39 with sample pages, on a loopback port, for one test file. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import accounts from './mediawiki/accounts.json' with { type: 'json' };
import { environment, filledWiki, source } from './mediawiki/install.ts';
import { freePort, removeAtExit, start } from './processes.ts';
import { until } from './until.ts';

export { isInstalled } from './mediawiki/install.ts';
export { accounts };

export interface MediaWiki {
  /** Ends in /api.php. */
  readonly url: string;
  /** Ends the wiki and discards its changes. */
  readonly stop: () => Promise<void>;
}

/** The sources do not change while it runs, so that the server need not check them. */
const phpSettings = [
  'display_errors=0',
  'opcache.enable_cli=1',
  'opcache.memory_consumption=256',
  'opcache.validate_timestamps=0',
].flatMap(setting => ['-d', setting]);

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}?action=query&meta=siteinfo&format=json`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/**
 * Starts a wiki for the caller: every start begins with the same pages (`sample.json`), accounts (`accounts.json`)
 * and logs, whatever an earlier one changed. The first start on a machine installs and fills it, which takes about 15
 * s.
 */
export const startMediaWiki = async (): Promise<MediaWiki> => {
  const filled = await filledWiki();
  const data = await mkdtemp(path.join(tmpdir(), 'sample-wiki-'));
  removeAtExit(data);
  await cp(filled, data, { recursive: true });
  const server = `http://127.0.0.1:${await freePort()}`;
  const url = `${server}/api.php`;
  const php = start('php', [...phpSettings, '-S', new URL(server).host, '-t', source], {
    env: { ...environment(data, server), PHP_CLI_SERVER_WORKERS: '2' },
  });
  const stop = async (): Promise<void> => {
    await php.stop();
    await rm(data, { recursive: true, force: true });
  };
  try {
    await until('MediaWiki to answer', async () => {
      const end = php.ended();
      if (end !== undefined) throw new Error(`MediaWiki did not start (${end}):\n${php.log()}`);
      return answers(url);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
};
