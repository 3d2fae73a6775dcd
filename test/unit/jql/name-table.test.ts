/** The table of names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { NameTable } from '../../../server/src/jql/syntax/name-table.ts';
import { kindOf, TokenKind } from '../../../server/src/jql/syntax/token-kinds.ts';

describe('a table of names', () => {
  const table = new NameTable([
    ['status', 1],
    ['Epic Name', 2],
    ['a[b', 3],
    ['Größe', 4],
    ['STATUS', 5],
  ]);
  for (const [text, expected] of [
    ['status', 1],
    ['Status', 1],
    ['statuz', undefined],
    ['statu', undefined],
    ['epic name', 2],
    ['epic\0name', undefined],
    ['A[B', 3],
    ['a{b', undefined],
    ['Größe', 4],
    ['größe', 4],
    ['GRÖSSE', undefined],
    ['GRÖßE', undefined],
    ['', undefined],
  ] as const)
    it(`has ${expected} for ${JSON.stringify(text)}`, () => {
      assert.equal(table.at(text, 0, text.length), expected);
      assert.equal(table.at(`x${text}y`, 1, text.length + 1), expected);
    });

  it('finds nothing when it is empty', () => assert.equal(new NameTable([]).at('a', 0, 1), undefined));

  it('finds what a map of small letters finds', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '[', '{', ' '), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 60 }), name, (names, text) => {
        const map = new Map(names.toReversed().map(each => [each.toLowerCase(), each]));
        const namesTable = new NameTable(names.map(each => [each, each] as const));
        for (const each of [text, ...names])
          if (each !== '') assert.equal(namesTable.at(each, 0, each.length), map.get(each.toLowerCase()));
      }),
    );
  });

  it('reads many names of one length and the same letters at their ends in linear time', () => {
    const names = Array.from(
      { length: 300_000 },
      (_, index) => `cf[${String(index).padStart(8, '0')} Field]`,
    );
    const crowded = new NameTable([
      ...names.map((name, index) => [name, index] as const),
      ['CF[00000007 FIELD]', -1],
    ]);
    for (const [text, expected] of [
      [names[0]!, 0],
      ['CF[00299999 field]', 299_999],
      ['cf[00000007 field]', 7],
      ['cf[00300000 Field]', undefined],
      ['', undefined],
    ] as const)
      assert.equal(crowded.at(text, 0, text.length), expected);
  });
});

it('knows every kind of token by its number', () => {
  for (const kind of Object.values(TokenKind)) assert.equal(kindOf(kind), kind);
});
