/**
 * The source files whose functions run on a way through the built product: a keystroke, a run and a check. Only the
 * server's side is counted, both of its threads; the editor's side and the panels need a window.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startSandboxWiki } from '../../sandbox/wiki.ts';
import { startLanguageClient } from '../../support/language-client.ts';
import { inRoot } from '../../support/paths.ts';
import { settingsOf } from '../../support/settings.ts';
import { until } from '../../support/until.ts';

export interface Ways {
  readonly keystroke: readonly string[];
  readonly run: readonly string[];
  readonly check: readonly string[];
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

const threads = 2;

/** Where each source file begins in a bundle, by the bundler's own comments. */
const beginnings = (bundle: string): readonly { readonly at: number; readonly file: string }[] =>
  Array.from(
    readFileSync(bundle, 'utf8').matchAll(/^\s*\/\/ ((?:server|client|shared)\/\S+\.ts)$/gm),
    match => ({
      at: match.index,
      file: match[1]!,
    }),
  );

/** The source files of which a function ran, from the reports of all threads. */
function ranFiles(folder: string): readonly string[] {
  const files = new Set<string>();
  for (const name of readdirSync(folder)) {
    const { result }: { result: readonly Script[] } = JSON.parse(
      readFileSync(path.join(folder, name), 'utf8'),
    );
    for (const { url, functions } of result) {
      if (!url.startsWith(pathToFileURL(inRoot('dist')).href)) continue;
      const sources = beginnings(fileURLToPath(url));
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (whole === undefined || whole.count === 0 || whole.startOffset === 0) continue;
        const source = sources.findLast(({ at }) => at < whole.startOffset);
        if (source) files.add(source.file);
      }
    }
  }
  if (files.size === 0) throw new Error('No function of the product ran.');
  return [...files].toSorted();
}

/** Measures the server's ways. Makes the bundles first: only a development build says which file a function is from. */
export async function measureWays(): Promise<Ways> {
  execFileSync(process.execPath, [inRoot('build.mjs')], { cwd: inRoot(), stdio: 'inherit' });
  const folder = mkdtempSync(path.join(tmpdir(), 'ways-'));
  const hook = new URL('take-coverage.mjs', import.meta.url).href;
  Object.assign(process.env, { NODE_V8_COVERAGE: folder, NODE_OPTIONS: `--import ${hook}` });
  const wiki = await startSandboxWiki();
  const client = await startLanguageClient({
    options: { panels: true, settings: settingsOf({ wiki: wiki.url }) },
  });
  try {
    const text = '# @site wiki\nlist=allpages\naplimit=10\n';
    const uri = await client.open(text);
    const end = { line: 3, character: 0 };
    const run = async (name: string): Promise<void> => {
      await client.connection.sendRequest('wikijql/run', {
        run: name,
        uri,
        position: { line: 1, character: 0 },
      });
      await client.rows(name);
    };
    // Work that is done only once, such as reading a catalogue, is not on the way.
    await run('first');
    await client.complete(uri, end);
    /** Empties the folder and answers what ran since the last time. */
    const take = async (): Promise<readonly string[]> => {
      await setTimeout(500);
      client.process.kill('SIGUSR2');
      await until('a report of each thread', async () => readdirSync(folder).length >= threads);
      await setTimeout(500);
      const files = ranFiles(folder);
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      return files;
    };
    await take();
    await client.change(uri, end, end, 'a');
    await client.published(uri);
    await client.complete(uri, { line: 3, character: 1 });
    const keystroke = await take();
    await run('second');
    const ran = await take();
    return { keystroke, run: ran, check: checked() };
  } finally {
    await client.stop();
    await wiki.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The files that `wikijql check` of one small file runs, from its start. */
function checked(): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-'));
  const file = path.join(folder, 'a.jql');
  writeFileSync(file, 'asignee = currentUser()\n');
  const NODE_V8_COVERAGE = path.join(folder, 'coverage');
  spawnSync(process.execPath, [inRoot('dist/cli.js'), 'check', file], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE },
  });
  const files = ranFiles(NODE_V8_COVERAGE);
  rmSync(folder, { recursive: true });
  return files;
}
