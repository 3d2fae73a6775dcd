/**
 * Operators, literals and queries, as Jira itself answered them in Atlassian's functional tests. A difference is
 * explained by what only a tracker knows, by the version, or by the platform.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import { knowledge } from '../../support/jql.ts';
import { problemsOf } from '../../support/jql-problems.ts';
import data from './answers.json' with { type: 'json' };
import custom from './custom-fields.json' with { type: 'json' };
import explained from './answers-explained.json' with { type: 'json' };

/** Answers that depend on what the tracker has. */
const ofTracker: ReadonlySet<string> = new Set(['no such name', 'no such id']);

const datacenter = { ...knowledge, platform: 'datacenter' } as const;
/** With the custom fields of the tests, as a site describes them: their operators and types, not their values. */
const withCustomFields: JqlKnowledge = {
  ...datacenter,
  catalogue: mergeTracker(
    knowledge.catalogue,
    {
      visibleFieldNames: custom.fields.map(({ field, operators }) => ({
        value: field,
        displayName: field,
        operators,
        types: [],
      })),
      visibleFunctionNames: [],
      jqlReservedWords: [],
    },
    custom.fields.map(({ field, schema }) => ({ schema: { type: schema }, clauseNames: [field] })),
  ),
};

const problemCount = (query: string, severities: readonly string[], site: JqlKnowledge): number =>
  problemsOf(query, site).filter(({ severity }) => severities.includes(severity)).length;

/** Whether what is said of a query is what Jira answered: nothing is wrong with one that it ran. */
const agrees = (query: string, answer: string, site: JqlKnowledge = datacenter): boolean =>
  answer === 'found'
    ? problemCount(query, ['error'], site) === 0
    : problemCount(query, ['error', 'warning', 'information'], site) > 0;

const reasons = explained.map(({ query, reason }) => ({
  pattern: new RegExp(query, 'iu'),
  reason,
  used: false,
}));
const explain = (query: string): boolean => {
  const reason = reasons.find(({ pattern }) => pattern.test(query));
  if (reason === undefined) return false;
  reason.used = true;
  return true;
};

describe('what Jira answered', () => {
  const counts = { agree: 0, tracker: 0, explained: 0 };
  for (const { field, test, cases } of data.fields)
    it(`to ${field} in ${test}`, () => {
      const wrong: string[] = [];
      for (const [operator, operand, answer = ''] of cases) {
        const query = `${field} ${operator} ${operand}`;
        if (agrees(query, answer)) counts.agree++;
        else if (ofTracker.has(answer)) counts.tracker++;
        else if (explain(query)) counts.explained++;
        else wrong.push(`${query}: ${answer}`);
      }
      assert.deepEqual(wrong, []);
    });

  for (const { field, type, cases } of custom.fields)
    it(`to ${field}, a custom field: ${type}`, () => {
      const wrong: string[] = [];
      for (const [operator, operand, answer = ''] of cases) {
        const query = `${field} ${operator} ${operand}`;
        if (agrees(query, answer, withCustomFields)) counts.agree++;
        else if (ofTracker.has(answer)) counts.tracker++;
        else wrong.push(`${query}: ${answer}`);
      }
      assert.deepEqual(wrong, []);
    });

  it('to whole queries', () => {
    const wrong: string[] = [];
    for (const [query = '', answer = '', source] of data.queries)
      if (agrees(query, answer)) counts.agree++;
      else if (explain(query)) counts.explained++;
      else wrong.push(`${query}: ${answer} (${source})`);
    assert.deepEqual(wrong, []);
  });

  it('is explained only where it differs', () => {
    assert.deepEqual(
      reasons.filter(({ used }) => !used).map(({ reason }) => reason),
      [],
    );
    console.log(
      `${counts.agree} answers agree, ${counts.tracker} depend on the tracker, ${counts.explained} are explained`,
    );
  });
});
