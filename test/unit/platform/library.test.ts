/** The public functions of the library: what they give, that no text makes them throw, and that a wrong option does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as library from '../../../server/src/platform/library/library.ts';
import { fixText } from '../../../server/src/query-file/checking/check-text.ts';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { lockOf, lockText } from '../../../server/src/sites/locks/lock-text.ts';
import { cases } from '../../support/depth.ts';
import { corpusNames, readCorpus } from '../../support/corpus.ts';

const { check, complete, escapeText, explain, fix, format, fromCode, parse, quoteJql, toCode } = library;
const jql = { language: 'jql' } as const;
const wiki = { language: 'wikiquery' } as const;
const texts = await library.loadWikiTexts();
const now = Date.UTC(2026, 10, 26);

const codes = (text: string, options: library.CheckOptions) =>
  check(text, options).problems.map(({ code }) => code);

describe('check', () => {
  it('gives problems as plain data, with places in the whole text', () =>
    assert.deepEqual(check('### First\nstatus = Open\r\n### Second\nproject = A AND asignee = me', jql), {
      problems: [
        {
          start: 52,
          end: 59,
          query: 'Second',
          line: 4,
          column: 17,
          endLine: 4,
          endColumn: 24,
          severity: 'warning',
          code: 'unknown-field',
          message: 'Unknown field “asignee”. Did you mean “assignee”?',
          fixes: [
            {
              title: 'Change “asignee” to “assignee”',
              preferred: false,
              edits: [{ start: 52, end: 59, text: 'assignee' }],
            },
          ],
        },
      ],
    }));

  it('knows the profile of wikis', () => {
    const text = 'list=allusers\nauexcludetemp';
    const messages = (options: library.CheckOptions) =>
      check(text, options).problems.filter(({ message }) => message.includes('mediawiki-1.39'));
    assert.equal(messages(wiki).length, 0);
    assert.equal(messages({ ...wiki, profile: 'mediawiki-1.39' }).length, 1);
  });

  it('does not report sites, which it cannot know', () =>
    assert.deepEqual(codes('# @site work\nproject = ABC AND status = Open', jql), []));

  it('leaves out fixes where they are not wanted', () =>
    assert.deepEqual(
      check('asignee = me', { ...jql, fixes: false }).problems.map(({ fixes }) => fixes),
      [[]],
    ));

  it('uses the catalogue of a lock', () => {
    const site = { name: 'work', kind: 'tracker', url: 'https://jira.example.org' } as const;
    const autocompleteData = {
      visibleFieldNames: [{ value: 'severity', operators: ['=', 'in'], types: [] }],
      visibleFunctionNames: [],
      jqlReservedWords: [],
    };
    const lock = lockText(lockOf(site, { kind: 'tracker', autocompleteData }, now));
    assert.deepEqual(codes('severity = high', { ...jql, lock }), []);
    assert.deepEqual(codes('# @site other\nsevrity = high', { ...jql, lock }), ['unknown-field']);
    const { items } = complete('sev', 3, { ...jql, lock });
    assert(items.some(({ label }) => label === 'severity'));
  });
});

describe('fix', () => {
  it('makes the preferred fixes', () =>
    assert.deepEqual(fix('status == Open && labels = a', jql), {
      text: 'status = Open && labels = a',
      fixed: 1,
    }));

  it('makes those of the command line in every query of the corpus', () => {
    const languages = createLanguages();
    const context = { now, sites: [], defaultSite: '' };
    for (const name of corpusNames) {
      const language = name === 'wiki' ? 'wikiquery' : 'jql';
      for (const { query } of readCorpus(name))
        assert.deepEqual(
          fix(query, { language, now }),
          fixText(languages.get(language)!, language, query, context),
        );
    }
  });
});

it('format writes the canonical form', () => {
  assert.equal(
    format('project=A and status in(Open,"In Progress")', jql),
    'project = A AND status IN (Open, "In Progress")',
  );
  assert.equal(format('project=A AND b=1', { ...jql, keywordCase: 'lower' }), 'project = A and b = 1');
});

const detail = (options: library.QueryOptions) =>
  complete('list=', 5, options).items.find(({ label }) => label === 'categorymembers')?.detail;

const inserted = (text: string, label: string, options: library.QueryOptions) => {
  const offset = text.indexOf('|');
  const whole = text.replace('|', '');
  const item = complete(whole, offset, options).items.find(candidate => candidate.label === label);
  return item && whole.slice(0, item.start) + item.text + whole.slice(item.end);
};

describe('complete', () => {
  for (const [text, label, options, expected] of [
    ['project = A AND stat|', 'status', jql, 'project = A AND status'],
    ['###\nproject = A\n### Two\npri|', 'priority', jql, '###\nproject = A\n### Two\npriority'],
    ['list=cat|\ncmtitle=x', 'categorymembers', wiki, 'list=categorymembers\ncmtitle=x'],
    ['# @lim|', 'limit', wiki, '# @limit'],
  ] as const)
    it(`inserts in ${JSON.stringify(text)}`, () =>
      assert.equal(inserted(text, label, options)?.trimEnd(), expected));

  it('says what modules are if it has the texts', () => {
    assert.equal(detail(wiki), undefined);
    assert.equal(detail({ ...wiki, texts }), 'The pages, subcategories and files in one category.');
  });
});

it('explain says each query in words', () => {
  const { queries } = explain('### A\nupdated > -7d\n### B\nORDER BY key', jql);
  assert.deepEqual(
    queries.map(({ query, words }) => ({ query, words })),
    [
      { query: 'A', words: ['Issues where updated is within the last 7 days.'] },
      { query: 'B', words: ['All issues, sorted by key.'] },
    ],
  );
  const [members] = explain('list=categorymembers\ncmtitle=Category:A', { ...wiki, texts }).queries;
  assert.equal(members?.words[0], 'The pages, subcategories and files in one category.');
});

describe('parse', () => {
  it('gives the tree of JQL', () => {
    const text = '###\n@p = ABC\nproject = {{p}} AND NOT (a was in (b, now()) OR order';
    assert.deepEqual(parse(text, jql).queries, [
      {
        name: '1',
        start: 0,
        end: 66,
        directives: [],
        variables: [{ name: 'p', value: 'ABC', start: 4, end: 12 }],
        language: 'jql',
        where: {
          type: 'and',
          start: 13,
          end: 60,
          clauses: [
            {
              type: 'condition',
              start: 13,
              end: 28,
              field: { type: 'field', start: 13, end: 20, name: 'project' },
              operator: '=',
              operand: { type: 'value', start: 23, end: 28, text: 'ABC', isQuoted: false },
              predicates: [],
            },
            {
              type: 'not',
              start: 33,
              end: 60,
              clause: {
                type: 'or',
                start: 38,
                end: 60,
                clauses: [
                  {
                    type: 'condition',
                    start: 38,
                    end: 57,
                    field: { type: 'field', start: 38, end: 39, name: 'a' },
                    operator: 'was in',
                    operand: {
                      type: 'list',
                      start: 47,
                      end: 57,
                      items: [
                        { type: 'value', start: 48, end: 49, text: 'b', isQuoted: false },
                        { type: 'function', start: 51, end: 56, name: 'now', arguments: [] },
                      ],
                    },
                    predicates: [],
                  },
                  { type: 'missing', start: 60, end: 60 },
                ],
              },
            },
          ],
        },
        orderBy: [{ type: 'sort', start: 66, end: 66, field: { type: 'missing', start: 66, end: 66 } }],
        isWellFormed: false,
      },
    ]);
  });

  it('gives the parameters of a wiki query', () =>
    assert.deepEqual(parse('# @limit 5\nlist=allpages\nbogus\naplimit=max\n', wiki).queries, [
      {
        name: '1',
        start: 0,
        end: 43,
        directives: [{ name: 'limit', value: '5', start: 0, end: 10 }],
        variables: [],
        language: 'wikiquery',
        parameters: [
          { name: 'list', start: 11, end: 24, value: 'allpages', values: ['allpages'], module: 'query' },
          { name: 'bogus', start: 25, end: 30 },
          { name: 'aplimit', start: 31, end: 42, value: 'max', module: 'allpages' },
        ],
      },
    ]));
});

/** The value that JQL reads after an operator. */
function valueIn(text: string): string | undefined {
  const [query] = parse(text, jql).queries;
  const clause = query?.language === 'jql' ? query.where : undefined;
  return clause?.type === 'condition' && clause.operand?.type === 'value' ? clause.operand.text : undefined;
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.integer({ min: 0, max: 0xff_ff }).map(unit => String.fromCharCode(unit)),
      { maxLength: 20 },
    )
    .map(units => units.join('')),
  fc
    .array(
      fc.constantFrom(
        'AND',
        'or',
        'NOT',
        'TO',
        ' ',
        '-',
        '"',
        '\\',
        '[',
        '{{',
        '}}',
        'a',
        '*',
        '\n',
        'empty',
        '1',
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join('')),
);

