import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { interleaved, milliseconds, timed } from './figures.ts';
import { jqlQueries } from './jql-queries.ts';
import type { Report } from './report.ts';

const count = 10_000;
const rounds = 7;
/** Target: at most this multiple of the cost of the protocol alone. */
const maxTimes = 5;

/** From opening a large JQL file to the diagnostics of all its queries, beside a server that only sends the same ones. */
export async function measureOpening(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-bench-'));
  const found = path.join(folder, 'diagnostics.json');
  const text = jqlQueries(count)
    .map((query, index) => `### Query ${index}\n${query}\n`)
    .join('\n');
  try {
    await using server = await startLanguageClient();
    const uri = await server.open(text, 'jql');
    const diagnostics = await server.published(uri);
    await server.close(uri);
    writeFileSync(found, JSON.stringify(diagnostics));
    await using bare = await startLanguageClient({ command: ['../test/bench/bare-server.ts', found] });
    const figures = await interleaved(
      {
        judged: () => opening(server, text),
        bare: () => opening(bare, text),
        first: async () => {
          await using fresh = await startLanguageClient();
          return await opening(fresh, text);
        },
      },
      rounds,
    );
    report.heading(
      `Opening ${count} JQL queries, ${(text.length / 1_000_000).toFixed(1)} MB, median of ${rounds}`,
    );
    report.figure('the protocol alone', milliseconds(figures['bare']!), `${diagnostics.length} diagnostics`);
    report.figure('opening to diagnostics', milliseconds(figures['judged']!));
    report.figure('the same in a server that has just started', milliseconds(figures['first']!));
    report.bound('times the protocol alone', figures['judged']! / figures['bare']!, maxTimes, times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opening(client: LanguageClient, text: string): Promise<number> {
  let uri = '';
  const time = await timed(async () => {
    uri = await client.open(text, 'jql');
    await client.published(uri);
  });
  await client.close(uri);
  return time;
}

const times = (value: number): string => value.toFixed(1);
