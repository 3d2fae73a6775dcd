/** The samples of the playground: each profile has one, which shows what the profile decides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import samples from '../../../client/playground/samples.json' with { type: 'json' };
import data from '../../../server/catalogue/query-file/directives.json' with { type: 'json' };
import { check } from '../../../server/src/platform/library/library.ts';

const profiles = Object.keys(data.directives.find(({ key }) => key === 'profile')?.values ?? {});
const oldest = 'mediawiki-1.39';
/** Newer versions: with an older one, what is new is reported. What a wiki may have as an extension never is. */
const newer = profiles.filter(profile => profile.startsWith('mediawiki-') && profile !== oldest);

const codesIn = (text: string): readonly string[] =>
  check(text, { language: 'wikiquery' }).problems.map(({ code }) => code);

test('there are older and newer profiles', () => assert.ok(profiles.includes(oldest) && newer.length > 0));

for (const profile of profiles)
  test(`a sample fits the profile ${profile}, and a newer one no older profile`, () => {
    const { text } =
      samples.find(sample => sample.text.startsWith(`# @profile ${profile}\n`)) ?? assert.fail(profile);
    assert.deepEqual(codesIn(text), []);
    if (newer.includes(profile)) assert.notDeepEqual(codesIn(text.replace(profile, oldest)), []);
  });
