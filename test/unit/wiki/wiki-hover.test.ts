import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { documentWiki } from '../../../server/src/wiki/hover/wiki-hover.ts';
import { explained, knowledge, offered, view } from '../../support/wiki.ts';

/** One line per case: the query with `¦` at the cursor, what is explained, and what the explanation says. */
const cases: readonly (readonly [marked: string, on: string, ...says: readonly (string | RegExp)[]])[] = [
  // Modules.
  [
    'list=catego¦rymembers',
    'categorymembers',
    '**categorymembers** — list module',
    'Parameter prefix: `cm`.',
    '`gcm`',
    'Required: one of `cmtitle`, `cmpageid`',
    '```wikiquery',
    /\(https:\/\/www\.mediawiki\.org\/\S+Categorymembers\)/,
  ],
  ['list=allpages|catego¦rymembers', 'categorymembers', '**categorymembers**'],
  ['list=allpages\n  |catego¦rymembers', 'categorymembers', '**categorymembers**'],
  [
    '# @expect com¦plete\nlist=geosearch\ngscoord=1|2',
    'complete',
    'All rows of the query were fetched',
    '“geosearch” never continues',
    '500 at most',
  ],
  ['# @expect com¦plete\nlist=allpages', 'complete', /^All rows of the query were fetched\.$/],
  ['generator=all¦pages', 'allpages', 'Used as a generator, with the parameter prefix `gap`'],
  ['list=deletedre¦vs', 'deletedrevs', '**Deprecated**'],
  ['meta=oa¦th', 'oath', 'Internal'],
  ['list=check¦user', 'checkuser', 'POST', 'write rights', 'Required: `curequest`'],
  ['meta=to¦kens', 'tokens', 'without read rights', 'no prefix'],
  [
    'list=geo¦search',
    'geosearch',
    '**geosearch** — list module',
    'From the extension GeoData; available on Wikipedias',
    'Required: one of `gscoord`, `gspage`, `gsbbox`',
  ],
  ['meta=global¦preferences', 'globalpreferences', 'Requires signing in with a permanent account.'],
  ['list=global¦renamequeue', 'globalrenamequeue', 'Requires the right `centralauth-rename`.'],
  // Parameters.
  ['list=geosearch\ngsp¦age=Berlin', 'gspage', 'The page must exist.', 'The page must have coordinates.'],
  ['list=search\nsrqip¦rofile=classic', 'srqiprofile', 'Added by CirrusSearch.'],
  ['list=logevents\nlet¦ype=block', 'letype', 'The wiki’s configuration decides which values exist.'],
  [
    'list=categorymembers\ncmti¦tle=x',
    'cmtitle',
    '**cmtitle** — text',
    '`categorymembers` (list module)',
    'One of `cmtitle`, `cmpageid` is required',
    'Cannot be used together with `cmpageid`',
    'Example: `cmtitle=',
  ],
  [
    'generator=categorymembers\ngcmti¦tle=x',
    'gcmtitle',
    '**gcmtitle** — text',
    '`categorymembers` (generator)',
    'One of `gcmtitle`, `gcmpageid`',
    'Example: `gcmtitle=',
  ],
  [
    'list=allpages\n¦aplimit=5',
    'aplimit',
    'Default: `10`',
    'From 1 to 500; up to 5000 with the right `apihighlimits`',
    '`max`',
    'how many rows a run fetches first',
  ],
  ['generator=allpages\ngapl¦imit=5', 'gaplimit', 'how many rows a run fetches first'],
  ['prop=extracts\nexl¦imit=5', 'exlimit', 'From 1 to 20.'],
  ['list=search\nsroff¦set=5', 'sroffset', 'At least 0'],
  ['list=search\nsrsea¦rch=x', 'srsearch', 'Required.'],
  [
    'list=categorymembers\ncmpr¦op=ids',
    'cmprop',
    'list of 6 possible values',
    'Default: `ids|title`',
    '`sortkeyprefix`',
    'Up to 50 values, separated by `|`; up to 500 with the right `apihighlimits`',
  ],
  ['prop=revisions\nrvpr¦op=ids', 'rvprop', '~~`parsetree`~~'],
  ['list=allusers\naurig¦hts=x', 'aurights', 'and 93 more'],
  ['list=allcategories\nacpr¦op=size', 'acprop', 'Default: nothing selected'],
  ['list=allimages\naiu¦ser=x', 'aiuser', 'Only together with `aisort=timestamp`', '`#1234`'],
  ['prop=revisions\nrvli¦mit=5', 'rvlimit', 'a query of a single page'],
  ['list=deletedrevs\ndrst¦art=now', 'drstart', 'Only in the modes 1, 2'],
  ['list=categorymembers\ncmstartsort¦key=x', 'cmstartsortkey', '**Deprecated**'],
  ['list=checkuser\ncuto¦ken=x', 'cutoken', 'Secret', '`csrf`', 'POST'],
  ['list=recentchanges\nrcnamesp¦ace=0', 'rcnamespace', 'Also accepts `-2`, `-1`', '`*` selects all'],
  ['meta=allmessages\namar¦gs=x', 'amargs', 'may be repeated'],
  [
    'prop=revisions\nrvslots=main\nrvcontentformat-m¦ain=x',
    'rvcontentformat-main',
    '**rvcontentformat-main**',
    'for each value of `rvslots`; here for `main`',
  ],
  ['red¦irects', 'redirects', '**redirects** — flag · every query'],
  ['max¦lag=5', 'maxlag', 'every request'],
  ['cmti¦tle=x', 'cmtitle', '`categorymembers`'],
  ['?list=allpages&ap¦limit=3', 'aplimit', '**aplimit**'],
  // Values.
  ['prop=revisions\nrvprop=ores¦scores', 'oresscores', '**oresscores** — ', 'Added by ORES.'],
  [
    'list=categorymembers\ncmprop=ids|ti¦tle',
    'title',
    '**title** — ',
    'A value of `cmprop`, selected by default',
  ],
  ['list=categorymembers\ncmdir=new¦er', 'newer', '**newer** — ', 'A value of `cmdir`.'],
  ['prop=revisions\nrvprop=parse¦tree', 'parsetree', '**Deprecated**'],
  ['list=allpages\napnamespace=1¦4', '14', '**14** — namespace Category'],
  ['list=allpages\napnamespace=¦0', '0', 'main namespace'],
  ['list=categorymembers\ncmnamespace=0|1¦', '1', 'namespace Talk'],
  ['list=categorymembers\ncmnamespace=¦*', '*', 'all namespaces'],
  ['meta=tokens\ntype=¦*', '*', 'all values of `type`'],
  [
    'list=recentchanges\nrcstart=2024-01-15T14:5¦6:00Z',
    '2024-01-15T14:56:00Z',
    'Monday, 15 January 2024, 14:56:00 UTC',
    '1 month ago',
  ],
  ['list=recentchanges\nrcstart=2024¦0115', '20240115', 'Sunday, 23 August 1970'],
  ['list=recentchanges\nrcstart=n¦ow', 'now', 'Friday, 15 March 2024, 12:30:45 UTC'],
  ['list=recentchanges\nrcstart=¦0', '0', 'write `now`'],
  [
    'list=recentchanges\nrcstart=2024-02-3¦0T00:00:00Z',
    '2024-02-30T00:00:00Z',
    'Friday, 1 March 2024',
    'out of range',
  ],
  [
    '?list=recentchanges&rcstart=2024-01-15T14%3A5¦6%3A00Z',
    '2024-01-15T14%3A56%3A00Z',
    'Monday, 15 January 2024',
  ],
  ['list=recentchanges\nrcuser=#12¦3', '#123', 'the user with the id 123'],
  ['list=recentchanges\nrcuser=192.0.¦2.1', '192.0.2.1', 'an IP address without an account'],
  ['list=recentchanges\nrcuser=enwiki>¦Bob', 'enwiki>Bob', 'the user Bob of the wiki enwiki'],
  ['list=recentchanges\nrclimit=m¦ax', 'max', '500', '5000'],
  ['prop=extracts\nexlimit=m¦ax', 'max', 'can return: 20'],
  ['list=categorymembers\ncmtitle=Category:Ph¦ysics', 'Category:Physics', '**cmtitle**'],
  ['list=recentchanges\nrctoponly=fal¦se', 'false', '**rctoponly** — flag'],
  // The preamble.
  [
    '@cat = Category:Physics\nlist=categorymembers\ncmtitle={{c¦at}}',
    '{{cat}}',
    '**cat** — a variable of the file',
    'Category:Physics',
  ],
  ['@a = x\n@b = {{a}}y\ntitles={{¦b}}', '{{b}}', 'xy', 'Written as `{{a}}y`'],
  ['@a = x\n@b = {{¦a}}y', '{{a}}', '**a**'],
  ['@ca¦t = Physics', 'cat', 'Physics'],
  ['### T\n@c = 1\ntitles={{¦c}}', '{{c}}', 'a variable of this query'],
  ['# @lim¦it 5', 'limit', '**`# @limit`**'],
  ['# @site en¦wiki', 'enwiki', '`https://en.wikipedia.org/w/api.php`'],
  ['# @site no¦where', 'nowhere', 'No site with this name'],
];

