/** Values that are asked for before a run: how prompts are written, checked and offered, and what their answers become. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import type { QueryView } from '../../../server/src/query-file/language/language-service.ts';
import {
  type Answers,
  bindAnswers,
  usedPrompts,
} from '../../../server/src/query-file/options/prompt-option.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { contextOf } from '../../support/corpus.ts';

const languages = createLanguages();
const context = contextOf();

const languageOf = (id: string) => languages.get(id)!;

/** The last query of a file. */
function viewOf(id: string, text: string): QueryView {
  const document = new QueryDocument('file:///a', id, 1, text, languageOf(id).syntax);
  const block = document.blocks.at(-1)!;
  return { block, scope: new Scope(block, document.header) };
}

/** `code@place` of each problem. */
const problems = (id: string, text: string): readonly string[] => {
  const view = viewOf(id, text);
  return languageOf(id)
    .service.problems(view, context)
    .map(({ code, span, message, arguments: args }) => {
      assert.doesNotMatch(languageOf(id).wording(message ?? code, args), /[{}]/);
      return `${code}@${view.block.text.slice(span.start, span.end)}`;
    });
};

const checked: readonly [id: string, text: string, ...problems: string[]][] = [
  ['jql', '# @prompt version: fixVersion\nfixVersion = {{version}}'],
  ['jql', '# @prompt points: "Story Points" "How many?" = 5\nsummary ~ "{{points}}"'],
  ['jql', '# @prompt versions: fixVersion list = 1.0, "a, b"\nfixVersion in ({{versions}})'],
  ['jql', '# @prompt days: number = 7\nupdated > -{{days}}d'],
  ['jql', '# @prompt version\nfixVersion = 1', 'prompt-syntax@version'],
  ['jql', '# @prompt v: fixVersion\n# @prompt v: status\nstatus = {{v}}', 'prompt-repeated@v'],
  ['jql', '# @prompt v: status\n@v = Open\nstatus = {{v}}', 'prompt-variable@v'],
  ['jql', '# @prompt n: number = many\nvotes = {{n}}', 'answer-number@n: number = many'],
  ['jql', '# @prompt v: status list\nstatus = {{v}}', 'prompt-list-place@{{v}}'],
  ['jql', '# @prompt v: status list\nsummary ~ "{{v}}"', 'prompt-list-place@{{v}}'],
  ['jql', '# @prompt v: text\nkey = ABC-{{v}}', 'prompt-joined@{{v}}'],
  ['jql', '# @prompt v: status\nstatus = {{w}}', 'undefined-variable@{{w}}'],
  // In a wiki's query a name in braces is a variable where the value cannot have braces.
  ['wikiquery', 'list=categorymembers\ncmtitle=Category:{{name}}', 'undefined-variable@{{name}}'],
  ['wikiquery', 'titles={{Infobox}}\nprop=info', 'undefined-variable@{{Infobox}}'],
  ['wikiquery', 'list=allpages\naplimit={{n}}', 'undefined-variable@{{n}}'],
  ['wikiquery', 'list=recentchanges\nrcprop=ids|{{p}}', 'undefined-variable@{{p}}'],
  ['wikiquery', 'titles=A|{{a}}|B\n@a = 1\nprop=info', 'variable-below@{{a}}'],
  ['wikiquery', '@b = {{a}}\ntitles=A|{{b}}\nprop=info', 'undefined-variable@{{a}}'],
  ['wikiquery', 'titles={{a}}|B#{|C\nprop=info', 'undefined-variable@{{a}}'],
  ['wikiquery', 'list=search\nsrsearch=insource:"{{name}}"'],
  ['wikiquery', 'prop=info\ntitles=Template:Name\ninprop=url'],
  ['wikiquery', '# @prompt page: title\ntitles={{page}}\nprop=info'],
  ['wikiquery', '# @prompt ns: namespace\nlist=allpages\napnamespace={{ns}}'],
  ['wikiquery', '# @prompt page: titel\ntitles={{page}}\nprop=info', 'directive-choice@titel'],
  ['wikiquery', '# @prompt c: category list\nlist=categorymembers\ncmtitle={{c}}', 'prompt-list-place@{{c}}'],
];
for (const [id, text, ...expected] of checked)
  test(`${JSON.stringify(text)} → ${expected.join(', ') || 'fine'}`, () =>
    assert.deepEqual(problems(id, text), expected));

