import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modules } from '../../sandbox/api/catalogue.ts';
import { partsWithoutData } from '../../sandbox/meta/siteinfo.ts';
import { registry } from '../../sandbox/modules.ts';

describe('the sandbox', () => {
  it('answers every module of the catalogue', () => {
    const here = new Set(Object.values(registry).flatMap(group => [...group.keys()]));
    const submodules = modules.filter(({ path }) => path.startsWith('query+')).map(({ name }) => name);
    assert.equal(submodules.length, 76);
    assert.deepEqual(
      submodules.filter(name => !here.has(name)),
      [],
    );
  });
  it('tells every part about the site', () => assert.deepEqual(partsWithoutData(), []));
});
