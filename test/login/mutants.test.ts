import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../support/paths.ts';
import type { KnownScenario, ScenarioOptions } from './model/scenario-worker.ts';
import { runScenarios } from './model/run-scenarios.ts';
import { mutants, type Edit, type Mutant } from './mutants/mutants.ts';
import knownScenarios from './mutants/scenarios.json' with { type: 'json' };
import { newFolder } from './window.ts';

/** What the scenarios need to run elsewhere. */
const needed = ['package.json', 'shared', 'server/src', 'server/catalogue', 'test/login/model'];
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

  /** The scenario that failed; `undefined` = none. Rejects if an edit does not fit exactly once. */
  async run(edits: Mutant['edits'], what: ScenarioOptions): Promise<KnownScenario | undefined> {
    const originals = new Map(edits.map(({ file }) => [file, readFileSync(this.#path(file), 'utf8')]));
    try {
      for (const each of edits) this.#apply(each);
      const entry = pathToFileURL(path.join(this.#folder, 'test/login/model/scenario-worker.ts'));
      return (await runScenarios(what, entry)).failed;
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
    return path.join(this.#folder, 'server/src/network/session', file);
  }
}

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
  const work = async (own: Copy): Promise<void> => {
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      const caught = await own.run(mutant.edits, order);
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
