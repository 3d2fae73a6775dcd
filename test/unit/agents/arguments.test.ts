import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import * as v from 'valibot';
import { siteInstead } from '../../../server/src/agents/agent-sites.ts';
import { name, text, wholeNumber } from '../../../server/src/agents/given-arguments.ts';
import { Refusal } from '../../../server/src/agents/refusal.ts';
import { readArguments } from '../../../server/src/agents/tool.ts';
import { readSettings } from '../../../server/src/sites/settings/read-settings.ts';

const schema = v.strictObject({
  issue: name,
  limit: v.exactOptional(wholeNumber(5)),
  kind: v.exactOptional(v.picklist(['field', 'module'])),
  columns: v.exactOptional(v.pipe(v.array(name), v.maxLength(2))),
  text: v.exactOptional(text),
  language: v.exactOptional(name),
});

describe('what is said of arguments', () => {
  for (const [given, expected] of [
    [undefined, 'Missing argument “issue”.'],
    [{}, 'Missing argument “issue”.'],
    [JSON.parse('{"__proto__":{"issue":"A-1"}}'), 'Unknown argument “__proto__”.'],
    [Object.create({ issue: 'A-1' }), 'Missing argument “issue”.'],
    [{ issue: 'A-1', constructor: 1 }, 'Unknown argument “constructor”.'],
    [
      { nope: 'A-1' },
      'Unknown argument “nope”. The arguments of this tool: issue, limit, kind, columns, text, language.',
    ],
    [{ issue: 'A-1', key: 'A-2' }, 'Unknown argument “key”.'],
    [{ key: 'A-1', id: 'A-2' }, 'Unknown argument “id”.'],
    [[], 'Give the arguments as an object with their names.'],
    ['A-1', 'Give the arguments as an object with their names.'],
    [{ issue: 1 }, 'Invalid argument “issue”: expected a text.'],
    [{ issue: 'A-1', limit: '5' }, 'Invalid argument “limit”: expected a whole number.'],
    [{ issue: 'A-1', limit: 1.5 }, 'Invalid argument “limit”: expected a whole number.'],
    [{ issue: 'A-1', limit: 0 }, 'Invalid argument “limit”: expected a number of at least 1.'],
    [{ issue: 'A-1', limit: 9 }, 'Invalid argument “limit”: expected a number of at most 5.'],
    [{ issue: 'A-1', kind: 'x' }, 'Invalid argument “kind”: expected one of "field", "module".'],
    [{ issue: 'A-1', columns: 5 }, 'Invalid argument “columns”: expected a list of texts.'],
    [{ issue: 'A-1', columns: [1] }, 'Invalid argument “columns.0”: expected a text.'],
    [{ issue: 'A-1', columns: ['a', 'b', 'c'] }, 'Invalid argument “columns”: expected at most 2 entries.'],
    [{ issue: 'x'.repeat(1001) }, 'Invalid argument “issue”: expected a text of at most 1000 characters.'],
  ] as const)
    it(inspect(given).slice(0, 60), () => {
      assert.throws(
        () => readArguments(schema, given),
        (error: unknown) => error instanceof Refusal && error.message.startsWith(expected),
      );
    });

  for (const [given, taken] of [
    [{ key: 'A-1' }, { issue: 'A-1' }],
    [
      { issue_key: 'A-1', maxResults: 5 },
      { issue: 'A-1', limit: 5 },
    ],
    [
      { issueIdOrKey: 'A-1', TYPE: 'field' },
      { issue: 'A-1', kind: 'field' },
    ],
    [
      { Issue: 'A-1', fields: 'key, summary' },
      { issue: 'A-1', columns: ['key', 'summary'] },
    ],
    [
      { issue: 'A-1', jql: 'x' },
      { issue: 'A-1', text: 'x', language: 'jql' },
    ],
    [
      { issue: 'A-1', jql: 'x', language: 'y' },
      { issue: 'A-1', text: 'x', language: 'y' },
    ],
    [
      { issue: 'A-1', query: 'x' },
      { issue: 'A-1', text: 'x' },
    ],
  ] as const)
    it(`${taken ? 'takes' : 'refuses'} ${inspect(given)}`, () => {
      if (taken) assert.deepEqual(readArguments(schema, given), taken);
      else assert.throws(() => readArguments(schema, given), Refusal);
    });

  it('nothing where they fit', () => {
    assert.deepEqual(readArguments(schema, { issue: 'A-1', limit: 5 }), { issue: 'A-1', limit: 5 });
  });
});

const wikiAt = (host: string) => ({ kind: 'wiki', url: `https://${host}/w/api.php` });

describe('a site by another name than that of the settings', () => {
  const sites = { enwiki: wikiAt('en.wikipedia.org'), dewiki: wikiAt('de.wikipedia.org') };
  const settings = readSettings({ sites, agents: { sites: Object.keys(sites) } });
  for (const [written, site] of [
    ['DEwiki', 'dewiki'],
    ['de.wikipedia.org', 'dewiki'],
    ['https://de.wikipedia.org/wiki/Berlin', 'dewiki'],
    ['fr.wikipedia.org', undefined],
  ] as const)
    it(written, () => {
      const problem = { code: 'unknown-site', arguments: { name: written } };
      assert.deepEqual(siteInstead(settings, problem, 'wiki'), site && { site });
    });
});
