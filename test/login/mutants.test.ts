import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../support/paths.ts';
import type { KnownScenario, ScenarioOptions } from './model/scenario-worker.ts';
import { runScenarios } from './model/run-scenarios.ts';
import { addressMutants, mutants, type Edit, type Mutant } from './mutants/mutants.ts';
import knownScenarios from './mutants/scenarios.json' with { type: 'json' };
import { newFolder } from './window.ts';

/** The stories of addresses. */
const addressTests = ['test/login/gateway.test.ts', 'test/unit/base/site-address.test.ts'];
/** The files that the scenarios and stories need to run elsewhere. */
const needed = [
  'package.json',
  'shared',
  'server/src',
  'server/catalogue',
  'test/login',
  'test/support',
  'test/unit/base/site-address.test.ts',
];
/**
 * Scenarios that a mutant has to show itself in; the first that fails ends them. Those that caught one before run first:
 * a mutant that gets past them is reported with the scenario that then catches it, to be added.
 */
const order = { scenarios: 60_000, seed: 7, isQuick: true, first: knownScenarios };
/** Scenarios in which the product itself must not fail. */
const control = { ...order, scenarios: 1000 };
const threads = 2;

/** A copy of the product and its scenarios, in which files can be changed for one run. */
class Copy {
  readonly #folder = newFolder();

  constructor() {
    for (const each of needed) cpSync(inRoot(each), path.join(this.#folder, each), { recursive: true });
    symlinkSync(inRoot('node_modules'), path.join(this.#folder, 'node_modules'), 'junction');
  }

  /** The scenario that failed; `undefined` = none. */
  run(edits: Mutant['edits'], what: ScenarioOptions): Promise<KnownScenario | undefined> {
    const entry = pathToFileURL(this.#inCopy('test/login/model/scenario-worker.ts'));
    return this.#with(edits, async () => (await runScenarios(what, entry)).failed);
  }

  /** Whether tests pass. */
  passes(edits: Mutant['edits'], tests: readonly string[]): Promise<boolean> {
    return this.#with(
      edits,
      () =>
        new Promise(resolve => {
          const files = tests.map(file => this.#inCopy(file));
          execFile(process.execPath, ['--test', ...files], { env: testEnvironment }, error =>
            resolve(error === null),
          );
        }),
    );
  }

  /** Works while edits are made. Rejects if one does not fit exactly once. */
  async #with<T>(edits: Mutant['edits'], work: () => Promise<T>): Promise<T> {
    const originals = new Map(edits.map(({ file }) => [file, readFileSync(this.#path(file), 'utf8')]));
    try {
      for (const each of edits) this.#apply(each);
      return await work();
    } finally {
      for (const [file, text] of originals) writeFileSync(this.#path(file), text);
    }
  }

  #apply({ file, text, instead }: Edit): void {
    const [start, end, ...more] = readFileSync(this.#path(file), 'utf8').split(text);
    assert.ok(end !== undefined && more.length === 0, `not exactly once in ${file}: ${text}`);
    writeFileSync(this.#path(file), `${start}${instead}${end}`);
  }

  #path(file: string): string {
    return path.join(this.#inCopy('server/src/network/session'), file);
  }

  #inCopy(file: string): string {
    return path.join(this.#folder, file);
  }
}

/** The runner of a test starts no other one in an environment that it made. */
const { NODE_TEST_CONTEXT: _context, ...testEnvironment } = process.env;

let copies: readonly Copy[] = [];
before(() => {
  copies = Array.from({ length: threads }, () => new Copy());
});

test('the scenarios catch every mutant of the login rule', async t => {
  const [copy] = copies;
  assert.equal(await copy?.run([], control), undefined);
  const left = [...mutants];
  const survivors: string[] = [];
  const known = new Set(knownScenarios.map(each => JSON.stringify(each)));
  const work = async (worker: Copy): Promise<void> => {
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      const caught = await worker.run(mutant.edits, order);
      if (caught === undefined) survivors.push(mutant.name);
      else if (!known.has(JSON.stringify(caught)))
        t.diagnostic(
          `Add to mutants/scenarios.json, as it caught "${mutant.name}": ${JSON.stringify(caught)}`,
        );
    }
  };
  await Promise.all(copies.map(work));
  t.diagnostic(`${mutants.length} mutants, ${mutants.length - survivors.length} caught`);
  assert.deepEqual(survivors, []);
});

test('the stories of addresses catch every mutant of where a secret may go', async t => {
  const [copy] = copies;
  assert(copy);
  assert.ok(await copy.passes([], addressTests));
  const survivors: string[] = [];
  for (const { name, edits } of addressMutants)
    if (await copy.passes(edits, addressTests)) survivors.push(name);
  t.diagnostic(`${addressMutants.length} mutants, ${addressMutants.length - survivors.length} caught`);
  assert.deepEqual(survivors, []);
});
