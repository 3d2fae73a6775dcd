/** The problems of a query: one line a case, the query in one line, then the codes and their places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { found, problemsOf, wording } from '../../support/wiki-problems.ts';

const members = 'list=categorymembers\ncmtitle=Category:A\n';
const pages = 'list=allpages\n';
const revisions = 'prop=revisions\ntitles=A\n';
const changes = 'list=recentchanges\n';
const many = (count: number): string => Array.from({ length: count }, (_, index) => index).join('|');

type Case = readonly [query: string, ...expected: string[]];
const groups: Readonly<Record<string, readonly Case[]>> = {
  'nothing wrong': [
    [`${members}cmlimit=max\ncmprop=ids|title`],
    ['generator=allpages\ngapprefix=A\ngaplimit=20\nprop=info\ninprop=url'],
    ['titles=AT&T|C++|A#b\nprop=info'],
    ['meta=tokens\ntype=*'],
    [`${revisions}rvprop=content\nrvslots=*\nrvcontentformat-main=text/x-wiki`],
    [`${revisions}rvprop=content\nrvslots=main\nrvcontentformat-main=text/x-wiki`],
    ['# only a comment'],
    [''],
  ],
  names: [
    [`${members}limit=3`, 'unrecognizedparams@limit'],
    [`${members}gcmlimit=3`, 'unrecognizedparams@gcmlimit'],
    ['generator=allpages\naplimit=3', 'unrecognizedparams@aplimit'],
    [`${pages}titles[]=A`, 'unsupportedarray@titles[]'],
    [`${pages}aplimit=1\naplimit=2`, 'duplicate-parameter@aplimit=1'],
    [`${pages}=x`, 'empty-name@=x'],
    [`${pages}aplimt=3`, 'unrecognizedparams@aplimt'],
    [`${pages}cmtitle=Category:A`, 'unrecognizedparams@cmtitle'],
    ['list: allpages\naplimit: 5', 'unrecognizedparams@list: allpages', 'unrecognizedparams@aplimit: 5'],
    ['?prop=info&titles[]=A&titles[]=B', 'unsupportedarray@titles[]'],
    ['action=parse\npage=A', '!foreign-action@parse'],
    ['--list=allpages', 'unrecognizedparams@--list'],
    ['• list=allpages\n• aplimit=5', 'unrecognizedparams@• list', 'unrecognizedparams@• aplimit'],
    ['list=search\nsrsearch=-draft'],
    ['https://en.wikipedia.org/wiki/Berlin', 'title-address@https://en.wikipedia.org/wiki/Berlin'],
    ['https://en.wikipedia.org/w/api.php'],
    [
      'https://de.wikipedia.org/w/index.php?title=Spezial:Suche&search=foo',
      'title-address@https://de.wikipedia.org/w/index.php',
    ],
    [
      'https://en.wikipedia.org/wiki/Berlin?action=history',
      'title-address@https://en.wikipedia.org/wiki/Berlin',
    ],
    ['https://en.wikipedia.org/wiki/Special:ApiSandbox#action=query&list=allpages&aplimit=5'],
    [
      'https://w.example/w/index.php?title=Special:ApiSandbox#action=query&list=allpagez',
      'unrecognizedvalues@allpagez',
    ],
    ['meta=siteinfo\nsiprop=general\nmeta=tokens', 'duplicate-parameter@meta=siteinfo'],
    ['prop=revisions\ntitles=A\nrvslot=main\nrvprop=content', 'unrecognizedparams@rvslot'],
    [
      'list=wikilambdasearch_labels\nwikilambdasearch_search=a\nwikilambdasearch_lang=en',
      '!missingparam@wikilambdasearch_lang',
    ],
  ],
  modules: [
    ['list=allpage', 'unrecognizedvalues@allpage'],
    ['list=revisions', 'unrecognizedvalues@revisions'],
    ['list=allpages|', 'unrecognizedvalues@allpages|'],
    ['prop=info |links\ntitles=A', 'unrecognizedvalues@info '],
    ['list=foo\nfoolimit=5\nfooprop=x', 'information:unrecognizedvalues@foo'],
    [
      'prop=info|foo\nfooprop=x\nincontinu=1\ntitles=A',
      'information:unrecognizedvalues@foo',
      'hint:unrecognizedparams@incontinu',
    ],
    ['generator=foo\ngfoolimit=5\nprop=info', 'information:badgenerator@foo'],
    ['list=allpagez\naplimit=5', 'unrecognizedvalues@allpagez'],
    ['generator=users', '!badgenerator@users'],
    ['generator=bogus', 'information:badgenerator@bogus'],
    ['generator=', '!badgenerator@generator'],
    ['generator=allpages|links', '!badgenerator@allpages|links'],
    ['list=deletedrevs', 'deprecation@deletedrevs'],
    ['list=checkuser\ncurequest=userips\ncutarget=A', 'information:mustbeposted@checkuser'],
    ['prop=info,links\ntitles=A', 'unrecognizedvalues@info,links'],
    ['prop=info%7Clinks\ntitles=A', 'unrecognizedvalues@info%7Clinks'],
    ['prop=info｜links\ntitles=A', 'unrecognizedvalues@info｜links'],
    ['list=generator=allpages', 'unrecognizedvalues@generator=allpages'],
    ['generator=allpages,links', '!badgenerator@allpages,links'],
    [`${changes}prop=title|user`, 'unrecognizedvalues@title', 'unrecognizedvalues@user'],
    ['generator=allpages\nprop=title', 'information:unrecognizedvalues@title'],
    ['generator=all/pages', '!badgenerator@all/pages'],
    ['action=parse\nmeta=siteinfo', '!foreign-action@parse'],
    ['format=xml\nmeta=siteinfo', 'hint:forced-value@format=xml'],
    ['meta=siteinfo\ncallback=f', 'hint:never-sent@callback=f'],
  ],
  enumerations: [
    [`${pages}apfilterredir=redirect`, '!badvalue@redirect'],
    [`${pages}apfilterredir=All`, '!badvalue@All'],
    [`${pages}apfilterredir=`, '!badvalue@apfilterredir'],
    [`${members}cmprop=ids,title`, 'unrecognizedvalues@ids,title'],
    [`${members}cmprop=ids\n  |titel`, 'unrecognizedvalues@titel'],
    [`${members}cmprop=*`, 'unrecognizedvalues@*'],
    [`${members}cmprop=`],
    ['meta=userinfo\nuiprop=*'],
    ['meta=userinfo\nuiprop=*|rights', 'unrecognizedvalues@*'],
    ['list=search\nsrsearch=A\nsrprop=score', 'deprecation@score'],
    ['list=logevents\nleaction=delete/delete'],
    ['list=logevents\nleaction=thanks/anything'],
    ['list=logevents\nleaction=delete', '!unknown_leaction@delete'],
  ],
  numbers: [
    [`${pages}apminsize=1kB`, '!badinteger@1kB'],
    [`${pages}apminsize=`, '!badinteger@apminsize'],
    [`${pages}apminsize=9223372036854775808`, '!badinteger@9223372036854775808'],
    [`${pages}apminsize=-9223372036854775808`],
    [`${pages}aplimit=501`, 'outofrange@501'],
    [`${pages}aplimit=0`, 'outofrange@0'],
    [`${pages}aplimit=MAX`, '!badinteger@MAX'],
    [`${pages}apminsize=max`, '!badinteger@max'],
    ['prop=info\npageids=1,2', '!badinteger@1,2'],
    ['prop=info\npageids=1|x|', '!badinteger@1|x|', '!badinteger@x'],
    ['prop=extracts\nexplaintext\ntitles=A\nexsentences=11', 'outofrange@11'],
  ],
  counts: [
    [`prop=info\npageids=${many(50)}`],
    [`prop=info\npageids=${many(51)}`, 'information:toomanyvalues@50'],
    [`list=allpages\nprop=info\npageids=${many(51)}`, '!toomanyvalues@50'],
    [`prop=info\ngenerator=links\npageids=${many(51)}`, '!toomanyvalues@50'],
  ],
  flags: [
    [`${changes}rctoponly`],
    [`${changes}rctoponly=1`],
    [`${changes}rctoponly=false`, 'flag-false@rctoponly=false'],
    [`${changes}rctoponly=0`, 'flag-false@rctoponly=0'],
  ],
  dates: [
    [`${changes}rcend=2024-01-15T14:56:00Z`],
    [`${changes}rcend=2024-01-15 14:56:00,5+02`],
    [`${changes}rcend=20240115145600`],
    [`${changes}rcend=1705330560`],
    [`${changes}rcend=Mon, 15 Jan 2024 14:56:00 GMT`],
    [`${changes}rcend=2024-01-15`, '!badtimestamp@2024-01-15'],
    [`${changes}rcend=yesterday`, '!badtimestamp@yesterday'],
    [`${changes}rcend=1705330560000`, '!badtimestamp@1705330560000'],
    [`${changes}rcend=20240115`, 'unix-date@20240115'],
    [`${changes}rcend=202401151456`, 'unix-date@202401151456'],
    [`${changes}rcend=2024-02-30T00:00:00Z`, 'date-rollover@2024-02-30T00:00:00Z'],
    [`${changes}rcend=`, 'unclearnowtimestamp@rcend'],
    [
      `${changes}rcstart=2024-01-01T00:00:00Z\nrcend=2024-02-01T00:00:00Z`,
      'reversed-range@2024-02-01T00:00:00Z',
    ],
    [`${changes}rcdir=newer\nrcstart=2024-01-01T00:00:00Z\nrcend=2024-02-01T00:00:00Z`],
  ],
  namespaces: [
    [`${pages}apnamespace=100`],
    [`${pages}apnamespace=-1`, '!badvalue@-1'],
    [`${pages}apnamespace=Talk`, '!badvalue@Talk'],
    [`${pages}apnamespace=0|1`, '!badvalue@0|1'],
    [`${changes}rcnamespace=-1|0`],
    [`${changes}rcnamespace=*`],
    [`${changes}rcnamespace=*|0`, 'unrecognizedvalues@*'],
    [`${changes}rcnamespace=Talk`, 'unrecognizedvalues@Talk'],
  ],
  users: [
    [`${changes}rcuser=Nobody`],
    [`${changes}rcuser=User:Admin`],
    [`${changes}rcuser=192.0.2.1`],
    [`${changes}rcuser=::1`],
    ['prop=info\ntitles=User talk:::1'],
    ['prop=info\ntitles=Talk:::1', 'invalid-title-name@Talk:::1'],
    [`${changes}rcuser=192.0.2.0/24`, '!baduser@192.0.2.0/24'],
    [`${changes}rcuser=a|b`, '!baduser@a|b'],
    [`${changes}rcuser=`, '!baduser@rcuser'],
    ['list=usercontribs\nucuser=A|[x]', '!baduser@[x]'],
  ],
  titles: [
    ['prop=info\ntitles=Paris,London', 'hint:titles-comma@Paris,London'],
    [
      'prop=info\ntitles=Category:Physics,Category:Chemistry',
      'hint:titles-comma@Category:Physics,Category:Chemistry',
    ],
    ['prop=info\ntitles=Paris, Texas'],
    ['prop=info\ntitles=Paris,_Texas'],
    ['prop=info\ntitles=Crosby, Stills, Nash & Young'],
    ['prop=info\ntitles=2,4-Dichlorophenol'],
    ['prop=info\ntitles=N,N-Dimethylformamide'],
    ['prop=info\ntitles=10,000 Maniacs'],
    ['prop=info\ntitles=Paris,London|Rome'],
    ['prop=info\ntitles=A[b]|C', 'invalid-title-name@A[b]'],
    ['prop=info\ntitles=|', 'invalid-title-name@|'],
    [
      'prop=info\ntitles=https://en.wikipedia.org/wiki/Physics',
      'title-address@https://en.wikipedia.org/wiki/Physics',
    ],
    ['prop=info\ntitles=https://example.org/'],
    ['prop=info\ntitles=A|', 'invalid-title-name@A|'],
    ['prop=info\ntitles="A"', 'quoted-value@"A"'],
    ['prop=info\ntitles="A"|"B"', 'quoted-value@"A"|"B"'],
    ['prop=info\ntitles="A"|B'],
    ['prop=info\ntitles=“A”', 'quoted-value@“A”'],
    ['list=categorymembers\ncmtitle=“Category:A”', 'quoted-value@“Category:A”'],
    ['list="search"\nsrsearch="a b"', 'quoted-value@"search"', 'unrecognizedvalues@"search"'],
    ['prop=info\ntitles=A\ninlinkcontext=[]', '!badtitle@[]'],
    ['list=categorymembers\ncmtitle=Physics', '!invalidcategory@Physics'],
    ['list=categorymembers\ncmtitle=Talk:Physics', '!invalidcategory@Talk:Physics'],
    ['list=categorymembers\ncmtitle=Kategorie:Physik'],
    ['list=imageusage\niutitle=Datei:A.jpg'],
    ['list=backlinks\nbltitle=A[b', '!invalidtitle@A[b'],
    [`${pages}apprefix=Talk:A`, '!invalidtitle@Talk:A'],
    ['prop=categories\ntitles=A\nclcategories=B', 'invalidcategory@B'],
  ],
  pages: [
    ['prop=info', 'no-pages@info'],
    ['generator=links\nprop=info', 'no-pages@links'],
    ['generator=allpages\ntitles=A', 'ignored-titles@titles=A'],
    ['prop=info\ntitles=A\npageids=1', '!multisource@pageids=1'],
    ['prop=info\nrevids=1\nredirects', 'redirectsandrevids@redirects'],
    ['prop=stashimageinfo\nsiifilekey=A'],
  ],
  'names from elsewhere in the API': [
    ['titles=A\nprop=text\ntxlimit=2', 'unrecognizedvalues@text', 'unrecognizedparams@txlimit'],
    ['titles=A\nprop=wikitext|info\ninprp=url', 'unrecognizedvalues@wikitext', 'unrecognizedparams@inprp'],
    ['titles=A\nprop=extmetadata\niiurlwidth=40', 'unrecognizedvalues@extmetadata'],
    ['list=usercontributions\nucuser=A', 'unrecognizedvalues@usercontributions'],
    ['generator=whatlinkshere\ngbltitle=A', 'badgenerator@whatlinkshere'],
    ['list=wbsearchentities\nsearch=A\nlanguage=en', 'unrecognizedvalues@wbsearchentities'],
  ],
  'finding nothing': [
    ['prop=langlinks\ntitles=A\nlllang=de|fr', 'never-true@de|fr'],
    ['prop=langlinks\ntitles=A\nlllang=de'],
    ['list=recentchanges\nrctag=a|b', 'never-true@a|b'],
    ['list=allusers\nauprefix=A|B', 'never-true@A|B'],
    ['list=exturlusage\neuquery=https://a.example', 'never-true@https://a.example'],
    ['list=exturlusage\neuquery=mailto:a@a.example'],
    ['list=allcategories\nacprefix=Category:A', 'never-true@Category:A'],
    ['list=allcategories\nacprefix=Ship:A'],
    ['list=embeddedin\neititle=Coord', 'information:never-true@Coord'],
    ['list=embeddedin\neititle=Template:Coord'],
    ['prop=pageprops\ntitles=A\nppprop=a,b', 'never-true@a,b'],
    ['list=search\nsrsearch=A\nsrwhat=title', 'information:never-true@title'],
    ['list=allpages\nmaxlag=-1', 'never-true@-1'],
  ],
  'a missing “&”': [
    [`${revisions}rvlimit=10rvdir=newer`, '!badinteger@10rvdir=newer'],
    [`${changes}rcprop=ids|titlerclimit=5`, 'unrecognizedvalues@ids|titlerclimit=5'],
    [`${changes}rcstart=nowrclimit=5`, '!badtimestamp@nowrclimit=5'],
    ['list=search\nsrsearch=insource:srlimit=5'],
  ],
  'a continuation that was left over': [
    [`${pages}rawcontinue=1\ncontinue=`, 'hint:never-sent@rawcontinue=1'],
    [`${pages}apcontinue=B`, 'information:leftover-continuation@apcontinue=B'],
    ['list=search\nsrsearch=A\nsroffset=20\ncontinue=-||', 'information:leftover-continuation@sroffset=20'],
    [`${pages}continue=-||`],
    [`${pages}continue=`],
  ],
  'pages of a response': [
    ['prop=extracts\nexplaintext\ntitles=A|B', 'information:served-pages@extracts'],
    ['prop=extracts\nexplaintext\nexintro\ntitles=A|B'],
    ['prop=pageimages\npilimit=1\ntitles=A|B', 'information:served-pages@pageimages'],
    ['generator=allpages\ngaplimit=100\nprop=pageimages', 'information:served-pages@pageimages'],
  ],
  required: [
    ['list=search', '!missingparam@search'],
    ['list=search\nsrsearch=', '!missingparam@srsearch'],
    ['generator=search', '!missingparam@search'],
    ['list=categorymembers', '!missingparam@categorymembers'],
    [`${members}cmpageid=1`, '!invalidparammix@cmpageid=1'],
  ],
  rules: [
    [`${changes}rcshow=bot|!bot`, '!show@!bot'],
    [`${changes}rcuser=A\nrcexcludeuser=B`, '!invalidparammix@rcexcludeuser=B'],
    ['list=allimages\naiuser=A', '!invalidparammix@aiuser=A'],
    ['list=allimages\naiuser=A\naisort=timestamp'],
    ['list=alllinks\nalunique\nalprop=ids', '!invalidparammix@alprop=ids'],
    ['list=langbacklinks\nlbltitle=A', '!nolang@lbltitle=A'],
    [
      'list=deletedrevs\ndrstart=20240115145600',
      'deprecation@deletedrevs',
      '!badparams@drstart=20240115145600',
    ],
    ['list=alldeletedrevisions\nadruser=A\nadrfrom=B', '!invalidparammix@adrfrom=B'],
    ['generator=allpages\nredirects', '!params@redirects'],
    [`${revisions}rvprop=content`, 'deprecation@rvprop=content'],
    ['prop=revisions\ntitles=A|B\nrvlimit=2', 'invalidparammix@rvlimit=2'],
    [`${revisions}rvlimit=2`],
    ['prop=extracts\ntitles=A', 'textextracts-malformed-html@extracts'],
    ['prop=info\ntitles=A\ninpreloadcustom=B', 'unusedparam@inpreloadcustom=B'],
    ['list=allimages\naisha1=abc', '!invalidsha1hash@abc'],
    ['list=blocks\nbkip=A', '!param_ip@A'],
    ['list=blocks\nbkip=10.0.0.0/8', 'cidrtoobroad@10.0.0.0/8'],
    ['list=blocks\nbkip=10.0.0.0/16'],
    ['list=usercontribs\nuciprange=2001:db8::/31', 'cidrtoobroad@2001:db8::/31'],
    ['list=exturlusage\neuquery=*.example.org/a'],
    ['list=exturlusage\neuquery=example.org/*', '!badquery@example.org/*'],
    [`${pages}apcontinue=A|B`, '!badcontinue@A|B'],
    [`${pages}continue=A`, '!badcontinue@A'],
  ],
  'encoding and secrets': [
    ['titles=Al\ufeffbert\nprop=info', 'invisible-character@Al\ufeffbert'],
    // Khmer separates words by zero-width spaces.
    ['titles=\u1780\u200b\u1781\nprop=info'],
    ['titles=\u200eAlbert\nprop=info'],
    ['Query: list=categorymembers&cmtitle=Category:Physics', 'unrecognizedparams@Query: list'],
    ['list=search\nsrsearch=foo%20bar', 'information:encoded-value@foo%20bar'],
    ['list=search\nsrsearch=100%25'],
    ['?list=search&srsearch=foo%20bar'],
    ['prop=info\ntitles=E\u0301mile', 'badutf8@E\u0301mile'],
    ['?prop=info&titles=%1FA%1FB'],
    ['?prop=info&titles=A%1FB', 'invalid-title-name@A%1FB', 'badutf8@A%1FB'],
    ['?list=allpages&apfrom=%1FA', '!badvalue@%1FA', '!invalidtitle@%1FA'],
    ['list=watchlist\nwlowner=A\nwltoken=secret', 'sensitive-value@secret'],
  ],
  'URLs and variables': [
    ['https://w.example/api.php?action=query&list=allpages&aplimit=five', '!badinteger@five'],
    ['@n = five\nlist=allpages\naplimit={{n}}', '!badinteger@{{n}}'],
    ['list=allpages&aplimit=max&apfilterredir=al%6c'],
    ['?list=allpages&amp;aplimit=5&amp;aplimt=6', 'html-entity@&amp;', 'unrecognizedparams@aplimt'],
    ['list=allpages&amp;aplimit=x', 'html-entity@&amp;', '!badinteger@x'],
    ['api.php?action=query&list=allpages&aplimit=5'],
    ['en.wikipedia.org/w/api.php?action=query&list=allpages&aplimit=x', '!badinteger@x'],
  ],
  deprecated: [
    ['prop=langlinks\ntitles=A\nllurl', 'deprecation@llurl'],
    ['prop=iwlinks\ntitles=A\niwurl', 'deprecation@iwurl'],
  ],
};

for (const [name, cases] of Object.entries(groups))
  describe(name, () => {
    for (const [query, ...expected] of cases)
      it(JSON.stringify(query.length > 90 ? `${query.slice(0, 90)}…` : query), () => {
        const ours = found(query);
        if (name === 'counts')
          assert.deepEqual(
            ours.map(each => each.slice(0, each.indexOf('@') + 3)),
            expected,
          );
        else assert.deepEqual(ours, expected);
        for (const { code, message, arguments: args } of problemsOf(query)) {
          const text = wording(message ?? code, args);
          assert.notEqual(text, message ?? code, 'a problem without words');
          assert.doesNotMatch(text, /\{\w+\}/, 'a placeholder in the words');
        }
      });
  });

it('says of each cause one thing', () => {
  const query = 'list=usercontribs\nucuserids=x';
  assert.deepEqual(found(query), ['!badinteger@x']);
});

describe('what is known of a site', () => {
  const namespaces = new Map([
    [0, ['']],
    [1, ['Diskussion', 'Talk']],
    [6, ['Datei', 'File']],
    [14, ['Kategorie', 'Category']],
  ]);
  it('judges namespaces', () =>
    assert.deepEqual(found(`${pages}apnamespace=100`, { namespaces }), ['!badvalue@100']));
  it('reads titles by its names', () =>
    assert.deepEqual(found('list=categorymembers\ncmtitle=Kategorie:A', { namespaces }), []));
  it('judges the parameters of a module that it does not have', () => {
    const query = 'list=foo\nfoolimit=5';
    const told = ['unrecognizedvalues@foo', 'unrecognizedparams@foolimit'];
    assert.deepEqual(found(query, { describesItself: true }), told);
    assert(
      problemsOf(query, { describesItself: true }).some(
        ({ message }) => message === 'unrecognizedvalues.module',
      ),
    );
    assert.equal(problemsOf(query)[0]?.message, 'unrecognizedvalues.extension');
  });
  it('says of the address of a page one thing', () =>
    assert.deepEqual(
      found('list=categorymembers\ncmtitle=https://w.example/wiki/Category:A', { namespaces }),
      ['!invalidcategory@https://w.example/wiki/Category:A'],
    ));
  it('says of a misspelled module nothing about its parameters', () =>
    assert.deepEqual(found('list=allpages;\naplimit=5', { describesItself: true }), [
      'unrecognizedvalues@allpages;',
    ]));
  it('gives more to those with high limits', () =>
    assert.deepEqual(found(`${pages}aplimit=5000`, { highLimits: true }), []));
});