describe('quoteJql and escapeText', () => {
  for (const [value, expected] of [
    ['Open', 'Open'],
    ['10001', '10001'],
    ['In Progress', '"In Progress"'],
    ['empty', '"empty"'],
    ['', '""'],
    ['a"b\\c', String.raw`"a\"b\\c"`],
    ['a\n\0', String.raw`"a\u000a\u0000"`],
  ] as const)
    it(`quotes ${JSON.stringify(value)}`, () => assert.equal(quoteJql(value), expected));

  for (const [text, expected] of [
    ['[QA] login', String.raw`\[QA\] login`],
    ['this AND that', 'this and that'],
    ['AND-y android', String.raw`and\-y android`],
    ['C:\\x?', String.raw`C\:\\x\?`],
  ] as const)
    it(`escapes ${text}`, () => assert.equal(escapeText(text), expected));

  it('every text is read as the value that it is', () =>
    fc.assert(
      fc.property(anyText, text => {
        if (text.includes('{{')) return;
        assert.equal(valueIn(`summary ~ ${quoteJql(text)}`), text);
      }),
      { numRuns: cases(500, 5000) },
    ));

  it('no part of an escaped text is read as an operator', () =>
    fc.assert(
      fc.property(anyText, text => {
        if (text.trim() === '' || text.includes('{{')) return;
        const { problems } = check(`summary ~ ${quoteJql(escapeText(text))}`, jql);
        assert.deepEqual(
          problems.filter(({ code }) => code === 'text-special' || code === 'lone-boolean'),
          [],
        );
      }),
      { numRuns: cases(300, 3000) },
    ));
});

