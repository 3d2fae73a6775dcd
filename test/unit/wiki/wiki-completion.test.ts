import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { accepted, labels, offered } from '../../support/wiki.ts';
import { finds } from '../../support/matching.ts';

/** The labels that a client keeps when this is typed at the cursor. */
const matchingLabels = (marked: string, typed: string): string[] =>
  offered(marked)
    .filter(item => finds(item, typed))
    .map(({ label }) => label);

/** One line per case: the query with `¦` at the cursor, the label that is accepted, the text after it. */
const edits: readonly (readonly [marked: string, label: string, after: string])[] = [
  // Modules.
  ['list=¦', 'recentchanges', 'list=recentchanges'],
  ['list=catmem¦', 'categorymembers', 'list=categorymembers'],
  ['list=cat¦egories', 'categorymembers', 'list=categorymembers'],
  ['list = cat¦', 'categorymembers', 'list = categorymembers'],
  ['list=allpages|cat¦', 'categorymembers', 'list=allpages|categorymembers'],
  ['list=al¦l|categorymembers', 'allpages', 'list=allpages|categorymembers'],
  ['list=allpages| ca¦ |search', 'categorymembers', 'list=allpages|categorymembers|search'],
  ['list=allpages\n  |cat¦\nprop=info', 'categorymembers', 'list=allpages\n  |categorymembers\nprop=info'],
  ['prop=info|¦', 'revisions', 'prop=info|revisions'],
  ['meta=site¦', 'siteinfo', 'meta=siteinfo'],
  ['generator=¦', 'allpages', 'generator=allpages'],
  ['action=¦', 'query', 'action=query'],
  // Names.
  ['¦', 'list', 'list='],
  ['lis¦', 'list', 'list='],
  ['&lis¦', 'list', '&list='],
  ['list=categorymembers\ncmt¦', 'cmtitle', 'list=categorymembers\ncmtitle='],
  ['list=categorymembers\ncmt¦=Category:X', 'cmtitle', 'list=categorymembers\ncmtitle=Category:X'],
  ['list=categorymembers\ncm¦foo = Category:X', 'cmtitle', 'list=categorymembers\ncmtitle = Category:X'],
  ['generator=categorymembers\n¦', 'gcmtitle', 'generator=categorymembers\ngcmtitle='],
  ['list=recentchanges\nrctop¦', 'rctoponly', 'list=recentchanges\nrctoponly'],
  ['list=recentchanges\nrctop¦\nrclimit=5', 'rctoponly', 'list=recentchanges\nrctoponly\nrclimit=5'],
  [
    'prop=revisions\nrvslots=main\nrvc¦',
    'rvcontentformat-main',
    'prop=revisions\nrvslots=main\nrvcontentformat-main=',
  ],
  // A module's name at a name's place.
  ['categorym¦', 'list=categorymembers', 'list=categorymembers\ncmtitle=${1}'],
  ['titles=X\nrevis¦', 'prop=revisions', 'titles=X\nprop=revisions'],
  // Values.
  ['list=categorymembers\ncmdir=¦', 'newer', 'list=categorymembers\ncmdir=newer'],
  ['list=categorymembers\ncmprop=ids|ti¦', 'title', 'list=categorymembers\ncmprop=ids|title'],
  [
    'list=categorymembers\ncmprop=ids|ti¦me|sortkey',
    'title',
    'list=categorymembers\ncmprop=ids|title|sortkey',
  ],
  ['list=categorymembers\ncmprop=ids\n  |ti¦', 'title', 'list=categorymembers\ncmprop=ids\n  |title'],
  [
    'list=categorymembers\ncmprop=\u001Fids\u001Fti¦',
    'title',
    'list=categorymembers\ncmprop=\u001Fids\u001Ftitle',
  ],
  ['list=categorymembers\ncmlimit=5¦00', 'max', 'list=categorymembers\ncmlimit=max'],
  ['list=categorymembers\ncmnamespace=0|¦', '1 Talk', 'list=categorymembers\ncmnamespace=0|1'],
  ['list=recentchanges\nrcnamespace=-¦', '-1 Special', 'list=recentchanges\nrcnamespace=-1'],
  ['list=categorymembers\ncmnamespace=¦', '*', 'list=categorymembers\ncmnamespace=*'],
  ['meta=tokens\ntype=¦', 'csrf', 'meta=tokens\ntype=csrf'],
  ['list=recentchanges\nrcstart=¦', 'now', 'list=recentchanges\nrcstart=now'],
  ['list=recentchanges\nrcstart=¦', 'start of today', 'list=recentchanges\nrcstart=2024-03-15T00:00:00Z'],
  ['list=recentchanges\nrcend=2024¦', 'a week ago', 'list=recentchanges\nrcend=2024-03-08T00:00:00Z'],
  ['list=recentchanges\nrcend=¦', 'an hour ago', 'list=recentchanges\nrcend=2024-03-15T11:30:00Z'],
  ['list=recentchanges\nrcend=¦', 'start of this month', 'list=recentchanges\nrcend=2024-03-01T00:00:00Z'],
  ['list=recentchanges\nrcend=¦', 'start of last year', 'list=recentchanges\nrcend=2023-01-01T00:00:00Z'],
  ['list=recentchanges\nrcuser=#¦', '#1234', 'list=recentchanges\nrcuser=#${1:1234}'],
  ['list=categorymembers\ncmtitle=¦', 'Category:Physics', 'list=categorymembers\ncmtitle=Category:Physics'],
  ['cmprop=¦', 'title', 'cmprop=title'],
  // A query as a URL.
  ['?action=query&list=cat¦&cmlimit=5', 'categorymembers', '?action=query&list=categorymembers&cmlimit=5'],
  ['https://x.org/w/api.php?list=allpages&apl¦', 'aplimit', 'https://x.org/w/api.php?list=allpages&aplimit='],
  ['?list=allpages&¦', 'aplimit', '?list=allpages&aplimit='],
  ['?list=allpages&apl¦=5', 'aplimit', '?list=allpages&aplimit=5'],
  ['?list=categorymembers&cmprop=ids%7Cti¦', 'title', '?list=categorymembers&cmprop=ids%7Ctitle'],
  ['?list=categorymembers&cmprop=ids|ti¦&x=1', 'title', '?list=categorymembers&cmprop=ids|title&x=1'],
  ['?list=search&srsearch=¦', 'quantum theory', '?list=search&srsearch=quantum%20theory'],
  ['?list=usercontribs&ucuser=¦', 'enwiki>Example', '?list=usercontribs&ucuser=${1:enwiki%3EExample}'],
  ['list=allpages&apl¦', 'aplimit', 'list=allpages&aplimit='],
  ['list=allpages&¦', 'aplimit', 'list=allpages&aplimit='],
  ['?list=allpages\n¦', 'aplimit', '?list=allpages\n&aplimit='],
  // Whole queries.
  ['¦', 'Blocked users', 'list=blocks\nbkprop=user|by|timestamp|expiry|reason\nbklimit=${1:50}'],
];

