/** JSON for a reader, that does not grow without bounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '#shared/protocol/json.ts';
import { indentedJson } from '../../../server/src/network/indented-json.ts';

const nested = (depth: number, inner: Json): Json =>
  Array.from({ length: depth }).reduce<Json>(value => [value], inner);

test('what is of usual size is as JSON.stringify has it', () =>
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json: Json = JSON.parse(JSON.stringify(value));
      assert.equal(indentedJson(json), JSON.stringify(json, undefined, 2));
    }),
  ));

test('what is nested deeply grows by a few times only, and stays what it is', () => {
  const wide: Json = Array.from({ length: 3_000 }, () => nested(90, []));
  const plain = JSON.stringify(wide);
  const text = indentedJson(wide);
  assert.ok(JSON.stringify(wide, undefined, 2).length > 20 * plain.length);
  assert.ok(text.length <= 1_000_000 + 4 * plain.length, `${text.length} of ${plain.length}`);
  assert.equal(JSON.stringify(JSON.parse(text)), plain);
  assert.ok(text.startsWith('[\n  ['));
});

test('members that are called as nothing else are kept', () => {
  const odd: Json = JSON.parse(`{"__proto__": [${'[[]],'.repeat(300_000)} 1], "": {"a": null}}`);
  assert.equal(JSON.stringify(JSON.parse(indentedJson(odd))), JSON.stringify(odd));
});