suite('wiki hover', () => {
  for (const [marked, on, ...says] of cases) {
    test(JSON.stringify(marked), () => {
      const explanation = explained(marked);
      assert(explanation, 'nothing is explained');
      const { start, end } = explanation.span;
      assert.equal(view(marked).block.text.slice(start, end), on);
      for (const part of says) {
        if (typeof part === 'string')
          assert(explanation.markdown.includes(part), `${part} in ${explanation.markdown}`);
        else assert.match(explanation.markdown, part);
      }
    });
  }

  for (const marked of ['# a com¦ment', '### Ti¦tle', 'nonsen¦se=1', 'list=allpages\n¦', '# @nonsen¦se 1']) {
    test(`${JSON.stringify(marked)} has no explanation`, () => assert.equal(explained(marked), undefined));
  }

  test('a template in a value has only the explanation of its parameter', () => {
    assert.match(explained('titles={{Inf¦obox}}x')?.markdown ?? '', /\*\*titles\*\*/);
  });

  test('nothing that a file holds becomes markup', () => {
    const hostile = '<img src=x> [a](command:b) `c` **d** \u202E';
    const markdown = explained(`@v = ${hostile}\ntitles={{¦v}}`)?.markdown ?? '';
    assert(markdown.includes('```\n<img src=x> [a](command:b) `c` **d** \uFFFD\n```'), markdown);
    const user = explained('list=recentchanges\nrcuser=a>*b¦*[c](d:e)`')?.markdown ?? '';
    assert(user.includes(String.raw`\*b\*\[c\](d:e)\``), user);
  });

  test('the documentation of a completion is resolved on request', () => {
    for (const [marked, label, says] of [
      ['list=¦', 'categorymembers', '**categorymembers** — list module'],
      ['generator=allpages\n¦', 'gaplimit', '**gaplimit**'],
      ['list=categorymembers\ncmprop=¦', 'title', 'A value of `cmprop`'],
      ['list=allpages\napnamespace=¦', '1 Talk', 'namespace Talk'],
      ['¦', 'Blocked users', 'list=blocks'],
      ['# @¦', 'site', '# @site'],
    ] as const) {
      const subject = offered(marked).find(item => item.label === label)?.subject ?? {};
      assert(
        documentWiki(subject, knowledge)?.includes(says),
        `${label}: ${documentWiki(subject, knowledge)}`,
      );
    }
  });
});
