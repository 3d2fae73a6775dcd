/** Properties of every fix of every broken query, in lines and as a URL. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Fix, Problem } from '#shared/base/text/problem.ts';
import {
  allowedValues,
  type Module,
  type Parameter,
} from '../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { buildWikiRequest } from '../../server/src/wiki/wiki-request.ts';
import { readRules } from '../../server/src/wiki/catalogue/read-rules.ts';
import ruleData from '../../server/catalogue/wiki/rules.json' with { type: 'json' };
import { cases } from '../support/depth.ts';
import { builtInCatalogue } from '../support/catalogue.ts';
import { ruleQueries } from '../support/rule-queries.ts';
import { edited, fixes, modelOf, problemsOf } from '../support/wiki-problems.ts';
import sampleData from '../conformance/mediawiki/rule-samples.json' with { type: 'json' };

const samples = { ...sampleData, 'query.pageids': '1', 'query.revids': '1' };

type Pairs = readonly (readonly [name: string, value: string])[];

const wrong = fc.constantFrom(
  '',
  ' x',
  'x|y',
  'a,b',
  'MAX',
  'max',
  '1,000',
  '-1',
  '0',
  '99999',
  '2024-01-15',
  '20240115',
  '2024-02-30T00:00:00Z',
  'NOW',
  'Talk',
  '0|',
  '"A"',
  '[[A]]',
  'A%20B',
  '#12',
  'false',
  '{{T}}',
  'Cafe\u0301',
);

/** A value as people write it: one of those allowed with something wrong about it, or something else. */
const valueOf = (parameter: Parameter): fc.Arbitrary<string> => {
  const allowed = allowedValues(parameter)?.filter(value => value !== '');
  if (allowed === undefined || allowed.length === 0) return wrong;
  const one = fc.constantFrom(...allowed);
  return fc.oneof(
    one,
    one.map(value => value.toUpperCase()),
    one.map(value => ` ${value}`),
    one.map(value => `${value.slice(0, 2)}${value.slice(3)}`),
    fc.array(one, { minLength: 2, maxLength: 4 }).map(values => values.join(', ')),
    fc
      .array(fc.oneof(one, fc.constant('bogus'), fc.constant('')), { minLength: 2, maxLength: 4 })
      .map(values => values.join('|')),
    wrong,
  );
};

/** A name on the wire with something wrong about it, now and then. */
const nameOf = (module: Module, { name }: Parameter): fc.Arbitrary<string> => {
  const right = module.prefix + name;
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(right) },
    fc.constantFrom(name, `g${right}`, right.toUpperCase(), right.replace(/(.)(.)$/, '$2$1'), `${right}[]`),
  );
};

const modules = (['list', 'prop', 'meta'] as const).flatMap(group => builtInCatalogue.modules(group));
const parametersOf = (module: Module): fc.Arbitrary<Pairs> =>
  module.parameters.length === 0
    ? fc.constant([])
    : fc.array(
        fc
          .constantFrom(...module.parameters)
          .chain(parameter => fc.tuple(nameOf(module, parameter), valueOf(parameter))),
        { maxLength: 4 },
      );
const ofModule: fc.Arbitrary<Pairs> = fc
  .tuple(
    fc.constantFrom(...modules),
    fc.constantFrom('', '', 'list', 'prop', 'generator'),
    fc.constantFrom('', 'Physics', 'A|B'),
  )
  .chain(([module, group, titles]) =>
    parametersOf(module).map(pairs => [
      [group || (module.group ?? 'list'), module.name] as const,
      ...pairs,
      ...(titles === '' ? [] : [['titles', titles] as const]),
    ]),
  );
const againstRules: fc.Arbitrary<Pairs> = fc.constantFrom(
  ...readRules(ruleData).flatMap(rule =>
    ruleQueries(rule, builtInCatalogue, samples).map(({ parameters }): Pairs => [...parameters]),
  ),
);
const queries = fc.oneof(ofModule, againstRules);

const asLines = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${value.trim()}`).join('\n');
const asUrl = (pairs: Pairs): string =>
  `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
const texts = fc.oneof(queries.map(asLines), queries.map(asUrl));

const keyOf = ({ code, message = code, arguments: { name, value } }: Problem): string =>
  JSON.stringify([code, message.replace(/\..*/, ''), name, value]);
const count = (problems: readonly Problem[], key: string): number =>
  problems.filter(problem => keyOf(problem) === key).length;
const errors = (problems: readonly Problem[]) => problems.filter(({ severity }) => severity === 'error');
const serious = (problems: readonly Problem[]) =>
  problems.filter(({ severity }) => severity === 'error' || severity === 'warning');
