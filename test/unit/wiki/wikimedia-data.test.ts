/** The modules of Wikimedia's extensions: complete, with their sources, and nothing in them that the product cannot read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/wikimedia-paraminfo.json' with { type: 'json' };
import core from '../../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import { readParamInfo } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';

const modules = readParamInfo(data);
const coreModules = readParamInfo(core);

describe('the modules of extensions', () => {
  it('are 93 with 327 parameters', () => {
    assert.equal(modules.length, 93);
    assert.equal(modules.flatMap(({ parameters }) => parameters).length, 327);
  });

  it('are none of those that every wiki has', () => {
    const paths = new Set(coreModules.map(({ path }) => path));
    assert.deepEqual(
      modules.map(({ path }) => path).filter(path => paths.has(path)),
      [],
    );
  });

  it('each name their extension and the file that declares them', () => {
    const sources = new Map(
      data.sources.flatMap(({ extension, files }) =>
        Object.keys(files).map(module => [module, extension] as const),
      ),
    );
    assert.deepEqual(
      modules.map(({ name, source }) => [name, source]),
      modules.map(({ name }) => [name, sources.get(name)]),
    );
  });

  it('each say on which wikis they are', () => {
    for (const { name, coverage } of data.paraminfo.modules) assert.match(coverage, /^\S[^\n]*[^.\s]$/, name);
  });

  it('come from a commit with a date', () => {
    for (const { extension, repository, commit, date } of data.sources) {
      assert.match(repository, /^https:\/\/github\.com\/[\w-]+\/[\w-]+$/, extension);
      assert.match(commit, /^(?:[0-9a-f]{12}|\d+\.\d+\.\d+-\d+)$/, extension);
      assert.match(date, /^20\d\d-\d\d-\d\d$/, extension);
    }
  });

  it('amend only existing modules, with parameters or values that these lack', () => {
    const byPath = new Map([...coreModules, ...modules].map(module => [module.path, module]));
    for (const { path, parameter, addparameter, addvalues } of data.amendments) {
      const module = byPath.get(path) ?? assert.fail(path);
      const amendedParameter = module.parameter(parameter ?? addparameter?.name ?? assert.fail(path));
      if (addparameter !== undefined)
        assert.equal(amendedParameter, undefined, `${path} ${addparameter.name}`);
      else
        for (const value of addvalues ?? [])
          assert.ok(
            typeof amendedParameter?.type === 'object' && !amendedParameter.type.includes(value),
            `${path} ${value}`,
          );
    }
  });
});