/** Why a query is not written as code; empty = it is. */
const refusal = (text: string, options: object = {}) => {
  const result = toCode(text, { ...jql, target: 'jql', url: 'https://jira.example.org', ...options });
  return 'refusal' in result ? result.refusal.message : '';
};

describe('toCode and fromCode', () => {
  const targets = {
    jql: ['jql', 'page', 'rest', 'curl', 'jira', 'jira.js', 'jira-cli'],
    wikiquery: ['url', 'curl', 'fetch', 'requests', 'pywikibot', 'mwclient', 'mwn', 'mw.Api', 'php'],
  } as const;
  const samples = {
    jql: ['project = ABC ORDER BY key ASC', 'https://jira.example.org'],
    wikiquery: ['list=allpages\naplimit=50', 'https://wiki.example.org/w/api.php'],
  } as const;
  for (const language of ['jql', 'wikiquery'] as const)
    for (const target of targets[language])
      it(`${target} is ${language} again`, async () => {
        const [text, url] = samples[language];
        const result = toCode(text, { language, target, url });
        assert('code' in result);
        if (target === 'jql') return assert.equal(result.code, text);
        const { query } = await fromCode(result.code);
        assert.equal(query?.language, language);
        assert.equal(
          query?.text
            .split('\n')
            .filter(line => !line.startsWith('#'))
            .join('\n'),
          text,
        );
      });

  it('says why it cannot', () => {
    assert.equal(refusal('project = {{x}}'), 'Undefined variable “x”.');
    assert.equal(refusal(''), 'No query here.');
    assert.equal(refusal('a = 1', { query: 'other' }), 'No query here.');
    assert.match(refusal('a = "\0"'), /NUL/);
    assert.match(refusal('a = "\u0007"', { target: 'jira-cli' }), /only as: jql, page, rest/);
  });

  it('chooses a query by its name', () =>
    assert.deepEqual(
      toCode('###\na = 1\n###\n# @name two\nb = 2', {
        ...jql,
        target: 'jql',
        url: 'https://x.org',
        query: 'two',
      }),
      { code: 'b = 2' },
    ));

  it('finds no query in other texts, and leaves out secrets', async () => {
    assert.deepEqual(await fromCode('hello'), {});
    assert.match(
      (await fromCode('https://en.wikipedia.org/w/api.php?action=login')).refusal?.message ?? '',
      /not a query/,
    );
    const { query } = await fromCode(
      'https://en.wikipedia.org/w/api.php?action=query&list=watchlist&wltoken=abc',
    );
    assert(query !== undefined && !query.text.includes('abc'));
    assert.deepEqual(query.secrets, ['wltoken']);
  });
});

const oddTexts = {
  'an empty text': '',
  blanks: ' \t\r\n\u00a0',
  NUL: 'status = "a\0b"\0',
  'CRLF and CR': 'project = A\r\nAND b = 1\r###\r\nlist=allpages\r\n',
  'a byte-order mark': '\uFEFFproject = A',
  'lone surrogates': 'summary ~ "\uD800"\n\uDC00=\uDFFF|\uD800',
  noncharacters: 'a = "\uFFFE\uFFFF\uFDD0"',
  'names of prototypes': 'list=__proto__\nconstructor=toString|__proto__',
  'variables in circles': '@a = {{b}}\n@b = {{a}}\nlist={{a}}',
  'broken directives': '# @name \n# @limit -1\n# @profile x\n# @\n# @site',
  'many separators': '###\n'.repeat(2_000),
  'many parentheses': '('.repeat(20_000),
  'many negations': `${'not '.repeat(20_000)}a = 1`,
  'many values': `titles=${'|'.repeat(20_000)}`,
  'many words': 'some prose '.repeat(20_000),
  'more than a query can have': 'a'.repeat(1_000_001),
  'all characters': Array.from({ length: 3_000 }, (_, index) =>
    String.fromCharCode((index * 7919) % 65_536),
  ).join(''),
};

