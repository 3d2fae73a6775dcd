import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { wordsOf } from '../../../server/src/wiki/completion/name-words.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';

suite('the words of a name', () => {
  for (const [name, ...words] of [
    ['filterredir', 'filter', 'redir'],
    ['starthexsortkey', 'start', 'hex', 'sortkey'],
    ['extmetadatamultilang', 'extmetadata', 'multi', 'lang'],
    ['limit', 'limit'],
    ['section-titles', 'section', 'titles'],
    ['get_dependencies', 'get', 'dependencies'],
    ['languageFilter', 'language', 'filter'],
    ['xyzzy', 'xyzzy'],
  ] as const) {
    test(`${name} is ${words.join(' ')}`, () => assert.deepEqual(wordsOf(name), words));
  }

  test('every long name of the catalogue falls into known words', () => {
    const names = builtInCatalogue.all.flatMap(module => module.parameters.map(({ name }) => name));
    const whole = new Set(names.filter(name => name.length > 11 && wordsOf(name).length === 1));
    assert.deepEqual([...whole], []);
  });

  test('a name that almost falls into words in many ways is still read', () =>
    assert.deepEqual(wordsOf(`${'extmetadata'.repeat(300)}!`), [`${'extmetadata'.repeat(300)}!`]));
});
