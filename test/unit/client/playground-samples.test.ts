/** The samples of the playground: each profile has one, which shows what the profile decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import samples from '../../../client/playground/samples.json' with { type: 'json' };
import data from '../../../server/catalogue/query-file/directives.json' with { type: 'json' };
import { check } from '../../../server/src/platform/library/library.ts';

const profiles = Object.keys(data.directives.find(({ key }) => key === 'profile')?.values ?? {});
const oldest = 'mediawiki-1.39';

const codesIn = (text: string): readonly string[] =>
  check(text, { language: 'wikiquery' }).problems.map(({ code }) => code);

test('there are profiles', () => assert.ok(profiles.includes(oldest)));

for (const profile of profiles)
  test(`a sample fits the profile ${profile}, and a newer one no older profile`, () => {
    const { text = '' } =
      samples.find(sample => sample.text.startsWith(`# @profile ${profile}\n`)) ?? assert.fail(profile);
    assert.deepEqual(codesIn(text), []);
    if (profile !== oldest) assert.notDeepEqual(codesIn(text.replace(profile, oldest)), []);
  });
