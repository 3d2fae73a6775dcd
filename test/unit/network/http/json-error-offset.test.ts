import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonErrorOffset } from '../../../../server/src/network/http/json-error-offset.ts';

describe('the mistake in a JSON text', () => {
  // prettier-ignore
  const cases: readonly [text: string, offset: number | undefined][] = [
    ['{"a":[1,2.5e3,"x\\u0041",true,null]}', undefined],
    ['', 0], ['{', 1], ['[1,]', 3], ['{"a" 1}', 5], ['{a:1}', 1], ['[1}', 2], ['01', 1], ['"\n"', 0],
    ['1 2', 2], ['{"a":1,}', 7], ['nul', 0], ['"\\x"', 0], ['[1', 2], ['"open', 0],
  ];
  for (const [text, offset] of cases)
    it(`${JSON.stringify(text)} ${offset}`, () => assert.equal(jsonErrorOffset(text), offset));

  it('is found after a string of many megabytes', () => {
    const long = `"${'x'.repeat(9_000_000)}"`;
    assert.equal(jsonErrorOffset(`[${long}}`), long.length + 1);
    assert.equal(jsonErrorOffset(`["${'\\n'.repeat(4_500_000)}`), 1);
    assert.equal(jsonErrorOffset(' '.repeat(9_000_000)), 9_000_000);
    assert.equal(jsonErrorOffset('1'.repeat(9_000_000) + 'x'), 9_000_000);
  });
  it('is found in deep nesting', () => assert.equal(jsonErrorOffset('['.repeat(1_000_000)), 1_000_000));
  it('is found exactly where JSON.parse finds one', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, at, insert) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + insert + json.slice(place);
        const isJson = (): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        };
        assert.equal(jsonErrorOffset(text) === undefined, isJson(), text);
      }),
    );
  });
});
