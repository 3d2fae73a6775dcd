import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  allowedValues,
  type Module,
  moduleGroups,
  type Parameter,
} from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { finds } from '../../support/matching.ts';
import { buildWikiRequest } from '../../../server/src/wiki/wiki-request.ts';
import { escaped } from '#shared/base/text/markdown.ts';
import { isOpen } from '../../../server/src/wiki/catalogue/module.ts';
import { found, modelOf, problemsOf } from '../../support/wiki-problems.ts';
import { accepted, explained, knowledge, labels, offered } from '../../support/wiki.ts';

const { catalogue, texts } = knowledge;
const modules = moduleGroups.flatMap(group => catalogue.modules(group));

/** Offers that an editor keeps for what is typed, the first one first. */
const keptFor = (marked: string, typed: string): string[] =>
  offered(marked)
    .filter(item => finds(item, typed))
    .map(({ label }) => label);

/** Names that a module and `query` itself both take; they are explained as those of `query`. */
const sharedNames = new Set(['iwurl', 'titles']);

/** A wrong value that the module itself rejects. */
const ownCodes = new Map([['leaction', '!unknown_leaction']]);

/**
 * The code that an unrecognized value is reported with, where the wiki's configuration does not decide which values
 * are valid.
 */
const codeOf = (module: Module, parameter: Parameter): string => {
  const code = parameter.multi ? 'unrecognizedvalues' : 'badvalue';
  if (isOpen(module, parameter)) return `information:${code}`;
  return parameter.multi ? code : `!${code}`;
};

/** The problems of the examples of deprecated modules and of those with secrets. */
const accepts: ReadonlyMap<string, readonly string[]> = new Map([
  ['deletedrevs', ['deprecation']],
  ['flowinfo', ['deprecation']],
  ['checkuser', ['sensitive-value']],
]);

/** The values that there is a text to write for: an empty one is written by leaving the place empty. */
const named = (values: readonly string[] | undefined): string[] =>
  (values ?? []).filter(value => value !== '');

const flag = (module: Module, name: string): boolean => module.parameter(name)?.type === 'boolean';

