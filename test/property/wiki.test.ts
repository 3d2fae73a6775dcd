/** Properties of every text, wiki query or not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import { plainSyntax, QueryDocument } from '../../server/src/query-file/query-document.ts';
import { validatePreamble } from '../../server/src/query-file/validation/preamble-validation.ts';
import { placeMessages } from '../../server/src/wiki/wiki-messages.ts';
import { urlToLines } from '../../server/src/wiki/fixes/url-lines.ts';
import { buildWikiRequest, requestUrl } from '../../server/src/wiki/wiki-request.ts';
import { cases } from '../support/depth.ts';
import { builtIn } from '../support/catalogue.ts';
import { edited, fixes, modelOf, now, problemsOf, viewOf } from '../support/wiki-problems.ts';

const file = path.join(import.meta.dirname, '../conformance/mediawiki/agreement/written.wikiquery');
const written = new QueryDocument('', 'wikiquery', 1, readFileSync(file, 'utf8'), plainSyntax).blocks.map(
  ({ text }) => text,
);

/** Lines that make sense together often enough, and often do not. */
const lines = fc.constantFrom(
  ...new Set(
    written.flatMap(text => text.split('\n').filter(line => line !== '' && !line.startsWith('###'))),
  ),
  'rctoponly=no',
  'rcshow=bot|!bot|anon|!anon',
  'aplimit=999',
  'cmprop=ids,title',
  'generator=allpages',
  'titles=A||B',
  'titles="A"',
  'rcend=20240115',
  'llurl',
  '# @limit none',
  '@a = {{b}}',
  '@b = {{a}}',
  'titles={{a}}',
  '=x',
);
const queries = fc.array(lines, { minLength: 1, maxLength: 8 }).map(chosen => chosen.join('\n'));
const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '&',
        '?',
        '=',
        '|',
        '\n',
        '\r',
        '{{',
        '}}',
        '@',
        '#',
        '%',
        '+',
        'list',
        'prop',
        'a',
        ' ',
        '\\',
        '\u001F',
      ),
      { maxLength: 60 },
    )
    .map(parts => parts.join('')),
);
const texts = fc.oneof(
  noise,
  queries,
  fc.tuple(queries, noise).map(parts => parts.join('\n')),
);

const inside = (span: Span, text: string): boolean =>
  0 <= span.start && span.start <= span.end && span.end <= text.length;

const count = (problems: readonly Problem[], { code, arguments: { name } }: Problem): number =>
  problems.filter(each => each.code === code && each.arguments['name'] === name).length;
const meant = (text: string) => buildWikiRequest(modelOf(text)).parameters;

describe('every text', () => {
  it('is checked without a throw, and every problem lies in it', () =>
    fc.assert(
      fc.property(texts, text => {
        const context = { now, sites: [], defaultSite: '' };
        const preamble = validatePreamble(viewOf(text), context, {
          kind: 'wiki',
          undefinedName: () => 'hint',
        });
        for (const { span, related, code } of [...problemsOf(text), ...preamble]) {
          assert.ok(inside(span, text), code);
          assert.ok(related === undefined || inside(related.span, text), code);
        }
      }),
      { numRuns: cases(300, 1500) },
    ));

  it('is accounted for by its parameters, but for blanks and what is between them', () =>
    fc.assert(
      fc.property(texts, text => {
        const { block } = viewOf(text);
        const { query } = modelOf(text);
        const spans = [
          ...query.parameters.map(({ span }) => span),
          ...(query.address ? [query.address.span] : []),
        ];
        const taken = new Set(
          spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
        );
        for (const line of block.lines.filter(({ kind }) => kind === 'body'))
          for (let at = line.start; at < line.end; at++)
            assert.ok(taken.has(at) || /[\s&?\uFEFF]/u.test(text[at]!), `${text[at]!} at ${at}`);
      }),
      { numRuns: cases(300, 1500) },
    ));

  it('becomes a request that says the same', () =>
    fc.assert(
      fc.property(queries, text => {
        const model = modelOf(text);
        const request = buildWikiRequest(model);
        const url = new URL(requestUrl('http://wiki.example/api.php', request));
        for (const [name, value] of request.parameters)
          if (!request.sensitive.has(name)) assert.equal(url.searchParams.get(name), value.toWellFormed());
        for (const node of model.query.parameters)
          assert.ok(
            node.name.text === '' ||
              model.node(node.name.text) === node ||
              problemsOf(text).some(({ code }) => code === 'duplicate-parameter'),
          );
      }),
      { numRuns: cases(60, 300) },
    ));

  it('has a place for whatever a wiki answers', () =>
    fc.assert(
      fc.property(
        texts,
        noise,
        fc.constantFrom('main', 'query', 'query+allpages', '', '+'),
        (text, said, module) => {
          const body = { start: 0, end: text.length };
          const messages = [
            { code: said.slice(0, 8), text: `${said} “rcend” titles`, module, data: { values: [said] } },
          ];
          for (const { span } of placeMessages(modelOf(text), body, messages, messages, builtIn.rules))
            assert.ok(inside(span, text));
        },
      ),
      { numRuns: cases(100, 500) },
    ));
});

describe('every beginning of a query', () => {
  it('is checked without a throw', () => {
    for (const text of written)
      for (let end = 0; end <= text.length; end++)
        for (const { span } of problemsOf(text.slice(0, end))) assert.ok(span.end <= end);
  });
});

describe('fixes', () => {
  it('make their problem go away', () =>
    fc.assert(
      fc.property(queries, text => {
        const before = problemsOf(text);
        // Without the last one of a name the one before it counts, with faults of its own.
        if (before.some(({ code }) => code === 'duplicate-parameter')) return;
        for (const problem of before)
          for (const { edits, title } of fixes(text, problem).filter(({ preferred }) => preferred)) {
            for (const { span } of edits) assert.ok(inside(span, text));
            const after = edited(text, edits);
            assert.ok(
              count(problemsOf(after), problem) < count(before, problem),
              `${problem.code} stays after ${title}: ${JSON.stringify(after)}`,
            );
          }
      }),
      { numRuns: cases(300, 1500) },
    ));

  it('write a URL as lines that mean the same', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('list', 'titles', 'apfrom', 'rcuser'), fc.string({ unit: 'grapheme' })),
          { minLength: 2, maxLength: 6 },
        ),
        pairs => {
          const url = `?${new URLSearchParams(pairs).toString()}`;
          const edits = urlToLines(viewOf(url), modelOf(url).query);
          if (edits === undefined) return;
          assert.deepEqual(meant(edited(url, edits)), meant(url));
        },
      ),
      { numRuns: cases(200, 1000) },
    ));
});
