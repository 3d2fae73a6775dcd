import { JastBuilder } from '@atlaskit/jql-ast';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../support/paths.ts';
import { megabytes, median, milliseconds, timed } from './figures.ts';
import { jqlQueries } from './jql-queries.ts';
import type { Report } from './report.ts';
import { queryFile } from './texts.ts';

const files = 10_000;
const fileLength = 2000;
/** Queries that Atlassian's parser reads beside the command line: all of them would take minutes. */
const compared = 20_000;
const leastTimesFaster = 20;

interface Checked {
  readonly time: number;
  /** The most memory that it held, in bytes. */
  readonly memory: number;
}

/** Runs the packed command line; where it has found something, `first` is when. */
async function check(folder: string, ...words: string[]): Promise<Checked & { readonly first: number }> {
  const begin = performance.now();
  const child = spawn(process.execPath, [inRoot('dist/cli.js'), 'check', ...words], { cwd: folder });
  let first = Infinity;
  let memory = 0;
  const look = setInterval(() => {
    memory = Math.max(memory, residentMemory(child.pid!));
  }, 20);
  child.stdout.on('data', () => {
    first = Math.min(first, performance.now() - begin);
  });
  child.stderr.resume();
  await once(child, 'exit');
  clearInterval(look);
  return { time: performance.now() - begin, memory, first };
}

function residentMemory(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** The command line over many files, from its start to the first finding, beside Atlassian's parser. */
export async function measureCheckingFiles(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-bench-'));
  try {
    await measureMany(report, path.join(folder, 'many'));
    await measureFirst(report, path.join(folder, 'one'));
    await measureJqlFiles(report, path.join(folder, 'jql'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureMany(report: Report, folder: string): Promise<void> {
  const texts = (['wikiquery', 'jql'] as const).map(language => ({
    language,
    text: queryFile({ language, length: fileLength }),
  }));
  let bytes = 0;
  for (let number = 0; number < files; number++) {
    const { language, text } = texts[number % texts.length]!;
    const place = path.join(folder, String(number % 100));
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, `${number}.${language}`), text);
    bytes += text.length;
  }
  report.heading(`wikijql check, ${files} files, ${(bytes / 1_000_000).toFixed(1)} MB`);
  const { time, memory } = await check(folder, '--quiet');
  report.figure(
    'all files',
    milliseconds(time),
    `${Math.round((files / time) * 1000)} files/s, ${(bytes / 1000 / time).toFixed(1)} MB/s`,
  );
  report.figure('memory at the most', megabytes(memory));
}

async function measureFirst(report: Report, folder: string): Promise<void> {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.jql'), 'status = = Open\n');
  await check(folder);
  const starts: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 7; round++) {
    bare.push(await timed(() => once(spawn(process.execPath, ['-e', '0']), 'exit')));
    starts.push((await check(folder)).first);
  }
  report.figure(
    'start to first finding, median of 7',
    milliseconds(median(starts)),
    `Node alone ${milliseconds(median(bare))}`,
  );
}

async function measureJqlFiles(report: Report, folder: string): Promise<void> {
  mkdirSync(folder);
  const queries = jqlQueries(compared);
  const perFile = 20;
  for (let from = 0; from < compared; from += perFile)
    writeFileSync(
      path.join(folder, `${from}.jql`),
      queries
        .slice(from, from + perFile)
        .map(query => `### Query\n${query}\n`)
        .join('\n'),
    );
  const { time } = await check(folder, '--quiet');
  const theirs = await timed(() => {
    for (const query of queries) new JastBuilder().build(query);
  });
  report.figure(`${compared} JQL queries in ${compared / perFile} files`, milliseconds(time));
  report.figure("the same queries in Atlassian's parser, in process", milliseconds(theirs));
  report.least("times faster than Atlassian's parser", theirs / time, 1, leastTimesFaster);
}
