/** Code for libraries that are not installed here: the languages' own programs parse it, and its data is as it was written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { programs, runCode, trackerCode, wikiCode } from '../support/query-code.ts';

const wiki = [
  'list=allpages\naplimit=max',
  '# @all\ngenerator=allpages\nprop=links\ntitles=a',
  'list=allrevisions|querypage\nqppage=Shortpages',
  'list=allpages|allusers\naplimit=10\naulimit=5',
  'list=watchlist\nwlowner=A\nwltoken=canary-token',
  'list=checkuser\ncurequest=userips\ncutarget=A',
  `titles=${'x'.repeat(9000)}`,
  'list=search\nsrsearch=it\'s \\ "q" ${x} `y` {{z}} é',
];
const jql = [
  'project = A',
  '# @all\n# @fields summary, Story Points\nlabels = "it\'s \\\\ ${x} `y`"\nORDER BY priority, key DESC',
  `summary ~ "${'x'.repeat(9000)}"`,
  '',
];

/** How a program only parses a file. */
const parsers: Readonly<
  Record<string, readonly [program: string, file: string, options: readonly string[]]>
> = {
  python: ['python3', 'query.py', ['-m', 'py_compile']],
  script: [process.execPath, 'query.mjs', ['--check']],
  php: ['php', 'query.php', ['-l']],
  shell: ['sh', 'query.sh', ['-n']],
};
const parserOf: Readonly<Record<string, keyof typeof parsers>> = {
  curl: 'shell',
  fetch: 'script',
  requests: 'python',
  pywikibot: 'python',
  mwclient: 'python',
  mwn: 'script',
  'mw.Api': 'script',
  php: 'php',
  jira: 'python',
  'jira.js': 'script',
  'jira-cli': 'shell',
};

const all = [
  ...wiki.map(text => wikiCode(text).forms),
  ...wiki.slice(0, 1).map(text => wikiCode(text, undefined, '').forms),
  ...[true, false].flatMap(cloud => jql.map(text => trackerCode(text, undefined, cloud).forms)),
];

describe('code that a query is copied as', () => {
  for (const [form, parser] of Object.entries(parserOf))
    it(`is ${parser} in the form ${form}`, async () => {
      const codes = all.flatMap(forms => forms.get(form) ?? []);
      assert(codes.length >= 7, String(codes.length));
      const [program, file, options] = parsers[parser]!;
      for (const code of codes) await runCode(program, file, code, {}, options);
    });
  it('says what its programs are', () => assert.ok(Object.keys(programs).every(form => form in parserOf)));
  it('has no secret in it, and takes it from the environment', () => {
    const forms = wikiCode(wiki[4]!).forms;
    for (const [form, code] of forms) {
      assert.doesNotMatch(code, /canary/, form);
      if (form !== 'url')
        assert.match(code, form === 'mw.Api' ? /prompt\('wltoken'\)/ : /WIKI_WLTOKEN/, form);
    }
  });
  it('gets a token where its library has a session', () => {
    const forms = wikiCode(wiki[5]!).forms;
    assert.deepEqual([...forms.keys()], ['url', 'pywikibot', 'mw.Api']);
    assert.match(forms.get('mw.Api')!, /cutoken: mw\.user\.tokens\.get\('csrfToken'\)/);
  });
  it('asks by POST where the address would be too long', () => {
    const forms = wikiCode(wiki[6]!).forms;
    assert.match(forms.get('requests')!, /session\.post\(/);
    assert.match(forms.get('fetch')!, /method: 'POST'/);
    assert.match(forms.get('php')!, /CURLOPT_POSTFIELDS/);
    assert.doesNotMatch(forms.get('curl')!, /--get/);
  });
  it('says that a contact is missing', () => {
    for (const [form, code] of wikiCode(wiki[0]!, undefined, '').forms)
      if (form !== 'url') assert.match(code, /(?:#|\/\/) Replace the text in parentheses/, form);
    for (const code of wikiCode(wiki[0]!, undefined, 'Ada ("it\'s me")\n').forms.values())
      assert.doesNotMatch(code, /Replace the text/);
  });
});
