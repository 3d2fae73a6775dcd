/** Dates of any size: what is shown of them never throws. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { explainJql } from '../../server/src/jql/hover/jql-hover.ts';
import { jqlInlays } from '../../server/src/jql/inlays.ts';
import { parseJql } from '../../server/src/jql/syntax/parse-jql.ts';
import { cases } from '../support/depth.ts';
import { context, knowledge, viewOf } from '../support/jql.ts';

const sign = fc.constantFrom('', '-', '+');
const digits = fc.oneof(
  fc.nat(400).map(String),
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc.constantFrom('8640000000000000', '8640000000000001', '99999999', '20240115'),
);
const step = fc
  .tuple(sign, digits, fc.constantFrom('', 'd', 'w', 'h', 'm', 'M', 'y'))
  .map(parts => parts.join(''));
const edge = fc.tuple(fc.constantFrom('start', 'end'), fc.constantFrom('Day', 'Week', 'Month', 'Year'), step);
const date = fc.oneof(
  step,
  step.map(text => `"${text}"`),
  fc.tuple(step, step).map(([one, other]) => `"${one} ${other}"`),
  edge.map(([side, unit, text]) => `${side}Of${unit}("${text}")`),
  edge.map(([side, unit, text]) => `${side}of${unit}(${text})`),
  fc.string({ maxLength: 12 }),
);
const query = fc
  .array(date, { minLength: 1, maxLength: 4 })
  .map(dates =>
    dates
      .map((each, index) =>
        index % 2 === 0 ? `created > ${each}` : `status changed during (${each}, now())`,
      )
      .join(' and '),
  );

test('inlays and hovers take any date', () => {
  let shown = 0;
  fc.assert(
    fc.property(query, fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }), (text, time) => {
      const view = viewOf(text);
      const parsed = parseJql(view.scope);
      for (const now of [context.now, Math.trunc(time)]) {
        for (const { label } of jqlInlays(parsed, knowledge, { ...context, now }, key => key)) {
          assert.match(label, /^\d{1,2} [A-Z][a-z]{2} -?\d+(, \d\d:\d\d)? UTC$/);
          shown++;
        }
        for (let offset = 0; offset <= text.length; offset++)
          explainJql(view, parsed, offset, knowledge, { ...context, now });
      }
    }),
    { numRuns: cases(200, 1000) },
  );
  assert.ok(shown > cases(100, 500), `only ${shown} were shown`);
});
