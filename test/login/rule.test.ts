import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases } from '../support/depth.ts';
import { breaches } from './model/rule-checker.ts';
import knownScenarios from './mutants/scenarios.json' with { type: 'json' };
import { runScenarios } from './model/run-scenarios.ts';
import type { Sums } from './model/scenario-worker.ts';

const scenarios = Number(process.env['LOGIN_SCENARIOS'] ?? cases(8000, 100_000));
const threads = 2;
/** The same scenarios each time, so that a landing fails only for what it changes; other ones by another number. */
const seed = Number(process.env['LOGIN_SEED'] ?? 1);

test('whatever happens in two windows, a password is sent only as the rule allows', async t => {
  const requests = Array.from({ length: threads }, (_, thread) => ({
    scenarios: Math.ceil(scenarios / threads),
    seed: seed + thread,
    first: knownScenarios,
  }));
  const all = await Promise.all(requests.map(order => runScenarios(order)));
  const sum = (count: keyof Sums): number => all.reduce((total, { sums }) => total + sums[count], 0);
  t.diagnostic(
    `${sum('scenarios')} scenarios of ${sum('happenings')} events with ${sum('deaths')} crashes, ${sum('stops')} stopped windows and ${sum('basics')} Basic logins; ` +
      `Basic after a rejection: ${sum('afterRejection')}, unasked: ${sum('unasked')}, with a session that holds: ${sum('needless')}, ` +
      `too late: ${sum('late')}, twice at once: ${sum('atOnce')}, twice in ten minutes or in a run without a click: ${sum('tooOften')}, ` +
      `false verdicts: ${sum('falseVerdict')}; sessions thrown away: ${sum('thrownAway')}, overwritten: ${sum('overwritten')}, asked as nobody: ${sum('asNobody')}; ` +
      `${sum('tokens')} requests with a token, after its refusal: ${sum('tokenAfterRefusal')}; ` +
      `accounts locked: ${sum('locked')} (by persons who went on trying: ${sum('lockedByPerson')})`,
  );
  for (const { failure } of all) assert.equal(failure, undefined);
  assert.ok(sum('scenarios') >= scenarios);
  assert.deepEqual(
    breaches.filter(breach => sum(breach) > 0),
    [],
  );
});