describe('no text makes a function throw', () => {
  for (const [name, text] of Object.entries(oddTexts))
    it(name, async () => {
      for (const options of [jql, { ...wiki, texts }]) {
        for (const { start, end, fixes } of check(text, options).problems) {
          assert(start <= end && end <= text.length);
          for (const { edits } of fixes) for (const edit of edits) assert(edit.end <= text.length);
        }
        fix(text, options);
        format(text, { language: options.language });
        for (const offset of [0, text.length >> 1, text.length]) complete(text, offset, options);
        explain(text, options);
        parse(text, options);
      }
      toCode(text, { ...jql, target: 'jira', url: 'https://jira.example.org' });
      toCode(text, { ...wiki, target: 'php', url: 'https://wiki.example.org/w/api.php' });
      await fromCode(text);
      escapeText(quoteJql(text));
    });
});

/** Calls with arguments that the compiler would refuse. */
const exported = new Map<string, unknown>(Object.entries(library));
function call(name: string, ...args: readonly unknown[]): unknown {
  const called = exported.get(name);
  assert(typeof called === 'function', name);
  return Reflect.apply(called, undefined, args);
}
const code = { language: 'jql', target: 'jql', url: 'https://jira.example.org' };

describe('a wrong argument is a TypeError', () => {
  for (const [args, message] of [
    [['check', 5, jql], /^check\(\): text: .*string but received 5/],
    [['check', null, jql], /^check\(\): text/],
    [['check', ''], /^check\(\): options: /],
    [['check', '', {}], /^check\(\): options\.language: .*undefined/],
    [['check', '', { language: 'sql' }], /^check\(\): options\.language: .*"jql" \| "wikiquery".*"sql"/],
    [['check', '', { ...jql, profil: 'x' }], /^check\(\): options\.profil: /],
    [['check', '', { ...wiki, profile: 'mediawiki-9' }], /^check\(\): options\.profile: .*"mediawiki-1\.39"/],
    [['check', '', { ...jql, now: Number.NaN }], /^check\(\): options\.now: /],
    [['check', '', { ...jql, now: 1e300 }], /^check\(\): options\.now: /],
    [['check', '', { ...jql, fixes: 'no' }], /^check\(\): options\.fixes: /],
    [['check', '', { ...jql, lock: '{}' }], /^The lock options\.lock is invalid/],
    [['check', '', { ...jql, lock: 'x' }], /^The lock options\.lock is not valid JSON/],
    [['fix', undefined, jql], /^fix\(\): text: /],
    [['format', '', { ...jql, keywordCase: 'title' }], /^format\(\): options\.keywordCase: /],
    [['complete', 'a', 2, jql], /^complete\(\): offset: .*received 2/],
    [['complete', 'a', 0.5, jql], /^complete\(\): offset: /],
    [['complete', 'a', jql], /^complete\(\): offset: /],
    [['explain', '', wiki], /^explain\(\): options\.texts: /],
    [
      ['explain', '', { ...wiki, texts: { kind: 'wiki-texts' } }],
      /^explain\(\): options\.texts: .*loadWikiTexts/,
    ],
    [['parse', '', null], /^parse\(\): options: /],
    [['quoteJql', 5], /^quoteJql\(\): value: /],
    [['escapeText'], /^escapeText\(\): text: /],
    [['toCode', '', { ...code, target: 'php' }], /^toCode\(\): options\.target: .*"jira-cli".*"php"/],
    [['toCode', '', { ...code, url: 'javascript:1' }], /^toCode\(\): options\.url: .*HTTP/],
    [['toCode', '', { ...code, limit: 0 }], /^toCode\(\): options\.limit: /],
  ] as const)
    it(args.map(arg => JSON.stringify(arg)).join(', '), () => {
      const [name, ...rest] = args;
      assert.throws(() => call(name, ...rest), { name: 'TypeError', message });
    });

  it('rejects where the result is awaited', () =>
    assert.rejects(async () => call('fromCode', 5), { name: 'TypeError', message: /^fromCode\(\): code: / }));
});
