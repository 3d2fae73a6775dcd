import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Completion } from '../../server/src/query-file/language/language-service.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { moduleGroups } from '../../server/src/wiki/catalogue/module.ts';
import { completeWiki } from '../../server/src/wiki/completion/wiki-completion.ts';
import { explainWiki } from '../../server/src/wiki/hover/wiki-hover.ts';
import { validateWikiQuery } from '../../server/src/wiki/validation/wiki-validation.ts';
import { cases } from '../support/depth.ts';
import { context, knowledge, type Marked, modelOf, view } from '../support/wiki.ts';

const { catalogue, rules } = knowledge;
const modules = moduleGroups.flatMap(group => catalogue.modules(group));
const lines = modules.map(({ group, name }) => `${group}=${name}`);
const names = modules.flatMap(({ prefix, parameters }) => parameters.map(({ name }) => prefix + name));

const piece = fc.oneof(
  fc.constantFrom(...lines, ...lines.map(line => `${line}\n`)),
  fc.constantFrom(...names, ...names.map(name => `\n${name}=`)),
  fc.constantFrom(
    '\n',
    '\r\n',
    '=',
    '|',
    '\n |',
    '&',
    '?',
    '#',
    '# @',
    '# @site ',
    '@',
    '@a = 1\n',
    '{{',
    '{{a}}',
    '### T\n',
    ' ',
    '%7C',
    '\u001F',
    'x',
    '0',
    'max',
    '*',
    '😀',
    'generator=',
    '\nhttps://x.org/api.php?',
    '+',
    '%C3%A9',
  ),
);
const marked = fc
  .tuple(fc.array(piece, { maxLength: 12 }), fc.nat())
  .map(([pieces, at]) => ({ text: pieces.join(''), at }))
  .filter(({ text }) => !text.includes('¦'))
  .map(({ text, at }) => {
    const cut = at % (text.length + 1);
    // No editor puts a cursor between the two halves of a line end or of a character.
    const whole =
      /^[\n\uDC00-\uDFFF]/.test(text.slice(cut)) && /[\r\uD800-\uDBFF]$/.test(text.slice(0, cut))
        ? cut + 1
        : cut;
    return `${text.slice(0, whole)}¦${text.slice(whole)}`;
  });

const complete = (at: Marked): Completion[] => completeWiki(at, modelOf(at), at.offset, knowledge, context);

const filled = ({ snippet, edit: { newText } }: Completion): string =>
  snippet ? withoutPlaceholders(newText) : newText;

/** Problems that a completed query may have: deprecated and POST-only modules are offered too. */
const allowedCodes = new Set(['deprecation', 'mustbeposted']);

/** The codes of what is wrong where a completion was put in. */
function problemsWith(at: Marked, completion: Completion, codes: ReadonlySet<string>): string[] {
  const { start, end } = completion.edit.span;
  const { text } = at.block;
  const inserted = filled(completion);
  const after = view(`${text.slice(0, start)}${inserted}¦${text.slice(end)}`);
  return validateWikiQuery(modelOf(after), rules, context.now)
    .filter(({ span, code }) => codes.has(code) && span.start < start + inserted.length && span.end > start)
    .map(({ code }) => code);
}

test('at any place of any text every completion lies around the cursor, on its line, and can be shown', () => {
  fc.assert(
    fc.property(marked, query => {
      const at = view(query);
      for (const { label, edit, rank } of complete(at)) {
        const { start, end } = edit.span;
        assert(start <= at.offset && at.offset <= end, `${label} lies beside the cursor`);
        assert(!/[\r\n]/.test(at.block.text.slice(start, end)), `${label} goes over lines`);
        assert(Number.isInteger(rank) && rank >= 0 && rank <= 9999, `${label} has the rank ${rank}`);
        assert.notEqual(label, '');
      }
    }),
  );
});

