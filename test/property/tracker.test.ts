/** Whatever a tracker answers, what is made of it is plain JSON of the promised shape. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Json } from '#shared/protocol/json.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { IssueTable } from '../../server/src/network/table/issue-table.ts';
import { readIssue } from '../../server/src/network/issue/read-issue.ts';
import { chooseFields, fieldIds } from '../../server/src/jql/requested-fields.ts';
import { cloudPages, serverPages } from '../../server/src/network/tracker/paging.ts';
import { cases } from '../support/depth.ts';

const base = 'https://tracker.example';
const address = { key: 'A-1', browse: `${base}/browse/A-1`, rest: `${base}/rest/api/2/issue/A-1` };

/** Members that a tracker's answers have, so that random JSON meets the code that reads them. */
const members = [
  'id',
  'key',
  'fields',
  'names',
  'schema',
  'name',
  'value',
  'child',
  'displayName',
  'total',
  'comments',
  'worklog',
  'worklogs',
  'timeSpentSeconds',
  'votes',
  'type',
  'outward',
  'outwardIssue',
  'inwardIssue',
  'summary',
  'status',
  'statusCategory',
  'comment',
  'body',
  'issuelinks',
  'subtasks',
  'attachment',
  'content',
  'parent',
  'changelog',
  'histories',
  'items',
  'renderedFields',
  'created',
  'toString',
  '__proto__',
  'issues',
  'maxResults',
  'nextPageToken',
] as const;
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom('', 'x', 'A-1', '2026-03-01T23:30:00.000+0200', 'https://evil.example/', '<b>'),
);
const { json } = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 6, depthSize: 'large' },
    scalar,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...members), tie('json'), { maxKeys: 8, noNullPrototype: true }),
  ),
}));
const object: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom(...members), json, {
  maxKeys: 12,
  noNullPrototype: true,
});

/** Plain JSON comes out of JSON as it went in. */
const assertPlain = (value: object): void => assert.deepEqual(JSON.parse(JSON.stringify(value)), value);

describe('whatever a tracker answers', () => {
  it('an issue is plain JSON, with attachments at home only', () => {
    fc.assert(
      fc.property(object, answer => {
        const { issue } = readIssue('t', address, answer);
        assertPlain(issue);
        for (const { url } of issue.attachments) assert(url === undefined || url.startsWith(`${base}/`));
        for (const { body } of issue.comments) assert.equal(typeof body, 'string');
        for (const { spent } of issue.worklogs) assert.equal(typeof spent, 'string');
      }),
      { numRuns: cases(100, 500) },
    );
  });
  it('a table has rows whose cells have columns', () => {
    fc.assert(
      fc.property(fc.array(object, { maxLength: 5 }), object, json, (issues, answer, told) => {
        const table = new IssueTable(chooseFields(['summary', 'points', 'parent'], fieldIds(told)).fields);
        table.add(answer, issues);
        for (const { table: header, rows } of table.take(Infinity)) {
          assertPlain(rows);
          const keys = new Set(header.columns.map(({ key }) => key));
          for (const row of rows) for (const key of Object.keys(row)) assert(keys.has(key), key);
        }
        assert.equal(table.shown, issues.length);
      }),
      { numRuns: cases(100, 500) },
    );
  });
  it('its pages come to an end', () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 5 }), fc.boolean(), (answers, cloud) => {
        const pages = (cloud ? cloudPages : serverPages)(base, { jql: '', fields: [] });
        for (let asked = 0; ; asked++) {
          assert(asked < 100);
          assert(Number(pages.next(10)['maxResults']) >= 1);
          const page = pages.take(answers[asked % answers.length] ?? null);
          if (!page?.more || page.stop) return;
        }
      }),
      { numRuns: cases(100, 500) },
    );
  });
});
