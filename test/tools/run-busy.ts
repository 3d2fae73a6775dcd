/**
 * Runs the suites three times while another process keeps every core busy, and prints the counts of each round:
 * `npm run test:busy`, `npm run test:busy -- editor`. The logs of the rounds are in `.cache/busy`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { inCache, inRoot, root } from '../support/paths.ts';
import { start } from '../support/processes.ts';

const rounds = 3;
const words = process.argv.slice(2);

interface Round {
  readonly counts: string;
  /** Files that failed at first and ran once more. */
  readonly secondTries: number;
  readonly minutes: number;
  readonly isGreen: boolean;
}

const runRound = async (round: number): Promise<Round> => {
  const file = inCache('busy', `round-${round}.log`);
  const log = createWriteStream(file);
  const begin = performance.now();
  const child = spawn(process.execPath, ['test/run.ts', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const [code] = await once(child, 'close');
  log.end();
  await once(log, 'finish');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return {
    counts: lines.at(-1) ?? '',
    secondTries: lines.filter(line => line.includes('It runs once more')).length,
    minutes: (performance.now() - begin) / 60_000,
    isGreen: code === 0,
  };
};

mkdirSync(inCache('busy'), { recursive: true });
const load = start(process.execPath, [inRoot('test/tools/keep-busy.ts')]);
let green = 0;
for (let round = 1; round <= rounds; round++) {
  const { counts, secondTries, minutes, isGreen } = await runRound(round);
  if (isGreen) green += 1;
  console.log(`Round ${round}: ${counts} (${secondTries} second tries, ${minutes.toFixed(1)} minutes)`);
}
await load.stop();
console.log(`${green} of ${rounds} rounds green`);
if (green < rounds) process.exitCode = 1;