test('no two completions of one place look the same', () => {
  fc.assert(
    fc.property(marked, query => {
      const seen = complete(view(query)).map(({ label, kind }) => `${kind} ${label}`);
      assert.equal(new Set(seen).size, seen.length);
    }),
  );
});

test('an explanation is about the place that it is asked for', () => {
  fc.assert(
    fc.property(marked, query => {
      const at = view(query);
      const explanation = explainWiki(at, modelOf(at), at.offset, knowledge, context);
      if (explanation === undefined) return;
      assert(explanation.span.start <= at.offset && at.offset <= explanation.span.end);
      assert.notEqual(explanation.markdown, '');
    }),
  );
});

const unknown = new Set(['unrecognizedparams', 'unrecognizedvalues', 'badvalue', 'badgenerator']);
const wrongValue = new Set([
  ...unknown,
  'badtimestamp',
  'baduser',
  'badinteger',
  'outofrange',
  'deprecation-help',
]);

test('a name that is offered is one that the wiki knows there', () => {
  const query = fc
    .tuple(fc.subarray(lines, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([chosen, generator]) => [...chosen, ...(generator ? ['generator=allpages'] : [])]);
  fc.assert(
    fc.property(query, fc.nat(), (chosen, pick) => {
      const groups = new Map(chosen.map(line => [line.slice(0, line.indexOf('=')), line]));
      const at = view([...groups.values(), '¦'].join('\n'));
      const offers = complete(at).filter(({ kind }) => kind === 'parameter' || kind === 'module');
      const offer = offers[pick % offers.length]!;
      const codes = offer.kind === 'parameter' ? new Set(['unrecognizedparams']) : unknown;
      assert.deepEqual(problemsWith(at, offer, codes), [], offer.label);
    }),
    { numRuns: cases(60, 300) },
  );
});

test('every value that is offered is one that the wiki takes there', () => {
  let tried = 0;
  for (const module of modules) {
    for (const parameter of module.parameters) {
      const name = module.prefix + parameter.name;
      const head = `${module.group!}=${module.name}`;
      for (const query of [`${head}\n${name}=¦`, `?${head}&${name}=¦`]) {
        const at = view(query);
        for (const offer of complete(at)) {
          assert.deepEqual(problemsWith(at, offer, wrongValue), [], `${name}=${offer.label}`);
          tried++;
        }
      }
    }
  }
  assert(tried > cases(1000, 5000), `only ${tried} values were tried`);
});

test('a name goes on with its values exactly where there are any', () => {
  for (const { group, name, prefix, parameters } of modules) {
    for (const { label, continues = false } of complete(view(`${group!}=${name}\n¦`))) {
      if (!parameters.some(parameter => prefix + parameter.name === label)) continue;
      const values = complete(view(`${group!}=${name}\n${label}=¦`));
      assert.equal(continues, values.length > 0, `${name}: ${label}`);
    }
  }
});

/** A query whose empty values are those that are offered first for them; a number where nothing is. */
function withFirstValues(query: string): string {
  const place = /=$/m.exec(query)?.index;
  if (place === undefined) return query;
  const before = query.slice(0, place + 1);
  const after = query.slice(place + 1);
  const [first] = complete(view(`${before}¦${after}`));
  return withFirstValues(`${before}${first ? filled(first) : '7'}${after}`);
}

test('an inserted module or snippet is valid with the first offered values', () => {
  const wholes = complete(view('¦')).filter(
    ({ kind, label }) => kind === 'snippet' || label.startsWith('list='),
  );
  for (const offer of wholes) {
    const query = withFirstValues(filled(offer));
    const problems = validateWikiQuery(modelOf(view(`${query}¦`)), rules, context.now);
    // The first title that is offered is not of a file.
    const faults = problems.filter(({ code }) => !allowedCodes.has(code) && code !== 'never-true');
    assert.deepEqual(
      faults.map(({ code }) => code),
      [],
      query,
    );
  }
  assert(wholes.length > 60);
});
