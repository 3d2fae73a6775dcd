import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fullTitle, readTitle } from '../../sandbox/world/titles.ts';

/** The full title, `prefix>text` for another wiki's, or the code of what is wrong. */
function reading(text: string, namespace?: number): string {
  const read = readTitle(text, namespace);
  if (read.kind === 'invalid') return read.code;
  return read.kind === 'local'
    ? fullTitle(read.title) + (read.fragment && `#${read.fragment}`)
    : `${read.prefix}>${read.text}`;
}

const cases: readonly (readonly [string, string])[] = [
  ['sage', 'Sage'],
  ['  bell__tower ', 'Bell tower'],
  ['talk:sage', 'Talk:Sage'],
  ['TALK : sage', 'Talk:Sage'],
  ['project:about', 'Millbrook:About'],
  ['image:a.png', 'File:A.png'],
  [':Category:Plants', 'Category:Plants'],
  ['Bell Tower#History', 'Bell Tower#History'],
  ['élan', 'Élan'],
  ['a:b', 'A:b'],
  ['de:Hauptseite', 'de>Hauptseite'],
  ['\u200eSage\u202e', 'Sage'],
  ['', 'title-invalid-empty'],
  ['Talk:', 'title-invalid-empty'],
  ['a<b', 'title-invalid-characters'],
  ['a%41', 'title-invalid-characters'],
  ['a/../b', 'title-invalid-relative'],
  ['~~~~', 'title-invalid-magic-tilde'],
  ['x'.repeat(256), 'title-invalid-too-long'],
];

describe('a title', () => {
  for (const [text, expected] of cases)
    it(`${JSON.stringify(text.slice(0, 30))} is ${expected}`, () => assert.equal(reading(text), expected));

  it('takes the namespace that it is in', () => assert.equal(reading('stub', 10), 'Template:Stub'));
});
