import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import { BlockProblems, severities } from '../../server/src/query-file/checking/block-problems.ts';

const problem = (severity: Severity): Problem => ({
  code: severity,
  severity,
  span: { start: 0, end: 0 },
  arguments: {},
});
const found = fc.array(fc.constantFrom(...severities).map(problem), { maxLength: 3 });
const step = fc.oneof(
  fc.record({ set: found }),
  fc.record({ from: fc.nat(20), removed: fc.nat(3), inserted: fc.nat(3) }),
);

test('what is found by block stays right through any edits', () => {
  fc.assert(
    fc.property(fc.nat(10), fc.array(step, { maxLength: 60 }), (count, steps) => {
      const findings = new BlockProblems(count);
      const plain: (readonly Problem[] | undefined)[] = Array.from({ length: count });
      for (const each of steps) {
        const next = plain.indexOf(undefined);
        assert.equal(findings.next(), next < 0 ? undefined : next);
        if (!('set' in each)) {
          const from = Math.min(each.from, plain.length);
          const removed = Math.min(each.removed, plain.length - from);
          plain.splice(from, removed, ...Array.from<undefined>({ length: each.inserted }));
          findings.follow({ from, removed, inserted: each.inserted });
        } else if (next >= 0) {
          plain[next] = each.set;
          findings.set(next, each.set);
        }
        const blocks = plain.flatMap((problems, index) => (problems?.length ? [{ index, problems }] : []));
        assert.deepEqual([...findings.all()], blocks);
        for (const severity of severities) {
          assert.deepEqual(
            [...findings.ofSeverity(severity)],
            blocks.filter(({ problems }) => problems.some(one => one.severity === severity)),
          );
        }
      }
    }),
  );
});