/** The sent query: the JQL, or the parameters that are not always sent. A refusal is its code. */
function sent(id: string, text: string, answers: Answers): string {
  const view = bindAnswers(viewOf(id, text), answers);
  if ('code' in view) return view.code;
  const request = languageOf(id).runner.prepare(view, context);
  if ('code' in request) return request.code;
  if (request.kind === 'tracker') return request.jql;
  const ownNames = new Set([...text.matchAll(/^(\w+)=/gm)].map(match => match[1]));
  return request.parameters
    .filter(([name]) => ownNames.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const status = '# @prompt s: status\n';
const list = '# @prompt s: status list\n';
const title = '# @prompt s: title\n';
const titles = '# @prompt s: title list\n';
const answers: readonly [id: string, text: string, answers: Answers, sent: string][] = [
  ['jql', `${status}status = {{s}}`, { s: ['In Review'] }, 'status = "In Review"'],
  [
    'jql',
    `${status}status = {{s}}`,
    { s: ['a" OR key = A-1 OR "'] },
    String.raw`status = "a\" OR key = A-1 OR \""`,
  ],
  ['jql', `${status}summary ~ 'x {{s}}'`, { s: ["it's\n"] }, String.raw`summary ~ 'x it\'s\u000a'`],
  ['jql', `${list}status in ({{s}})`, { s: ['Open', 'In Review'] }, 'status in ("Open", "In Review")'],
  [
    'jql',
    `${status}@v = status = {{s}}\n{{v}} and votes = 1`,
    { s: ['a"b'] },
    String.raw`status = "a\"b"  and votes = 1`,
  ],
  ['jql', `${status}@v = x\\\nsummary ~ {{v}}{{s}}`, { s: ['a'] }, 'prompt-joined'],
  [
    'jql',
    `${status}@v = say {{s}}\nsummary ~ "{{v}}"`,
    { s: ['a"{{v}}'] },
    String.raw`summary ~ "say a\"{{v}}"`,
  ],
  ['jql', `${status}status = Open // {{s}}`, { s: ['\nOR x'] }, 'status = Open'],
  ['jql', `${status}status = {{s}}`, {}, 'prompt-unanswered'],
  ['jql', '# @prompt s: status = Open\nstatus = {{s}}', {}, 'status = "Open"'],
  ['jql', `${status}status = {{s}}`, { s: ['a', 'b'] }, 'answer-several'],
  ['jql', `${status}status = {{s}}`, { s: [' '] }, 'answer-missing'],
  ['jql', `${status}status = {{s}}`, { s: ['a\0'] }, 'answer-character'],
  ['jql', '# @prompt n: number\nupdated > -{{n}}d', { n: ['7'] }, 'updated > -7d'],
  ['jql', '# @prompt n: number\nupdated > -{{n}}d', { n: ['7d or 1=1'] }, 'answer-number'],
  ['wikiquery', `${title}titles={{s}}\nprop=info`, { s: ['Main Page'] }, 'titles=Main Page&prop=info'],
  ['wikiquery', `${title}titles={{s}}\nprop=info`, { s: ['A&prop=x#y'] }, 'titles=A&prop=x#y&prop=info'],
  ['wikiquery', `${title}titles=A|{{s}}\nprop=info`, { s: ['B|C'] }, 'titles=\u001FA\u001FB|C&prop=info'],
  ['wikiquery', `${title}list=allpages\napfrom={{s}}`, { s: ['B|C'] }, 'list=allpages&apfrom=B|C'],
  ['wikiquery', `${titles}titles={{s}}\nprop=info`, { s: ['A', 'B|C'] }, 'titles=\u001FA\u001FB|C&prop=info'],
  ['wikiquery', `${titles}titles={{s}}\nprop=info`, { s: ['A', 'B'] }, 'titles=A|B&prop=info'],
  [
    'wikiquery',
    `${titles}titles=\u001FX\u001F{{s}}\nprop=info`,
    { s: ['A', 'B|'] },
    'titles=\u001FX\u001FA\u001FB|&prop=info',
  ],
  ['wikiquery', `${titles}list=allpages\napfrom={{s}}`, { s: ['A', 'B'] }, 'prompt-list-place'],
  ['wikiquery', `${title}list=allpages\nnosuch={{s}}`, { s: ['A|B'] }, 'answer-separator'],
  ['wikiquery', `${title}titles={{s}}\nprop=info`, { s: ['\u001FA\u001FB'] }, 'answer-character'],
  ['wikiquery', `${title}titles={{s}}\nprop=info`, {}, 'prompt-unanswered'],
  ['wikiquery', 'prop=info\ntitles={{name}}', {}, 'undefined-variable'],
  ['wikiquery', 'list=search\nsrsearch={{name}}', {}, 'list=search&srsearch={{name}}'],
];
for (const [id, text, answer, expected] of answers)
  test(`${JSON.stringify(text)} with ${JSON.stringify(answer)} sends ${JSON.stringify(expected)}`, () =>
    assert.equal(sent(id, text, answer), expected));

const names = (text: string): readonly string[] =>
  usedPrompts(viewOf('jql', text).scope).map(({ name, kind, label = '' }) =>
    [name.text, kind.text, label].join('/'),
  );
const labels = (id: string, marked: string): readonly string[] => {
  const view = viewOf(id, marked.replace('¦', ''));
  return languageOf(id)
    .service.complete(view, marked.indexOf('¦'), context)
    .map(({ label }) => label);
};
describe('what is asked', () => {
  test('only what the query uses, in the order of the text', () =>
    assert.deepEqual(
      names(
        '# @prompt a: status\n# @prompt b: "Story Points" "How many?"\n# @prompt c: text\n### Q\nx = {{b}} or y = {{a}}',
      ),
      ['a/status/', 'b/Story Points/How many?'],
    ));
  test('also through a variable of the file', () =>
    assert.deepEqual(names('# @prompt a: status\n@v = status = {{a}}\n### Q\n{{v}}'), ['a/status/']));
  test('a query’s own prompt instead of the file’s of that name', () =>
    assert.deepEqual(names('# @prompt a: status\n### Q\n# @prompt a: text\nx = {{a}}'), ['a/text/']));
});

describe('writing', () => {
  test('the kinds of values are offered, for a tracker its fields before them', () => {
    assert.deepEqual(labels('wikiquery', '# @prompt a: ¦'), [
      'text',
      'number',
      'date',
      'title',
      'category',
      'user',
      'tag',
      'namespace',
    ]);
    const fields = labels('jql', '# @prompt a: fix¦');
    assert.ok(fields.includes('fixVersion') && fields.includes('number'));
  });
  test('prompts are offered between braces', () =>
    assert.deepEqual(labels('jql', '# @prompt version: fixVersion\nfixVersion = {{¦'), ['version']));
  test('hover says what is asked for', () => {
    const text = '# @prompt version: fixVersion "Which one?" = 1.0\nfixVersion = {{version}}';
    const explained = languageOf('jql').service.explain(viewOf('jql', text), text.indexOf('{{') + 3, context);
    assert.match(
      explained?.markdown ?? '',
      /prompted for before the query runs[\s\S]*fixVersion[\s\S]*Which one\?[\s\S]*1\.0/,
    );
  });
});
