import assert from 'node:assert/strict';
import { it } from 'node:test';
import lock from '../../package-lock.json' with { type: 'json' };
import { missingPackages } from '../tools/complete-package-lock.ts';

it('the lock file has every optional package, or npm ci refuses it: see test/tools/complete-package-lock.ts', () => {
  assert.deepEqual(
    missingPackages(lock).map(({ name }) => name),
    [],
  );
});
