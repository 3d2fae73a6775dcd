/** The table of rules: it fits the catalogue, and what is not a table is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/rules.json' with { type: 'json' };
import { allowedValues, type Module } from '../../../server/src/wiki/catalogue/module.ts';
import { readRules, rulesByModule } from '../../../server/src/wiki/catalogue/read-rules.ts';
import type { Rule, Use } from '../../../server/src/wiki/catalogue/rule.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';

const rules = readRules(data);

/** Not in the built-in catalogue, but common: its rule applies where a site describes the module. */
const modulesOfSites = new Set(['pageimages']);

const usesOf = (rule: Rule): readonly Use[] => [
  ...('use' in rule ? [rule.use] : []),
  ...('uses' in rule ? rule.uses : []),
  ...('with' in rule ? rule.with : []),
  ...('unless' in rule ? rule.unless : []),
];
const namesOf = (rule: Rule): readonly string[] => [
  ...('parameter' in rule ? [rule.parameter] : []),
  ...('parameters' in rule ? rule.parameters : []),
];
const faultOf = (use: Use, module: Module): string | undefined => {
  const owner = use.query ? builtInCatalogue.query : module;
  const parameter = owner.parameter(use.parameter);
  if (parameter === undefined) return `${owner.name} has no ${use.parameter}`;
  const value = use.value ?? use.except;
  if (value === undefined || value === '' || allowedValues(parameter)?.includes(value)) return undefined;
  return `${use.parameter} has no value ${value}`;
};

describe('the rules between parameters', () => {
  it('name modules, parameters and values that there are', () => {
    const faults = rules.flatMap(rule =>
      rule.modules.flatMap(name => {
        const module = builtInCatalogue.module(name);
        if (module === undefined) return modulesOfSites.has(name) ? [] : [`no module ${name}`];
        const pairs = rule.kind === 'contradictoryValues' ? rule.pairs.flat() : [];
        const uses = pairs.map(value => ({ parameter: 'show', query: false, value, except: undefined }));
        const unknown = namesOf(rule).filter(each => module.parameter(each) === undefined);
        return [...unknown, ...[...usesOf(rule), ...uses].flatMap(use => faultOf(use, module) ?? [])];
      }),
    );
    assert.deepEqual(faults, []);
  });

  it('are each written once', () => {
    const lines = data.rules.map(rule => JSON.stringify(rule));
    assert.equal(new Set(lines).size, lines.length);
  });

  it('give generators a rule only where there is a generator', () => {
    for (const { modules } of rules.filter(({ role }) => role === 'generator'))
      for (const name of modules) assert.ok(builtInCatalogue.module(name)?.generator, name);
  });

  it('are found by module', () => {
    const byModule = rulesByModule(rules);
    assert.deepEqual(
      byModule.get('langbacklinks')?.map(({ code }) => code),
      ['nolang'],
    );
    assert.equal(byModule.get('allpages')?.filter(({ role }) => role === 'generator').length, 1);
    assert.equal(byModule.get('tokens'), undefined);
  });

  const base = { modules: ['x'], kind: 'notEmpty', parameter: 'p', code: 'c', message: 'm' };
  const wrong: readonly (readonly [object, string, string])[] = [
    [{ kind: 'never' }, 'unknownValue', 'kind'],
    [{ severity: 'fatal' }, 'unknownValue', 'severity'],
    [{ role: 'list' }, 'unknownValue', 'role'],
    [{ pages: 'some' }, 'unknownValue', 'pages'],
    [{ code: undefined }, 'missing', 'code'],
    [{ parameter: 1 }, 'notText', 'parameter'],
    [{ modules: 'x' }, 'notAnArray', 'modules'],
    [{ kind: 'conflict', uses: [{ parameter: 'p' }] }, 'unknownValue', 'uses'],
    [{ kind: 'onlyWith' }, 'missing', 'use'],
  ];
  for (const [change, fault, at] of wrong)
    it(`are refused when ${at} is ${fault}: ${JSON.stringify(change)}`, () => {
      assert.throws(() => readRules({ rules: [{ ...base, ...change }] }), {
        name: 'CatalogueError',
        fault,
        path: `data.rules[0].${at}`,
      });
    });
});