suite('wiki completion: the text after it', () => {
  for (const [marked, label, after] of edits) {
    test(`${JSON.stringify(marked)} takes ${label}`, () => assert.equal(accepted(marked, label), after));
  }
});

/** One line per case: the query, what is typed at the cursor, the label that must be found by it. */
const searches: readonly (readonly [marked: string, typed: string, label: string])[] = [
  ['list=¦', 'catmem', 'categorymembers'],
  ['list=¦', 'members', 'categorymembers'],
  ['list=¦', 'deleted', 'alldeletedrevisions'],
  ['list=¦', 'subcategories', 'categorymembers'],
  ['list=¦', 'transclu', 'embeddedin'],
  ['¦', 'categorym', 'list=categorymembers'],
  ['¦', 'history', 'Latest revisions of a page'],
  ['list=allpages\napnamespace=¦', 'talk', '1 Talk'],
  ['list=allpages\napnamespace=¦', '1', '1 Talk'],
  ['list=recentchanges\nrcstart=¦', 'week', 'a week ago'],
  ['list=recentchanges\nrcstart=¦', '2024', 'start of today'],
  ['list=allpages\n¦', 'redir', 'apfilterredir'],
  ['list=categorymembers\n¦', 'sortkey', 'cmstarthexsortkey'],
  ['generator=allpages\n¦', 'langlinks', 'gapfilterlanglinks'],
  ['list=allpages\naplimit=¦', 'm', 'max'],
  ['list=recentchanges\nrcuser=¦', '#', '#1234'],
  ['list=categorymembers\n¦', 'title', 'cmtitle'],
  ['generator=categorymembers\n¦', 'cmtitle', 'gcmtitle'],
  ['list=categorymembers\n¦', 'namesp', 'cmnamespace'],
];

