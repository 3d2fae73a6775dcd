import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modules } from '../../sandbox/api/catalogue.ts';
import { partsWithoutData } from '../../sandbox/meta/siteinfo.ts';
import { registry } from '../../sandbox/modules.ts';

describe('the sandbox', () => {
  it('answers every module of the catalogue that it does not leave out, and no other', () => {
    const here = Object.values(registry).flatMap(group => [...group.keys()]);
    const submodules = modules.filter(({ path }) => path.startsWith('query+')).map(({ name }) => name);
    assert.deepEqual(new Set(here), new Set(submodules));
  });
  it('tells every part about the site', () => assert.deepEqual(partsWithoutData(), []));
});
