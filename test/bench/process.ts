import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLanguageClient } from '../support/language-client.ts';
import { inRoot } from '../support/paths.ts';
import { removeAtExit, run } from '../support/processes.ts';
import { interleaved, megabytes, milliseconds, timed } from './figures.ts';
import type { Report } from './report.ts';
import { firstParameter, queryFile } from './texts.ts';

/** The start of the server, to its first answer and to the first diagnostics, and of the command line with a small file. */
export async function measureStart(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
  removeAtExit(folder);
  const small = { 'wiki.wikiquery': 'list=allpages\naplimit=5\n', 'tracker.jql': 'project = A\n' };
  for (const [name, text] of Object.entries(small)) writeFileSync(path.join(folder, name), text);
  const check = (name: string) => () =>
    timed(() => run(process.execPath, [inRoot('dist/cli.js'), 'check', name], { cwd: folder }));
  const figures = await interleaved(
    {
      initialized: () =>
        timed(async () => {
          const client = await startLanguageClient();
          await client[Symbol.asyncDispose]();
        }),
      diagnosed: () =>
        timed(async () => {
          await using client = await startLanguageClient();
          await client.published(await client.open(queryFile({ length: 10_000 })));
        }),
      wiki: check('wiki.wikiquery'),
      tracker: check('tracker.jql'),
    },
    7,
  );
  report.heading('Start, median of 7');
  report.figure('process to the answer of initialize', milliseconds(figures['initialized']!));
  report.figure('process to first diagnostics of a 10 KB file', milliseconds(figures['diagnosed']!));
  report.figure('wikijql check of a wiki query', milliseconds(figures['wiki']!));
  report.figure('wikijql check of a JQL query', milliseconds(figures['tracker']!));
}

/** The server on a file of 10 MB: time until all is checked, latency of typing meanwhile, memory. */
export async function measureBigFile(report: Report): Promise<void> {
  await using client = await startLanguageClient();
  await client.published(await client.open(queryFile({ length: 10_000 })));
  report.heading('A 10 MB file');
  report.figure('memory before', residentMemory(client.process.pid!));
  const text = queryFile({ length: 10_000_000 });
  let uri = '';
  const opened = await timed(async () => {
    uri = await client.open(text);
    await client.published(uri);
  });
  report.figure('opening to diagnostics of all its queries', milliseconds(opened));
  report.figure('memory after', residentMemory(client.process.pid!));
  const at = { line: 2, character: '@from = Ma'.length };
  const header = await timed(async () => {
    await client.change(uri, at, at, 'x');
    const position = { line: firstParameter, character: 0 };
    const completed = await timed(() => client.complete(uri, position));
    report.figure('an edit of the header → completion', milliseconds(completed));
    await client.published(uri);
  });
  report.figure('an edit of the header → diagnostics of all queries', milliseconds(header));
  const outlined = await timed(() => client.ask('textDocument/documentSymbol', uri));
  report.figure('outline of all its queries', milliseconds(outlined));
  report.figure('memory at the most', residentMemory(client.process.pid!, 'VmHWM'));
}

/** Resident memory of a process, as Linux tells it. */
function residentMemory(pid: number, field = 'VmRSS'): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const size = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return size === undefined ? 'unknown' : megabytes(Number(size) * 1024);
}
