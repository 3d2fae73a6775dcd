/** The runner on files that misbehave: none of them may hold it up. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isRunning } from '../../support/process-tree.ts';
import { inRoot } from '../../support/paths.ts';
import { until } from '../../support/until.ts';

const execute = promisify(execFile);
const runner = pathToFileURL(inRoot('test/runner/run-file.ts')).href;
const processes = pathToFileURL(inRoot('test/support/processes.ts')).href;

describe('a test file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sample-tests-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Runs files with these texts in one process; returns what the runner wrote, ending with the counts of each. */
  const runAll = async (
    texts: readonly string[],
    times: { readonly milliseconds: number; readonly testMilliseconds?: number },
  ): Promise<string> => {
    const files = texts.map((_, index) =>
      path.join(folder, index === 0 ? 'sample.test.mjs' : `${index}.mjs`),
    );
    for (const [index, text] of texts.entries())
      await writeFile(files[index]!, `import { after, before, test } from 'node:test';\n${text}`);
    const script = `import { runFiles } from '${runner}';
      const ended = await runFiles(process.argv.slice(1), ${JSON.stringify(times)});
      for (const { passed, failed, skipped } of ended.values()) console.log([passed, failed, skipped].join(' '));
      process.exit();`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script, ...files]);
    return stdout.trimEnd();
  };
  const run = (text: string, milliseconds = 60_000): Promise<string> => runAll([text], { milliseconds });
  const runTogether = (...texts: readonly string[]): Promise<string> =>
    runAll(texts, { milliseconds: 60_000 });

  it('is counted', async () => {
    const text = `test('one', () => {});
      test('two', async t => { await t.test('inside', () => {}); });
      test.skip('three', () => {});`;
    assert.equal(await run(text), '3 0 1');
  });

  it('that fails is shown with its place and its error', async () => {
    const output = await run("test('adds', () => { throw new Error('seven'); });");
    assert.match(output, /✖ adds \(.*sample\.test\.mjs:2\)\n {4}Error: seven\n[^]*\n0 1 0$/);
  });

  it('shows the figures that it prints', async () => {
    assert.match(await run("test('one', t => { t.diagnostic('42 queries'); });"), /42 queries\n1 0 0$/);
  });

  it('that cannot be loaded fails with what it wrote', async () => {
    assert.match(await run('import "./missing.mjs";'), /missing\.mjs[^]*\n0 1 0$/);
  });

  it('without a test fails', async () => {
    assert.match(await run(''), /reported no test\n0 1 0$/);
  });

  it('that ends in the middle fails', async () => {
    const text =
      "test('one', () => {}); test('two', () => new Promise(() => { setTimeout(() => process.exit(0), 200); }));";
    assert.match(await run(text), /ended before its tests\n\d 1 0$/);
  });

  it('that does not end is stopped, with what it was at', async () => {
    const text = "test('waits', () => new Promise(() => setInterval(() => {}, 1000)));";
    assert.match(await run(text, 1500), /stopped after [\d.]+ s\n {4}waits\n0 1 0$/);
  });

  it('whose test does not end goes on with the next one', async () => {
    const text = `test('waits', () => new Promise(() => {}));
      test('goes on', () => new Promise(done => setTimeout(done, 400)));
      test('ends', () => {});`;
    const output = await runAll([text], { milliseconds: 60_000, testMilliseconds: 1000 });
    assert.match(output, /✖ waits [^]*timed out after 1000ms[^]*\n2 1 0$/);
  });

  it('that hangs is stopped with all that it started', async () => {
    const text = `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => {});
      test('hangs', () => {
        const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
        writeFileSync('${path.join(folder, 'pid').replaceAll('\\', '\\\\')}', String(other.pid));
        for (;;);
      });`;
    assert.match(await run(text, 3000), /stopped after[^]*\n0 1 0$/);
    const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
    await until('the end of what it started', async () => !isRunning(pid));
  });

  it('that shares a process is counted by itself, with its hooks', async () => {
    const hooked = `let state = 'new';
      before(() => { state = 'open'; });
      after(() => { if (globalThis.hooks !== undefined) throw new Error('hooks'); globalThis.hooks = state; });
      test('one', () => { if (state !== 'open') throw new Error(state); });`;
    const reading = `test('two', () => { if (globalThis.hooks !== 'open') throw new Error('after'); });
      test.skip('three', () => {});`;
    assert.equal(await runTogether(hooked, reading), '1 0 0\n1 0 1');
  });

  it('that shares a process and fails, or cannot be loaded, leaves the others as they are', async () => {
    const output = await runTogether(
      "test('one', () => {});",
      "test('two', () => { throw new Error('seven'); });",
      'import "./missing.mjs";',
      "test('four', () => {});",
    );
    assert.match(output, /✖ two \(.*1\.mjs:2\)\n {4}Error: seven\n/);
    assert.match(output, /missing\.mjs/);
    assert.match(output, /\n1 0 0\n0 1 0\n0 1 0\n1 0 0$/);
  });

  it('that ends a process fails with those that come after it', async () => {
    const output = await runTogether(
      "test('one', () => {});",
      "test('two', () => new Promise(() => { setTimeout(() => process.exit(3), 200); }));",
      "test('three', () => {});",
    );
    assert.match(output, /1\.mjs: exit code 3[^]*2\.mjs: exit code 3\n1 0 0\n0 1 0\n0 1 0$/);
  });

  it('without a test fails among others, too', async () => {
    assert.match(await runTogether("test('one', () => {});", ''), /1\.mjs reported no test\n1 0 0\n0 1 0$/);
  });

  it('ends with the run, when a signal ends that', async () => {
    const [file, noted] = [path.join(folder, 'long.test.mjs'), path.join(folder, 'long-pid')];
    await writeFile(
      file,
      `import { test } from 'node:test';
      import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(noted)}, String(process.pid));
      test('waits', () => new Promise(() => setInterval(() => {}, 1000)));`,
    );
    const script = `import '${processes}';
      import { runFiles } from '${runner}';
      await runFiles([process.argv[1]], { milliseconds: 60_000 });`;
    const running = execFile(process.execPath, ['--input-type=module', '-e', script, file]);
    const pid = await until('the file', async () => {
      const text = await readFile(noted, 'utf8').catch(() => '');
      return text !== '' && Number(text);
    });
    running.kill();
    await until('its end', async () => !isRunning(pid));
  });
});