suite('every module of the catalogue', () => {
  test('there are 76 of every wiki, and 93 of extensions', () => {
    assert.equal(modules.filter(({ coverage }) => coverage === undefined).length, 76);
    assert.equal(modules.filter(({ coverage }) => coverage !== undefined).length, 93);
  });

  for (const module of modules) {
    const { name, group, prefix, parameters } = module;
    const query = `${group}=${name}`;

    test(`${name}: its name is completed from its beginning and from its last part`, () => {
      const parts = texts.module(name)?.parts ?? [];
      for (const typed of [name.slice(0, 4), name, parts.at(-1)!.slice(0, 6)]) {
        assert(keptFor(`${group}=${typed}¦`, typed).includes(name), typed);
        assert(keptFor(`${typed}¦`, typed).includes(query), typed);
        assert.equal(accepted(`${group}=${typed}¦`, name), query);
      }
      assert.equal(labels('generator=¦').includes(name), module.generator);
    });

    test(`${name}: its parameters are completed`, () => {
      const names = labels(`${query}\n¦`);
      for (const parameter of parameters) {
        const wire = prefix + parameter.name;
        assert(names.includes(wire), wire);
        const after = flag(module, parameter.name) ? wire : `${wire}=`;
        assert.equal(accepted(`${query}\n${wire.slice(0, 3)}¦`, wire), `${query}\n${after}`);
        assert(!labels(`${query}\n${wire}=\n¦`).includes(wire), `${wire} once more`);
      }
      for (const { name: template } of module.templatedParameters) {
        const wire = prefix + template.replace('{slot}', 'main');
        assert(labels(`${query}\n${prefix}slots=main\n¦`).includes(wire), wire);
        assert(labels(`${query}\n${prefix}slots=*\n¦`).includes(wire), `${wire} for all slots`);
      }
    });

    if (module.generator) {
      test(`${name}: as a generator its parameters begin with g`, () => {
        const names = labels(`generator=${name}\n¦`);
        for (const parameter of parameters)
          assert(names.includes(`g${prefix}${parameter.name}`), parameter.name);
      });
    }

    test(`${name}: it is explained, and so is each of its parameters and values`, () => {
      const markdown = explained(`${group}=${name}¦`)?.markdown ?? '';
      assert(markdown.includes(texts.module(name)!.summary));
      if (module.coverage !== undefined) {
        assert(markdown.includes(escaped(module.source)), module.source);
        assert(markdown.includes(escaped(module.coverage)), module.coverage);
      }
      for (const parameter of [...parameters, ...module.templatedParameters]) {
        const wire = prefix + parameter.name.replace('{slot}', 'main');
        const slots = parameter.templateVars.size > 0 ? `${prefix}slots=main\n` : '';
        if (sharedNames.has(wire)) continue;
        const told = explained(`${query}\n${slots}${wire}¦`)?.markdown ?? '';
        assert(told.includes(texts.parameter(name, parameter.name)!.summary), wire);
        for (const value of named(allowedValues(parameter))) {
          const phrase = texts.value(name, parameter.name, value);
          assert(phrase, `${wire}=${value} has no text`);
          const of = explained(`${query}\n${slots}${wire}=${value}¦`)?.markdown ?? '';
          assert(of.includes(phrase), `${wire}=${value}: ${of}`);
        }
      }
    });

    test(`${name}: what is wrong with its name, its parameters and their values is reported`, () => {
      const said = module.coverage === undefined ? '' : 'information:';
      assert(found(`${group}=${name}x`).includes(`${said}unrecognizedvalues@${name}x`));
      assert(found(`${query}\n${prefix}bogus=1`).includes(`unrecognizedparams@${prefix}bogus`));
      for (const parameter of parameters) {
        const wire = prefix + parameter.name;
        if (allowedValues(parameter) === undefined || sharedNames.has(wire)) continue;
        const code = ownCodes.get(wire) ?? codeOf(module, parameter);
        assert(found(`${query}\n${wire}=bogus`).includes(`${code}@bogus`), wire);
      }
    });

    test(`${name}: its bounds are judged`, () => {
      for (const { name: parameterName, type, min, max, enforceRange, multi } of parameters) {
        if ((type !== 'integer' && type !== 'limit') || multi) continue;
        const wire = prefix + parameterName;
        assert(found(`${query}\n${wire}=many`).includes('!badinteger@many'), wire);
        const code = enforceRange ? '!outofrange' : 'outofrange';
        if (min !== undefined)
          assert(found(`${query}\n${wire}=${min - 1}`).includes(`${code}@${min - 1}`), wire);
        if (max !== undefined)
          assert(found(`${query}\n${wire}=${max + 1}`).includes(`${code}@${max + 1}`), wire);
      }
    });

    test(`${name}: its example is accepted`, () => {
      const example = texts.module(name)?.example ?? assert.fail();
      const expected = new Set(accepts.get(name));
      assert.deepEqual(
        problemsOf(example)
          .filter(({ severity }) => severity === 'error' || severity === 'warning')
          .map(({ code }) => code)
          .filter(code => !expected.has(code)),
        [],
      );
    });

    test(`${name}: its request is built`, () => {
      const example = texts.module(name)?.example ?? assert.fail();
      const { parameters: sent, post } = buildWikiRequest(modelOf(example));
      const written = example.split('\n').map(line => {
        const [key = '', ...value] = line.split('=');
        return [key, value.join('=')];
      });
      assert.deepEqual(sent.slice(-written.length), written);
      assert.equal(post, module.mustBePosted);
    });

    test(`${name}: every value of its parameters is completed`, () => {
      for (const parameter of parameters) {
        const values = named(allowedValues(parameter));
        const all = labels(`${query}\n${prefix}${parameter.name}=¦`);
        assert.deepEqual(
          values.filter(value => !all.includes(value)),
          [],
          parameter.name,
        );
      }
    });
  }
});