/** A continuation hides from the wiki what else is wrong with where to begin, and some flags hide a continuation. */
const hiding: ReadonlySet<string> = new Set(['badcontinue']);
/** The messages about a missing parameter that a wiki gives for one that is there. */
const seenFirst: ReadonlySet<string | undefined> = new Set(['rule.onlyWith', 'unrecognizedparams.required']);
/** The names that the wiki reads of a query, and the values that it chooses among those it knows. */
const read = (text: string): readonly string[] => {
  const { query, names } = modelOf(text);
  return query.parameters.flatMap(({ name, value }) => {
    const parameter = names.get(name.text)?.parameter;
    const allowed = (parameter && allowedValues(parameter)) ?? [];
    const chosen = (value?.text ?? '').split('|').filter(each => allowed.includes(each));
    return parameter ? [name.text, ...chosen.map(each => `${name.text}=${each}`)] : [];
  });
};
const requested = (text: string) => buildWikiRequest(modelOf(text)).parameters;
const ways = (text: string): readonly (readonly [Problem, Fix])[] =>
  problemsOf(text).flatMap(problem => fixes(text, problem).map(fix => [problem, fix] as const));

/** The nearest name is always offered, and the user decides where more has to change with it. */
const isNearestName = ({ title, kind, preferred }: Fix): boolean =>
  !preferred && (title === 'fix.rename' || kind === 'nearest');

describe('every fix', () => {
  it('that is preferred ends its problem', () =>
    fc.assert(
      fc.property(texts, text => {
        const before = problemsOf(text);
        for (const [problem, fix] of ways(text)) {
          if (!fix.preferred) continue;
          const after = edited(text, fix.edits);
          const key = keyOf(problem);
          assert.ok(count(problemsOf(after), key) < count(before, key), `${key} stays in ${after}`);
        }
      }),
      { numRuns: cases(600, 3000) },
    ));

  it('that is preferred brings no error but what it lets the wiki see for the first time', () =>
    fc.assert(
      fc.property(texts, text => {
        const known = new Set(errors(problemsOf(text)).map(({ code }) => code));
        for (const [problem, fix] of ways(text)) {
          if (!fix.preferred || hiding.has(problem.code)) continue;
          const after = edited(text, fix.edits);
          const seen = read(after).some(name => !read(text).includes(name));
          const fresh = errors(problemsOf(after)).find(({ code, message }) => {
            // A parameter that is seen for the first time may want another one beside it, or be in the wrong case.
            const isExcused = seen && (code !== 'missingparam' || seenFirst.has(message));
            return !known.has(code) && !hiding.has(code) && !isExcused;
          });
          assert.equal(fresh, undefined, `${keyOf(problem)}: ${fresh?.code ?? ''} in ${after}`);
        }
      }),
      { numRuns: cases(600, 3000) },
    ));

  it('leaves neither more errors nor more problems than before', () =>
    fc.assert(
      fc.property(texts, text => {
        const before = problemsOf(text);
        for (const [problem, fix] of ways(text)) {
          if (isNearestName(fix)) continue;
          const after = problemsOf(edited(text, fix.edits));
          const said = `${keyOf(problem)} in ${edited(text, fix.edits)}`;
          assert.ok(errors(after).length <= errors(before).length, said);
          assert.ok(serious(after).length <= serious(before).length, said);
        }
      }),
      { numRuns: cases(600, 3000) },
    ));

  it('lies in the text and does not get into its own way', () =>
    fc.assert(
      fc.property(texts, text => {
        for (const [, { edits }] of ways(text)) {
          const spans = edits.map(({ span }) => span).toSorted((a, b) => a.start - b.start || a.end - b.end);
          for (const [index, { start, end }] of spans.entries()) {
            assert.ok((spans[index - 1]?.end ?? 0) <= start && start <= end && end <= text.length);
          }
        }
      }),
      { numRuns: cases(200, 1000) },
    ));

  it('does in a URL what it does in lines', () =>
    fc.assert(
      fc.property(queries, pairs => {
        const plain = pairs.map(([name, value]) => [name, value.trim()] as const);
        const [lines, url] = [asLines(plain), asUrl(plain)];
        if (modelOf(lines).query.form !== 'lines') return;
        // A line is sent as it is, while a URL is decoded once: there an encoded value is meant.
        const inLines = ways(lines).filter(([{ code }]) => code !== 'encoded-value');
        const inUrl = ways(url);
        assert.deepEqual(
          inUrl.map(([problem, fix]) => [problem.code, fix.title, fix.arguments]),
          inLines.map(([problem, fix]) => [problem.code, fix.title, fix.arguments]),
        );
        for (const [index, [, fix]] of inLines.entries())
          assert.deepEqual(
            requested(edited(url, inUrl[index]![1].edits)),
            requested(edited(lines, fix.edits)),
          );
      }),
      { numRuns: cases(300, 1500) },
    ));
});
