/** Runs the tests of test/editor/inhost inside the extension host of the browser's editor. */
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type HostEnd, type HostResult, reportVariable } from '../../editor/inhost/runner.ts';
import { startHostServer } from '../code-server.ts';
import { inCache, inRoot, root } from '../paths.ts';
import { until } from '../until.ts';
import { makeHostBuiltIns } from './built-ins.ts';
import { launchChromium, windowFlags } from './chromium.ts';
import { type EditorSettings, makeFolders } from './folders.ts';

/** Bundles the tests for the extension host and answers the path of the bundle. */
export const bundleHostTests = async (): Promise<string> => {
  const outfile = inCache('inhost', 'tests.cjs');
  await build({
    entryPoints: [inRoot('test/editor/inhost/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
};

const isResult = (line: HostResult | HostEnd): line is HostResult => !('done' in line);

/** The results in a report; `undefined` while the last line is missing. */
const readReport = async (file: string): Promise<HostResult[] | undefined> => {
  if (!existsSync(file)) return undefined;
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n').slice(0, -1);
  const parsed: (HostResult | HostEnd)[] = lines.map(line => JSON.parse(line));
  const results = parsed.filter(isResult);
  return results.length < parsed.length ? results : undefined;
};

/** The workbench's address with the project as the extension under development and a module of tests to run. */
const address = (server: string, folder: string, tests: string): string => {
  const { host } = new URL(server);
  const remote = (file: string): string => `vscode-remote://${host}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(root)],
    ['extensionTestsPath', remote(tests)],
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `${server}/?${query.toString()}`;
};

/**
 * Runs all in-host tests and answers how each ended.
 *
 * @param folder the workspace
 * @param settings user settings on top of the quiet ones
 */
export const runHostTests = async (folder: string, settings: EditorSettings = {}): Promise<HostResult[]> => {
  const tests = await bundleHostTests();
  const temporary = await makeFolders(settings);
  const folders = { ...temporary, builtIns: path.join(temporary.userData, '../built-ins') };
  const report = path.join(folders.userData, 'report.jsonl');
  try {
    await makeHostBuiltIns(folders.builtIns);
    const server = await startHostServer(folders, { [reportVariable]: report });
    const browser = await launchChromium(windowFlags()).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    try {
      const page = await browser.newPage();
      await page.goto(address(server.url, folder, tests));
      return await until('the tests in the extension host', () => readReport(report), 580_000);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await folders.remove();
  }
};
