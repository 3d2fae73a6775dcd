/** `.wikijql/rules.json`: how it is read, the codes that it can have, and what it does to problems. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import type { RuleSeverities } from '../../../server/src/query-file/language/language-service.ts';
import { checkDocument } from '../../../server/src/query-file/checking/check-document.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { isRuleCode, ruleCodes, rulesSchema } from '../../../server/src/sites/rules/rule-codes.ts';
import { readRules } from '../../../server/src/sites/rules/rule-file.ts';
import { embeddedContext, embeddedDocument, languageFor } from '../../support/embedded.ts';
import { context } from '../../support/jql.ts';

// prettier-ignore
const files: readonly (readonly [text: string, read: string])[] = [
  ['{}', ''],
  ['{ "phrase": "off", // why\n "empty-text": "error", }', 'phrase=off empty-text=error'],
  ['{ "$schema": "x", "phrase": "Off", "__proto__": "hint", "phrase": 1 }', '__proto__=hint'],
  ['{ "phrase": "off"', 'CloseBraceExpected@17'],
  ['[]', 'ObjectExpected@0'],
  ['', 'ValueExpected@0'],
  ['['.repeat(100_000), 'TooDeep@0'],
];

describe('a file of rules', () => {
  for (const [text, expected] of files)
    it(text.slice(0, 80), () => {
      const { severities, fault } = readRules(text);
      const set = [...severities].map(([code, severity]) => `${code}=${severity}`).join(' ');
      assert.equal(fault ? `${fault.reason}@${fault.offset}` : set, expected);
    });
});

const codes = ruleCodes();
const known = [
  'phrase',
  'unknown-directive',
  'invalidparammix',
  'badvalue_x',
  'outofrange',
  'host-too-long',
  'lock-outdated',
];
const unknown = ['phrse', '', 'badvalue_', 'wiki-says', 'rule', 'answer-number', 'definition', 'not-run'];

describe('the codes of rules', () => {
  for (const code of known) it(`have ${code}`, () => assert(isRuleCode(code, codes)));
  for (const code of unknown) it(`lack “${code}”`, () => assert(!isRuleCode(code, codes)));
  it('are those of the schema, each with what it says', () => {
    const validate = new Ajv({ strict: false }).compile(rulesSchema());
    for (const code of known) assert(validate({ [code]: 'off' }), code);
    for (const code of unknown) assert(!validate({ [code]: 'off' }), code);
    assert(!validate({ phrase: 'of' }));
    for (const [code, message] of codes) assert.match(message, /\S/, code);
  });
});

const languages = createLanguages();
const mixed = 'status = Open OR key = A-1 AND votes > 3';

async function problems(text: string, rules: RuleSeverities): Promise<string> {
  const jql = languages.get('jql')!;
  const document = new QueryDocument('file:///a', 'jql', 1, text, jql.syntax);
  const checked = checkDocument(document, jql, { ...context, rules });
  return checked.map(({ problem: { code, severity } }) => `${severity}:${code}`).join(' ');
}

// prettier-ignore
const ruled: readonly (readonly [text: string, rules: RuleSeverities, problems: string])[] = [
  [mixed, new Map(), 'hint:mixed-and-or'],
  [mixed, new Map([['mixed-and-or', 'error']]), 'error:mixed-and-or'],
  [mixed, new Map([['mixed-and-or', 'off']]), ''],
  [`### A\n# @ignore mixed-and-or: why\n${mixed}`, new Map([['mixed-and-or', 'off']]), ''],
  [`### A\n# @ignore phrase: why\n${mixed}`, new Map([['unused-ignore', 'error']]), 'error:unused-ignore hint:mixed-and-or'],
  ['### A\n# @name a\nkey = A-1\n### B\n# @name a\nkey = A-1', new Map([['duplicate-name', 'off']]), ''],
  ['key in ({{b.key}})', new Map([['unknown-query', 'information']]), 'information:unknown-query'],
];

describe('a check with rules', () => {
  for (const [text, rules, expected] of ruled)
    it(`${text} with ${JSON.stringify([...rules])}`, async () =>
      assert.equal(await problems(text, rules), expected));

  it('judges what is certain in a file of another language by the problems’ own severities', async () => {
    const document = await embeddedDocument(
      'python',
      `jql = "status = Open AND priorty = High OR key = A-1 AND"\n# wikijql-ignore x: y\n`,
    );
    const rules: RuleSeverities = new Map([
      ['unused-ignore', 'error'],
      ['expected', 'off'],
      ['mixed-and-or', 'off'],
    ]);
    const ruledContext = { ...embeddedContext, rules };
    const [query] = document.queries;
    const found = document.problems(0, languageFor(query!), ruledContext).map(({ problem }) => problem.code);
    assert.deepEqual(found, ['unknown-field']);
    assert.deepEqual(
      document.fileProblems(languageFor, ruledContext).map(({ severity }) => severity),
      ['error'],
    );
  });
});