suite('wiki completion: what finds it', () => {
  for (const [marked, typed, label] of searches) {
    test(`${typed} finds ${label}`, () => assert(matchingLabels(marked, typed).includes(label)));
  }
});

/** One line per case: what is typed so far must not be replaced by Enter, so nothing of the list may match it. */
const untouched: readonly (readonly [marked: string, typed: string])[] = [
  ['list=allpages\naplimit=¦', '5'],
  ['list=allpages\napminsize=¦', '1'],
  ['list=usercontribs\nucuser=¦', 'Ex'],
  ['list=usercontribs\nucuser=¦', '192'],
  ['list=recentchanges\nrcuser=¦', '#12'],
  ['list=categorymembers\ncmtitle=¦', 'Category:P'],
  ['list=search\nsrsearch=¦', 'quantum'],
];

suite('wiki completion: what is being written is left alone', () => {
  for (const [marked, typed] of untouched) {
    test(`${JSON.stringify(marked)} with ${typed}`, () =>
      assert.deepEqual(matchingLabels(marked, typed), []));
  }
});

const searched = (marked: string, label: string): string | undefined =>
  offered(marked).find(item => item.label === label)?.filter;

suite('wiki completion: what is offered, in which order', () => {
  test('a query begins with its modules and its pages', () =>
    assert.deepEqual(labels('¦').slice(0, 5), ['list', 'prop', 'meta', 'generator', 'titles']));
  test('an empty query and one with a title only are offered whole queries', () => {
    for (const marked of ['¦', '### Members\n¦', '@a = 1\n\n### Members\n# @limit 5\n¦']) {
      assert.equal(labels(marked)[5], 'Members of a category', marked);
    }
  });
  test('later whole queries come after everything of the query', () => {
    const all = labels('list=allpages\n¦');
    assert(all.indexOf('Members of a category') > all.indexOf('titles'));
  });
  test('what is required comes first', () => {
    assert.deepEqual(labels('list=categorymembers\n¦').slice(0, 3), ['cmtitle', 'cmpageid', 'cmlimit']);
    assert.equal(labels('list=allpages|search\n¦')[0], 'srsearch');
    assert.equal(labels('generator=categorymembers\nprop=info\n¦')[0], 'gcmtitle');
  });
  test('what is required is found by the beginning of its name without the prefix', () => {
    assert.match(searched('list=categorymembers\nti¦', 'cmtitle') ?? '', /^title cmtitle\b/);
    assert.match(searched('generator=categorymembers\ncm¦', 'gcmtitle') ?? '', /^cmtitle gcmtitle\b/);
    assert.match(searched('list=categorymembers\ncmt¦', 'cmtitle') ?? '', /^cmtitle\b/);
    assert.match(searched('list=categorymembers\npr¦', 'cmprop') ?? '', /^cmprop\b/);
  });
  test('where one of several is present, the others come later', () => {
    const all = labels('list=categorymembers\ncmtitle=X\n¦');
    assert(all.indexOf('cmpageid') > all.indexOf('cmprop'));
    assert(!all.includes('cmtitle'));
  });
  test('names that people use come first, then those of modules, query, main, json', () => {
    const all = labels('list=allpages\n¦');
    const order = ['aplimit', 'apmaxsize', 'exportschema', 'servedby', 'ascii', 'formatversion'].map(name =>
      all.indexOf(name),
    );
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert(order[0]! >= 0);
  });
  test('deprecated names come last and are marked', () => {
    const names = offered('list=categorymembers\n¦').filter(({ kind }) => kind === 'parameter');
    assert.deepEqual(
      names.slice(-2).map(({ label, deprecated }) => [label, deprecated]),
      [
        ['cmstartsortkey', true],
        ['cmendsortkey', true],
      ],
    );
  });
  test('deprecated values come last and are marked', () =>
    assert.deepEqual(
      [offered('prop=revisions\nrvprop=¦').at(-1)].map(item => [item?.label, item?.deprecated]),
      [['parsetree', true]],
    ));
  test('names of other modules are not offered', () =>
    assert(!labels('list=allpages\n¦').some(label => label.startsWith('cm'))));
  test('only generators are offered as generators', () => {
    assert(labels('generator=¦').includes('allpages'));
    assert(!labels('generator=¦').includes('blocks'));
  });
  test('only modules of the group are offered', () => assert(!labels('prop=¦').includes('allpages')));
  test('modules that are there already are left out', () => {
    assert(!labels('list=allpages|¦').includes('allpages'));
    assert(labels('list=allpa¦ges').includes('allpages'));
  });
  test('a group in use is not offered again with its modules', () =>
    assert(!labels('list=allpages\ncat¦').includes('list=categorymembers')));
  test('values that are there already are left out', () => {
    const all = labels('list=categorymembers\ncmprop=ids\n  |title|¦');
    assert(!all.includes('ids') && !all.includes('title') && all.includes('sortkey'));
  });
  test('all is offered only alone', () => {
    assert(labels('meta=tokens\ntype=¦').includes('*'));
    assert(!labels('meta=tokens\ntype=csrf|¦').includes('*'));
    assert.deepEqual(labels('meta=tokens\ntype=*|¦'), []);
  });
  test('special namespaces are offered only where they are taken', () => {
    assert(labels('list=recentchanges\nrcnamespace=¦').includes('-1 Special'));
    assert(!labels('list=allpages\napnamespace=¦').includes('-1 Special'));
  });
  test('max is offered only for a limit', () => {
    assert.equal(labels('list=allpages\naplimit=¦')[0], 'max');
    assert(!labels('list=allpages\napminsize=¦').includes('max'));
  });
  test('defaults are marked', () =>
    assert.match(
      offered('list=allpages\napdir=¦').find(({ label }) => label === 'ascending')?.detail ?? '',
      /default/,
    ));
  test('only the kinds of users that a parameter takes are offered', () => {
    assert.deepEqual(labels('list=watchlist\nwlowner=¦'), ['Example']);
    assert.deepEqual(labels('list=blocks\nbkusers=¦'), ['Example', '192.0.2.1', '192.0.2.0/24', '~2024-1']);
  });
  test('a flag, a secret and an unknown name have no values', () => {
    for (const marked of ['list=recentchanges\nrctoponly=¦', 'list=watchlist\nwltoken=¦', 'nonsense=¦']) {
      assert.deepEqual(labels(marked), [], marked);
    }
  });
  test('a date tells in words what it is', () =>
    assert.equal(
      offered('list=recentchanges\nrcstart=¦').find(({ label }) => label === 'a week ago')?.detail,
      'Friday, 8 March 2024, 00:00:00 UTC',
    ));
  test('a name asks for its values once it is complete, a flag does not', () => {
    const names = offered('list=recentchanges\n¦');
    assert.equal(names.find(({ label }) => label === 'rcdir')?.continues, true);
    assert.equal(names.find(({ label }) => label === 'rctoponly')?.continues, undefined);
  });
  test('nothing is offered in a title, a comment, or an address', () => {
    for (const marked of [
      '### Ti¦tle',
      '# a com¦ment',
      '// li¦st',
      'https://x.o¦rg/w/api.php?list=allpages',
    ]) {
      assert.deepEqual(labels(marked), [], marked);
    }
  });
  test('an ampersand in a free text begins no name', () =>
    assert(!labels('srsearch=AT&T¦').includes('titles')));
  test('directives come after everything else on an empty line', () => {
    const all = labels('list=allpages\n¦');
    assert(all.indexOf('# @site') > all.indexOf('Members of a category'));
  });
});
