/** Checks that are commands: each counts as one test. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packingLog } from '../support/editor/vsix.ts';
import { inRoot, root } from '../support/paths.ts';
import { npmCommand } from '../support/programs.ts';
import { bad, good, progress, seconds } from './output.ts';
import { type Tally, nothing } from './tally.ts';

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** The file that keeps what it wrote. */
  readonly log?: string;
}

const script = (file: string, ...args: string[]): Step['command'] => [
  process.execPath,
  inRoot('node_modules', file),
  ...args,
];
const compiler = 'typescript/bin/tsc';

export const lintSteps: readonly Step[] = [
  { name: 'lint', command: script('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types', command: script(compiler, '-p', '.') },
  { name: 'types of the panels', command: script(compiler, '-p', 'client/webview') },
  { name: 'types of the playground', command: script(compiler, '-p', 'client/playground') },
  { name: 'types of the extension in a browser', command: script(compiler, '-p', 'client/src/platform/web') },
  {
    name: 'types of the server in a browser',
    command: script(compiler, '-p', 'server/src/platform/browser'),
  },
  { name: 'unused exports', command: script('knip/bin/knip.js', '--no-progress') },
  { name: 'house', command: [process.execPath, 'test/tools/house/house.ts'] },
  {
    name: 'format',
    command: script('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  },
];

export const bundles: Step = { name: 'bundles', command: [process.execPath, 'build.mjs'] };
/** Builds the bundles as they are shipped, too. */
export const vsix: Step = { name: 'VSIX', command: npmCommand(['run', 'package']), log: packingLog };

/** Milliseconds that a command may take. */
const patience = 180_000;

/** Runs a command in the repository; what it wrote is shown if it fails. */
export const runStep = ({ name, command: [file, ...args], log }: Step): Promise<Tally> => {
  progress(name);
  const begin = performance.now();
  return new Promise(resolve => {
    execFile(file, args, { cwd: root, timeout: patience, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (log !== undefined) {
        mkdirSync(path.dirname(log), { recursive: true });
        writeFileSync(log, stdout + stderr);
      }
      const took = seconds(performance.now() - begin);
      if (error) bad(`${name} (${took})`, stdout + stderr || error.message);
      else good(`${name} (${took})`);
      resolve({ ...nothing, [error ? 'failed' : 'passed']: 1 });
    });
  });
};
