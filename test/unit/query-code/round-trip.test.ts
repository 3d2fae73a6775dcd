/** A copied query reads back as the same request. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import { readPasted } from '../../../server/src/query-code/read-pasted.ts';
import { trackerForms } from '../../../server/src/query-code/tracker-forms.ts';
import { wikiForms } from '../../../server/src/query-code/wiki-forms.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { jqlQueryText } from '../../../server/src/jql/jql-request.ts';
import { chooseFields, defaultFields } from '../../../server/src/jql/requested-fields.ts';
import { requestUrl } from '../../../server/src/wiki/wiki-request.ts';
import { wikiQueryText } from '../../../server/src/wiki/write-wiki-query.ts';
import { cases } from '../../support/depth.ts';
import { globbed } from '../../support/globbed.ts';
import { inRoot } from '../../support/paths.ts';
import { defaultApi, trackerCode, wikiCode } from '../../support/query-code.ts';

type Parameters = readonly (readonly [name: string, value: string])[];
const wikiFormIds = ['url', 'curl', 'fetch', 'requests', 'pywikibot', 'mwclient', 'mwn', 'mw.Api', 'php'];
const trackerFormIds = ['rest', 'curl', 'jira', 'jira.js', 'jira-cli'];

/** The queries of the sample files, each with the header of its file. */
const samples = (ending: string): readonly string[] =>
  globbed(`test/sandbox/samples/*.${ending}`).flatMap(file => {
    const document = new QueryDocument('', '', 0, readFileSync(inRoot(file), 'utf8'));
    const header = document.header?.text ?? '';
    return document.blocks.flatMap(({ text, separated }) =>
      separated ? [`${header}\n${text.replace(/^###/, '#')}`] : [],
    );
  });

const sent = (parameters: Parameters): Parameters =>
  parameters.filter(([name]) => !alwaysSentParameters.has(name));

const readWiki = async (code: string): Promise<unknown> => {
  const found = await readPasted(code);
  assert(found !== undefined && 'kind' in found && found.kind === 'wiki', code);
  assert.deepEqual(found.secrets, []);
  assert(wikiQueryText(found.parameters) !== undefined, code);
  return found.parameters;
};

/** With one space for each run of white space outside of quotes, and every direction written: jira-cli has no others. */
const normal = (jql: string): string => {
  const flat = jql
    .replaceAll(/("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|\s+/g, (_, quoted?: string) => quoted ?? ' ')
    .trim();
  return / ORDER BY /i.test(` ${flat}`) && !/ (?:ASC|DESC)$/i.test(flat) ? `${flat} ASC` : flat;
};

const readTracker = async (code: string): Promise<{ readonly jql: string; readonly fields: unknown }> => {
  const found = await readPasted(code);
  assert(found !== undefined && 'kind' in found && found.kind === 'tracker', code);
  assert.deepEqual(found.secrets, []);
  assert(jqlQueryText(found.jql, found.fields) !== undefined, code);
  const choice = found.fields ? chooseFields(found.fields) : { fields: defaultFields, unknown: [] };
  return { jql: found.jql, fields: [...choice.fields.map(({ id }) => id), ...choice.unknown] };
};

describe('what is copied from a wiki query reads back as the same request', () => {
  const queries = samples('wikiquery');
  for (const form of wikiFormIds)
    it(`in the form ${form}`, async () => {
      assert(queries.length > 20, String(queries.length));
      for (const query of queries) {
        const { request, forms } = wikiCode(query);
        assert.deepEqual(await readWiki(forms.get(form)!), sent(request.parameters), query);
      }
    });

  const name = fc
    .stringMatching(/^[a-z]{2,12}$/)
    .filter(text => !/(?:token|password|secret|apikey)$/.test(text));
  const mark = fc.constantFrom(
    ...Array.from('\'"`\\$%{}()<>|&;!#@*?~=+,: \n\r\té漢\u{1F600}\u202e\u001b'),
    '{{x}}',
    '\\{{',
    '${x}',
    "'''",
    '%20',
    '<?php',
    '#a',
    '//',
    '\\n',
  );
  const value = fc
    .array(fc.oneof(mark, fc.string({ maxLength: 6 })), { maxLength: 6 })
    .map(parts => parts.join('').replaceAll('\0', ''));
  it('whatever its values are', async () => {
    const parameters = fc.uniqueArray(fc.tuple(name, value), {
      minLength: 1,
      maxLength: 5,
      selector: ([key]) => key,
    });
    await fc.assert(
      fc.asyncProperty(parameters, async more => {
        const given: Parameters = [
          ['list', 'allpages'],
          ...more.filter(([key]) => !['list', 'action'].includes(key) && !alwaysSentParameters.has(key)),
        ];
        const request = {
          parameters: [
            ['action', 'query'] as const,
            ['format', 'json'] as const,
            ['formatversion', '2'] as const,
            ...given,
          ],
          sensitive: new Set<string>(),
          post: false,
        };
        const forms = wikiForms(
          { ...request, api: defaultApi, contact: 'it\'s "me"', limit: 500 },
          requestUrl(defaultApi, request),
        );
        const wanted = given.map(([key, text]) => [key, text.toWellFormed()]);
        for (const { id, code } of forms)
          if (wikiFormIds.includes(id)) assert.deepEqual(await readWiki(code), wanted, code);
      }),
      { numRuns: cases(20, 150) },
    );
  });

  const string = value.map(text => JSON.stringify(text.toWellFormed().replaceAll(/[\r\n\u001b]/g, '')));
  it('and JQL as the same query', async () => {
    const searches = samples('jql').filter(query => trackerCode(query).jql !== '');
    assert(searches.length > 15, String(searches.length));
    const random = fc.sample(
      fc.tuple(
        string,
        fc.constantFrom('', ' ORDER BY key', ' ORDER BY key ASC, priority DESC', '\nORDER BY a'),
      ),
      { numRuns: cases(20, 150) },
    );
    const all = [
      ...searches.map(query => trackerCode(query)),
      ...searches.map(query => trackerCode(query, 'https://example.atlassian.net', true)),
      // The text looks like PHP, but an escape in it is one of JavaScript.
      ...[...random, ['"\u202E$W[1"', ''] as const].map(([text, order]) => {
        const jql = `summary ~ ${text}${order}`;
        const forms = trackerForms({
          base: 'https://bugs.example.org/jira',
          cloud: false,
          jql,
          limit: 500,
          fields: ['summary', 'Story Points'],
        });
        return {
          jql,
          forms: new Map(forms.map(({ id, code }) => [id, code])),
          fields: ['summary', 'Story Points'],
        };
      }),
    ];
    for (const { jql, forms } of all)
      for (const form of trackerFormIds) {
        const code = forms.get(form);
        if (code === undefined) continue;
        const read = await readTracker(code);
        assert.equal(
          form === 'jira-cli' ? normal(read.jql) : read.jql,
          form === 'jira-cli' ? normal(jql) : jql,
          code,
        );
      }
  });
});
