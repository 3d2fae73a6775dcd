/** Queries in files of other languages: what is written back is what is read again, and nothing else changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hostIds } from '../../server/src/embedded/hosts/hosts.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import {
  embeddedContext,
  embeddedDocument,
  jqlQuotings as quotings,
  languageFor,
} from '../support/embedded.ts';

const first = 'status = Open AND labels = a';
const character = fc.constantFrom(...Array.from(`ab '"\\\`$\{}%#:|<>&!?é\u{1F600}()=,`));
const words = fc.string({ unit: character, maxLength: 12 });

describe('what is written back', () => {
  for (const [host, template] of quotings)
    it(`${host} ${JSON.stringify(template)}`, async () => {
      const source = template.replace('QUERY', first);
      const document = await embeddedDocument(host, source);
      const index = document.queries.findIndex(({ text }) => text.text.trim() === first);
      assert(index >= 0);
      const lead = document.queries[index]!.text.text.indexOf(first);
      const end = first.length;
      let written = 0;
      await fc.assert(
        fc.asyncProperty(words, fc.integer({ min: end - 1, max: end }), async (text, start) => {
          const edit = { span: { start: lead + start, end: lead + end }, newText: text };
          const edits = document.written(index, [edit]);
          if (edits === undefined) return;
          written++;
          const edited = applyEdits(source, edits);
          const again = await embeddedDocument(host, edited);
          assert.equal(again.queries[index]?.text.text.trim(), (first.slice(0, start) + text).trim());
          assert.deepEqual(
            again.queries.toSpliced(index, 1).map(query => query.text.text),
            document.queries.toSpliced(index, 1).map(query => query.text.text),
          );
          const at = source.indexOf(first);
          assert.equal(edited.slice(0, at), source.slice(0, at));
          assert(edited.endsWith(source.slice(at + first.length)));
        }),
        { numRuns: 150 },
      );
      assert(written > 0);
    });
});

const pieces = [
  `p['action'] = 'query'; p['list'] = 'a'\n`,
  `p = [['action', 'query'], ['list', 'a']]; p.set('x', 'y');`,
  ...quotings.map(([, source]) => source.replace('QUERY', first)),
  `{'action': 'query', 'list': ['a', "b"], **x, 'titles': f"{t}"}`,
  `[ 'action' => 'query', "prop" => "info|$x", ...$y ]`,
  '${`}${',
  '{{ x }}',
  '{% if jql %}',
  '<?php',
  '?>',
  '```',
  '"""',
  "'''",
  '<<<X',
  '$(',
  '\\',
  '\n  ',
  '\t',
  'jql: >',
  '&amp;',
  'https://w.example/api.php?action=query&list=search&srsearch=',
  '@"\n',
  '$"{x',
  '<<~X\n',
  'r#"',
  '\\(x',
  '#{x',
  'jql = ("a = b" + ',
  '.format(',
  '\u0000',
  '\uFEFF',
  '###',
  '@a = b',
];

describe('any text', () => {
  for (const host of hostIds)
    it(`is read and judged in ${host} without a fault`, async () => {
      const text = fc.array(fc.oneof(fc.constantFrom(...pieces), words), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(text, fc.nat(400), async (parts, cut) => {
          const source = parts.join('').slice(cut % 7);
          const document = await embeddedDocument(host, source);
          for (const [index, query] of document.queries.entries()) {
            const language = languageFor(query);
            for (const problem of document.problems(index, language, embeddedContext)) {
              assert(problem.span.start >= 0 && problem.span.end <= source.length);
              document.fixes(problem, language, embeddedContext);
            }
          }
        }),
        { numRuns: 100 },
      );
    });

  it('of five megabytes and of a deep nesting stays quiet', async () => {
    for (const host of hostIds) {
      const long = await embeddedDocument(host, `jql = 'key = A-1';${'x();\n'.repeat(1_100_000)}`);
      assert.deepEqual(long.queries, []);
      await embeddedDocument(host, `jql = ${'('.repeat(5000)}'key = A-1'${')'.repeat(5000)}`);
      await embeddedDocument(host, `jql = 'key = A-1'${" + 'x'".repeat(3000)}`);
    }
  });
});
