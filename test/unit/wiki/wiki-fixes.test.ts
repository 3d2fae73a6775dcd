/** Fixes of problems, one line each: the query, and what a fix makes of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import commonFixMessages from '../../../server/catalogue/messages/query-file-fixes.json' with { type: 'json' };
import fixMessages from '../../../server/catalogue/messages/wiki-fixes.json' with { type: 'json' };
import messages from '../../../server/catalogue/messages/wiki.json' with { type: 'json' };
import type { Fix, Problem } from '#shared/base/text/problem.ts';
import { refactoringsOf } from '../../../server/src/wiki/fixes/refactorings.ts';
import { context } from '../../support/jql.ts';
import {
  allFixes,
  edited,
  fixes,
  modelOf,
  problemsOf,
  viewOf,
  wording,
} from '../../support/wiki-problems.ts';
import withoutFix from './without-fix.json' with { type: 'json' };

const texts: Readonly<Record<string, string>> = { ...commonFixMessages, ...fixMessages };
/** By the key of a problem's wording a query that has it: nothing can be done there without knowing what was meant. */
const needsThought: Readonly<Record<string, string>> = withoutFix.needsThought;

/** The query after its first preferred fix. */
const preferred: readonly (readonly [query: string, after: string])[] = [
  // values as code has them, all at once
  ['prop="info",\ntitles="A"', 'prop=info\ntitles=A'],
  ['list=allpages;\napprefix=A;\naplimit=5', 'list=allpages\napprefix=A\naplimit=5'],
  ['{\nprop=info\ntitles=A\n}', 'prop=info\ntitles=A\n}'],
  ["'list' => 'allpages',", 'list=allpages'],
  [
    "'action' => 'query',\n'list' => 'categorymembers',\n'cmtitle' => 'Category:Physics',",
    'action=query\nlist=categorymembers\ncmtitle=Category:Physics',
  ],
  ['"meta": "siteinfo",\n"continue": "",', 'meta=siteinfo\ncontinue='],
  ['list: search\nsrsearch: haswbstatement:P345=', 'list=search\nsrsearch=haswbstatement:P345='],
  ['generator: allpages\ngapprefix: B\ngaplimit: 5', 'generator=allpages\ngapprefix=B\ngaplimit=5'],
  ['"prop": "info",\n"titles": "Caf\\u00e9"', 'prop=info\ntitles=Café'],
  ['"prop": [\n  "info",\n  "pageprops"\n],\n"titles": "A"', 'prop=info|pageprops\ntitles=A'],
  ['list=“allpages”\napfrom=“Al”', 'list=allpages\napfrom=Al'],
  ['list=`allpages`\napfrom=`Al`', 'list=allpages\napfrom=Al'],
  [
    'format=json; prop=transcludedin; titles=A B; tiprop=title',
    'format=json\nprop=transcludedin\ntitles=A B\ntiprop=title',
  ],
  [
    'format=json; list=search; srsearch=A; utf8=; srlimit=5',
    'format=json\nlist=search\nsrsearch=A\nutf8=\nsrlimit=5',
  ],
  ['prop=info, titles=A, inprop=url', 'prop=info\ntitles=A\ninprop=url'],
  ['list=recentchanges\nrcdir=newest', 'list=recentchanges\nrcdir=older'],
  // The same value twice is not a sign between a name and its value.
  ['list=allpages|recentchanges\naplimit5\nrclimit5', 'list=allpages|recentchanges\naplimit=5\nrclimit5'],
  [
    'list: categorymembers\ncmtitle: Category:A\ncmlimit=5',
    'list=categorymembers\ncmtitle=Category:A\ncmlimit=5',
  ],
  // names in any case, and lists as code has them
  ["prop=info\ntitles=['A', 'B']", 'prop=info\ntitles=A|B'],
  ['prop=revisions\ntitles=A\nrvprop=["ids", "size"]', 'prop=revisions\ntitles=A\nrvprop=ids|size'],
  ['list=usercontribs\nucuser=A\nucprop=ids/timestamp', 'list=usercontribs\nucuser=A\nucprop=ids|timestamp'],
  ['list=recentchanges\nrcprop=ids\u00A6user', 'list=recentchanges\nrcprop=ids|user'],
  ['list=wikidiscover\nwdlimit: 500', 'list=wikidiscover\nwdlimit=500'],
  ['titles=A\npropinfo', 'titles=A\nprop=info'],
  ['titles=A;prop=info', 'titles=A\nprop=info'],
  // a sign other than `=` or `|`, or none
  ['list=recentchanges\nrclimit;100', 'list=recentchanges\nrclimit=100'],
  ['?list=recentchanges&rclimit;100', '?list=recentchanges&rclimit=100'],
  ['list=recentchanges\nrcnamespace|0', 'list=recentchanges\nrcnamespace=0'],
  ['list=recentchanges\nrclimit100', 'list=recentchanges\nrclimit=100'],
  ['meta=userinfo\nformatversion&2', 'meta=userinfo\nformatversion=2'],
  ['list=recentchanges\nrcprop=idstimestamp|user', 'list=recentchanges\nrcprop=ids|timestamp|user'],
  // meaning
  // names
  ['list=allpages\naplimt=3', 'list=allpages\naplimit=3'],
  ['prop=revisions&titles=A&rvlimit=10 rvdir=newer', 'prop=revisions&titles=A&rvlimit=10&rvdir=newer'],
  ['list=search\nsrserach=A', 'list=search\nsrsearch=A'],
  ['generator=wbsearch\ngwbsearch=A', 'generator=wbsearch\ngwbssearch=A'],
  ['LIST=logevents\nletype=block', 'list=logevents\nletype=block'],
  ['prop=deletedrevisions\ntitles=A\ndrprop=revid|user', 'prop=deletedrevisions\ntitles=A\ndrvprop=ids|user'],
  ['list=alldeletedrevisions\ndrprop=len|token', 'list=alldeletedrevisions\nadrprop=size'],
  ['list=allpages\nAPLIMIT=3', 'list=allpages\naplimit=3'],
  ['prop=revisions\ntitles=A\nprops=ids|user', 'prop=revisions\ntitles=A\nrvprop=ids|user'],
  ['list=allpages\nlimits=3', 'list=allpages\naplimit=3'],
  ['list=search\nsrsearch=A\nlimit=3', 'list=search\nsrsearch=A\nsrlimit=3'],
  ['generator=allpages\naplimit=3\nprop=info', 'generator=allpages\ngaplimit=3\nprop=info'],
  ['list=allpages\ngaplimit=3', 'list=allpages\naplimit=3'],
  ['?list=allpages&aplimt=3&apfrom=A', '?list=allpages&aplimit=3&apfrom=A'],
  ['aplimit=3', 'aplimit=3\nlist=allpages'],
  ['prop=info\ntitles[]=A', 'prop=info\ntitles=A'],
  ['list: allpages', 'list=allpages'],
  ['"aplimit": "5",\nlist=allpages', 'aplimit=5\nlist=allpages'],
  ['list=allpages\naplimit＝5', 'list=allpages\naplimit=5'],
  ['list\tallpages\naplimit\t5', 'list=allpages\naplimit=5'],
  ['• list=allpages\n• aplimit=5', 'list=allpages\naplimit=5'],
  ['titles=Albert Einstein\u200b|B\nprop=info', 'titles=Albert Einstein|B\nprop=info'],
  ['1. list=allpages\n2. aplimit=5', 'list=allpages\naplimit=5'],
  [
    '1) action=query\n2) list=categorymembers\n3) cmtitle=Category:A',
    'action=query\nlist=categorymembers\ncmtitle=Category:A',
  ],
  ['`list=allpages`\n`aplimit=5`', 'list=allpages\naplimit=5'],
  ['**list**=allpages\n**aplimit**=5', 'list=allpages\naplimit=5'],
  ['```\nlist=allpages\naplimit=5\n```', 'list=allpages\naplimit=5\n```'],
  [
    '"https://w.example/w/api.php?action=query&list=search&srsearch=A"',
    'https://w.example/w/api.php?action=query&list=search&srsearch=A',
  ],
  [
    '<https://w.example/w/api.php?action=query&list=search&srsearch=A>',
    'https://w.example/w/api.php?action=query&list=search&srsearch=A',
  ],
  ['titles=A|\nB|\nC\nprop=info', 'titles=A|\n|B|\nC\nprop=info'],
  ['- list: allpages\n- aplimit: 5', 'list=allpages\naplimit=5'],
  ['> list=allpages\n> aplimit=5', 'list=allpages\naplimit=5'],
  ['list=allpages \\\naplimit=5 \\\napfrom=A', 'list=allpages\naplimit=5\napfrom=A'],
  ['list=allpages&\naplimit=5&\napfrom=A', 'list=allpages\naplimit=5\napfrom=A'],
  ['?list=allpages&amp;aplimit=5&amp;apfrom=A', '?list=allpages&aplimit=5&apfrom=A'],
  ['?prop=info&titles=AT&T', '?prop=info&titles=AT%26T'],
  ['list=recentchanges\nprop=title|user', 'list=recentchanges\nrcprop=title|user'],
  // values
  ['list=revisions\ntitles=A', 'prop=revisions\ntitles=A'],
  ['list=allpages|info\ntitles=A', 'list=allpages\nprop=info\ntitles=A'],
  ['list=info|allpages\nprop=links\ntitles=A', 'list=allpages\nprop=links|info\ntitles=A'],
  ['?list=info%7Callpages&titles=A', '?list=allpages&prop=info&titles=A'],
  ['list=allpages|', 'list=allpages'],
  ['prop=info\ntitles=|A||B|', 'prop=info\ntitles=A|B'],
  ['list=allpages\napfilterredir=redirect', 'list=allpages\napfilterredir=redirects'],
  ['list=allpages\napfilterredir="all"', 'list=allpages\napfilterredir=all'],
  ['?list=allpages&apfilterredir=+all', '?list=allpages&apfilterredir=all'],
  ['list=recentchanges\nrcprop=ids,title, user', 'list=recentchanges\nrcprop=ids|title|user'],
  ['list=recentchanges\nrcprop=ids\n  |titel\n  |user', 'list=recentchanges\nrcprop=ids\n  |title\n  |user'],
  ['?list=recentchanges&rcprop=ids%7C%20title', '?list=recentchanges&rcprop=ids|title'],
  ['?list=recentchanges&rcprop=ids%7C%7Cuser', '?list=recentchanges&rcprop=ids|user'],
  ['prop=info\npageids=1, 2,3', 'prop=info\npageids=1|2|3'],
  ['list=recentchanges\nrcnamespace=Talk|0', 'list=recentchanges\nrcnamespace=1|0'],
  ['list=allpages\napnamespace=User talk', 'list=allpages\napnamespace=3'],
  ['generator=info\ntitles=A', 'prop=info\ntitles=A'],
  ['generator=usercontribs\ngucuser=A\ngucdir=newer', 'list=usercontribs\nucuser=A\nucdir=newer'],
  ['prop=info,links\ntitles=A', 'prop=info|links\ntitles=A'],
  ['prop=info%7Clinks\ntitles=A', 'prop=info|links\ntitles=A'],
  ['list=allpages,\naplimit=5', 'list=allpages\naplimit=5'],
  ['list="allpages"\naplimit=5', 'list=allpages\naplimit=5'],
  ['list=allpages # all\naplimit=5', 'list=allpages\naplimit=5'],
  ['list=recentchanges\nrcprop=title｜user', 'list=recentchanges\nrcprop=title|user'],
  ['list=recentchanges\nrcprop=title，user', 'list=recentchanges\nrcprop=title|user'],
  ['list=recentchanges\nrcdir=asc', 'list=recentchanges\nrcdir=newer'],
  ['list=allpages\napdir=older', 'list=allpages\napdir=descending'],
  ['meta=userinfo\nuiprop=all', 'meta=userinfo\nuiprop=*'],
  ['list=recentchanges\nrcnamespace=all', 'list=recentchanges\nrcnamespace=*'],
  ['list=recentchanges\nrcnamespace=0,1', 'list=recentchanges\nrcnamespace=0|1'],
  ['list=recentchanges\nrcnamespace=Main', 'list=recentchanges\nrcnamespace=0'],
  ['list=allpages\napnamespace="10"', 'list=allpages\napnamespace=10'],
  ['list=exturlusage\neuquery=example.org/*', 'list=exturlusage\neuquery=example.org/'],
  ['prop=extlinks\ntitles=A\nelquery=*example.org', 'prop=extlinks\ntitles=A\nelquery=*.example.org'],
  // numbers
  ['list=allpages\naplimit=5 # five', 'list=allpages\naplimit=5'],
  ['list=allpages\naplimit=５', 'list=allpages\naplimit=5'],
  [
    'prop=imageinfo\ntitles=File:A.png\niiurlwidth=300px',
    'prop=imageinfo\ntitles=File:A.png\niiurlwidth=300',
  ],
  ['list=allpages\naplimit=MAX', 'list=allpages\naplimit=max'],
  ['list=allpages\naplimit=all', 'list=allpages\naplimit=max'],
  ['list=allpages\napminsize=1,000', 'list=allpages\napminsize=1000'],
  ['list=allpages\napminsize="7"', 'list=allpages\napminsize=7'],
  ['list=allpages\napminsize=10.0', 'list=allpages\napminsize=10'],
  // flags
  // dates
  ['list=recentchanges\nrcend=2024-01-15', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=2024-01-15t10:00:00z', 'list=recentchanges\nrcend=2024-01-15T10:00:00Z'],
  ['list=recentchanges\nrcend=2024-01-15T14:56', 'list=recentchanges\nrcend=2024-01-15T14:56:00Z'],
  ['list=recentchanges\nrcend=15.1.2024', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=yesterday', 'list=recentchanges\nrcend=2024-03-14T00:00:00Z'],
  ['list=recentchanges\nrcend=-7d', 'list=recentchanges\nrcend=2024-03-08T12:30:45Z'],
  ['list=recentchanges\nrcend=2 weeks ago', 'list=recentchanges\nrcend=2024-03-01T12:30:45Z'],
  ['list=recentchanges\nrcend=15 Jan 2024', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=January 15, 2024', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=01/15/2024', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=2024-01-15T14%3A56%3A00Z', 'list=recentchanges\nrcend=2024-01-15T14:56:00Z'],
  ['list=recentchanges\nrcend=2024-01-15 # then', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=NOW', 'list=recentchanges\nrcend=now'],
  ['list=recentchanges\nrcend=1705330560000', 'list=recentchanges\nrcend=2024-01-15T14:56:00Z'],
  ['list=recentchanges\nrcend=', 'list=recentchanges\nrcend=now'],
  ['list=recentchanges\nrcend', 'list=recentchanges\nrcend=now'],
  ['?list=recentchanges&rcend=2024-01-15', '?list=recentchanges&rcend=2024-01-15T00:00:00Z'],
  [
    '?list=recentchanges&rcend=2024-01-15T00:00:00+02:00',
    '?list=recentchanges&rcend=2024-01-15T00:00:00%2B02:00',
  ],
  // titles and users
  ['list=categorymembers\ncmtitle=Physics', 'list=categorymembers\ncmtitle=Category:Physics'],
  ['prop=info\ntitles="Main Page"', 'prop=info\ntitles=Main Page'],
  ['prop=info\ntitles="A"|"B"', 'prop=info\ntitles=A|B'],
  ['list=categorymembers\ncmtitle=“Category:A”', 'list=categorymembers\ncmtitle=Category:A'],
  ['prop=info\ntitles=[[Physics]]|B', 'prop=info\ntitles=Physics|B'],
  ['prop=info\ntitles=A%20B', 'prop=info\ntitles=A B'],
  ['prop=info\ntitles=A%7CB', 'prop=info\ntitles=A|B'],
  ['list=recentchanges\nrcuser=[[User:A]]', 'list=recentchanges\nrcuser=User:A'],
  ['prop=info\ntitles=Cafe\u0301', 'prop=info\ntitles=Caf\u00E9'],
  ['prop=info\ntitles=A\u0007B', 'prop=info\ntitles=AB'],
  // pages
  // rules
  ['list=allimages\naiuser=A', 'list=allimages\naiuser=A\naisort=timestamp'],
  // deprecated
  ['prop=langlinks\ntitles=A\nllurl', 'prop=langlinks\ntitles=A\nllprop=url'],
  ['prop=langlinks\ntitles=A\nllprop=autonym\nllurl', 'prop=langlinks\ntitles=A\nllprop=autonym|url'],
  ['prop=iwlinks\ntitles=A\niwurl', 'prop=iwlinks\ntitles=A\niwprop=url'],
  ['list=usercontribs\nucuser=A\nuctoponly', 'list=usercontribs\nucuser=A\nucshow=top'],
  ['list=random\nrnredirect', 'list=random\nrnfilterredir=redirects'],
  ['generator=random\ngrnredirect\nprop=info', 'generator=random\ngrnfilterredir=redirects\nprop=info'],
  ['prop=stashimageinfo\nsiisessionkey=1.a', 'prop=stashimageinfo\nsiifilekey=1.a'],
  [
    'list=categorymembers\ncmtitle=Category:A\ncmstartsortkey=B',
    'list=categorymembers\ncmtitle=Category:A\ncmstartsortkeyprefix=B',
  ],
  [
    'prop=revisions\ntitles=A\nrvcontentformat=text/plain',
    'prop=revisions\ntitles=A\nrvcontentformat-main=text/plain\nrvslots=main',
  ],
  // what this tool decides
  ['list=globalblocks\nbgaddresses=192.0.2.1', 'list=globalblocks\nbgtargets=192.0.2.1'],
  ['prop=info\ntitles=https://en.wikipedia.org/wiki/Main_Page', 'prop=info\ntitles=Main_Page'],
  [
    'prop=info\ntitles=B|https://en.wikipedia.org/w/index.php?title=A_B&action=edit',
    'prop=info\ntitles=B|A_B',
  ],
];

/** The query after the first fix, which is not made without asking: words of the query are lost, or its rows change. */
const offered: readonly (readonly [query: string, after: string])[] = [
  ['meta=siteinfo\nprops=labels', 'meta=siteinfo\nprop=labels'],
  // lines of programs
  ['request =get(/w/api.php?format=json&list=random', 'requestid=get(/w/api.php?format=json&list=random'],
  ['api.php?list=backlinks&bltitle=" + a() + "', 'api.php?list=backlinks&bltitle=a()'],
  [
    '<code>https://w.example/w/api.php?action=query&list=search&srsearch=A</code>',
    'https://w.example/w/api.php?action=query&list=search&srsearch=A',
  ],
  [
    'curl "https://w.example/w/api.php?action=query&list=search&srsearch=A"',
    'https://w.example/w/api.php?action=query&list=search&srsearch=A',
  ],
  ['prop=revisions\ntitles=A\nrvprop=ids\ntimestamp', 'prop=revisions\ntitles=A\nrvprop=ids\ncurtimestamp'],
  ['--list=allpages\n--aplimit=5', 'list=allpages\naplimit=5'],
  ['list==allpages\naplimit==5', 'list=allpages\naplimit=5'],
  // names that say too little, or that are another one's elsewhere
  ['list=allpages\ntitles=A\nprop=pageprops\napprop=x', 'list=allpages\ntitles=A\nprop=pageprops\nppprop=x'],
  ['prop=revisions\ntitles=A\ndirection=newer', 'prop=revisions\ntitles=A\nrvdir=newer'],
  [
    'prop=imageinfo|fileusage\ntitles=File:A\nlimit=500',
    'prop=imageinfo|fileusage\ntitles=File:A\niilimit=500',
  ],
  ['list=search\nquery=A', 'list=search\nsrsearch=A'],
  ['apprefix=A, aplimit=5, list=allpages', 'apprefix=A, aplimit=5, list=allpages\nlist=allpages'],
  // what an example leaves out
  ['?list=search&srsearch=A&...', '?list=search&srsearch=A%26...'],
  ['page=A\nprop=info', 'titles=A\nprop=info'],
  ['prop=revisions\noldid=5', 'prop=revisions\nrevids=5'],
  ['prop=info\naplimit：5', 'prop=info\naplimit=5'],
  ['list=recentchanges\nrcend=2024-02-30T00:00:00Z', 'list=recentchanges\nrcend=2024-02-29T00:00:00Z'],
  ['list=recentchanges\nrcend=2024-01-01T25:00:00Z', 'list=recentchanges\nrcend=2024-01-02T01:00:00Z'],
  ['list=geosearch\ngscoord=1|2\ngsradius=20000', 'list=geosearch\ngscoord=1|2\ngsradius=10000'],
  ['list=geosearch\ngscoord=1|2\ngsradius=5', 'list=geosearch\ngscoord=1|2\ngsradius=10'],
  ['prop=imageinfo\ntitles=A\niiprop=mize', 'prop=imageinfo\ntitles=A\niiprop=mime'],
  ['list=search\nsrsearch=a\nsrredirects=1', 'list=search\nsrsearch=a\nredirects=1'],
  ['meta=siteinfo\nuselangqqx', 'meta=siteinfo\nuselang'],
  ['titles=Aprop=info', 'titles=A\nprop=info'],
  ['format=jsonprop=info\ntitles=A', 'format=json\nprop=info\ntitles=A'],
  ['list=allpages\napfrom=P\napto=C', 'list=allpages\napfrom=C\napto=P'],
  ['titles=File:A.jpg\nprop=extmetadata', 'titles=File:A.jpg\nprop=imageinfo\niiprop=extmetadata'],
  ['list=usercontributions\nucuser=A', 'list=usercontribs\nucuser=A'],
  ['list=allcategories\nacprefix=Category:A', 'list=allcategories\nacprefix=A'],
  ['list=allimages\naiprefix=File: A', 'list=allimages\naiprefix=A'],
  ['list=geosearch\ngsbbox=52.4|13.3|52.5|13.4', 'list=geosearch\ngsbbox=52.5|13.3|52.4|13.4'],
  ['prop=pageprops\ntitles=A\nppprop=a,b', 'prop=pageprops\ntitles=A\nppprop=a|b'],
  [
    'list=exturlusage\neuquery=https://example.org/a',
    'list=exturlusage\neuquery=example.org/a\neuprotocol=https',
  ],
  ['list=exturlusage\neuquery=//example.org', 'list=exturlusage\neuquery=example.org'],
  ['prop=templates\ntitles=A\ntltemplates=Coord', 'prop=templates\ntitles=A\ntltemplates=Template:Coord'],
  ['prop=extracts\nexplaintext\ntitles=A|B', 'prop=extracts\nexplaintext\nexintro\ntitles=A|B'],
  ['prop=revisions\ntitles=A\nrvlimit=10rvdir=newer', 'prop=revisions\ntitles=A\nrvlimit=10\nrvdir=newer'],
  ['list=allpages\napcontinue=B\ncontinue=-||', 'list=allpages'],
  ['list=search\nsrsearch=A\nprop=info', 'generator=search\ngsrsearch=A\nprop=info'],
  ['list=usercontribs', 'list=usercontribs\nucuser=Example'],
  [
    'list=recentchanges\nrcdir=newer\nrcstart=2024-02-01T00:00:00Z\nrcend=2024-01-01T00:00:00Z',
    'list=recentchanges\nrcdir=newer\nrcstart=2024-01-01T00:00:00Z\nrcend=2024-02-01T00:00:00Z',
  ],
  ['list=allpages\napprlevel=sysop', 'list=allpages\napprlevel=sysop\napprtype=edit'],
  ['prop=revisions\nrevids=1\nrvlimit=5', 'prop=revisions\nrevids=1'],
  ['generator=recentchanges\ngrcprop=user\nprop=info', 'generator=recentchanges\nprop=info'],
  ['list=allpages\napminsize=5\napmaxsize=1', 'list=allpages\napminsize=1\napmaxsize=5'],
  ['list=logevents\nletype=move\nleaction=delete/delete', 'list=logevents\nleaction=delete/delete'],
  ['prop=info\ntitles[0]=A\ntitles[0]=B', 'prop=info\ntitles=A|B'],
  ['?prop=info&titles[]=A&titles[]=B+c', '?prop=info&titles=A|B%20c'],
  ['list=allpages\naplimit=1\naplimit=2', 'list=allpages\naplimit=2'],
  ['list=recentchanges\nrcprop=ids\n  |title\nrcprop=user', 'list=recentchanges\nrcprop=user'],
  ['list=recentchanges\nrcprop=ids\n# why\n  |title\nrcprop=user', 'list=recentchanges\n# why\nrcprop=user'],
  ['?list=allpages&aplimit=1&aplimit=2', '?list=allpages&aplimit=2'],
  ['?aplimit=1&list=allpages&aplimit=2', '?list=allpages&aplimit=2'],
  ['prop=info\ntitles=A\nprop=links', 'titles=A\nprop=info|links'],
  ['list=recentchanges\nrcprop=ids|titel|title', 'list=recentchanges\nrcprop=ids|title'],
  ['list=recentchanges\nrcprop=ids\n  |titel\n  |title', 'list=recentchanges\nrcprop=ids\n  |title'],
  ['list=recentchanges\nrcprop=title # no ids', 'list=recentchanges\nrcprop=title'],
  ['list=allpages\naplimit=5000', 'list=allpages\naplimit=500'],
  ['list=allpages\naplimit=0', 'list=allpages\naplimit=1'],
  ['list=allpages\napminsize=', 'list=allpages'],
  ['list=recentchanges\nrctoponly=false\nrclimit=1', 'list=recentchanges\nrclimit=1'],
  ['?list=recentchanges&rctoponly=0', '?list=recentchanges'],
  ['list=allpages&redirects=0', '?list=allpages'],
  ['list=recentchanges\nrcend=20240115', 'list=recentchanges\nrcend=2024-01-15T00:00:00Z'],
  ['list=recentchanges\nrcend=202401', 'list=recentchanges\nrcend=2024-01-01T00:00:00Z'],
  [
    'list=recentchanges\nrcstart=2024-01-01T00:00:00Z\nrcend=now',
    'list=recentchanges\nrcstart=now\nrcend=2024-01-01T00:00:00Z',
  ],
  [
    '@a = 2024-01-01T00:00:00Z\nlist=recentchanges\nrcstart={{a}}\nrcend=now',
    '@a = 2024-01-01T00:00:00Z\nlist=recentchanges\nrcstart=now\nrcend={{a}}',
  ],
  ['generator=allpages\r\ntitles=A\r\nprop=info', 'generator=allpages\r\nprop=info'],
  ['prop=revisions\ntitles=A\nrvprop=content', 'prop=revisions\ntitles=A\nrvprop=content\nrvslots=main'],
  ['list=allimages\naiuser=A\naisort=name', 'list=allimages\naiuser=A\naisort=timestamp'],
  ['prop=extracts\ntitles=A\nexintro', 'prop=extracts\ntitles=A\nexintro\nexplaintext'],
  ['?prop=extracts&titles=A&exintro', '?prop=extracts&titles=A&exintro&explaintext'],
  ['prop=info\nrevids=1\nredirects', 'prop=info\nrevids=1'],
  ['prop=info\ntitles=A\ninprop=url|preload', 'prop=info\ntitles=A\ninprop=url|preloadcontent'],
  ['prop=info\ntitles=A\ninprop=url|readable', 'prop=info\ntitles=A\ninprop=url\nintestactions=read'],
  ['list=search\nsrsearch=A\nsrprop=size|score', 'list=search\nsrsearch=A\nsrprop=size'],
  ['format=xml\nmeta=siteinfo', 'meta=siteinfo'],
  ['?format=xml&meta=siteinfo', '?meta=siteinfo'],
  ['meta=siteinfo\ncallback=f', 'meta=siteinfo'],
  ['meta=siteinfo\nerrorformat=html', 'meta=siteinfo'],
  ['meta=siteinfo\nformatversion=1', 'meta=siteinfo'],
  ['meta=siteinfo\norigin=*', 'meta=siteinfo'],
  ['meta=siteinfo\nrawcontinue', 'meta=siteinfo'],
  ['prop=info\ntitles=A\nexport\nexportnowrap', 'prop=info\ntitles=A\nexport'],
  ['list=allpages\napcontinue=A|B', 'list=allpages'],
];

/** The fix of that wording, and what it makes of the query. */
const chosen: readonly (readonly [query: string, title: string, after: string])[] = [
  ['list=allpages\naplimt=3', 'Remove “aplimt”', 'list=allpages'],
  ['titles=A\nprop=wikitext|info', 'Remove the value “wikitext”', 'titles=A\nprop=info'],
  ['list=wbsearchentities\nmeta=siteinfo', 'Remove “list”', 'meta=siteinfo'],
  ['meta=siteinfo\nsishowalldb', 'Remove “sishowalldb”', 'meta=siteinfo'],
  [
    'meta=siteinfo\nsishowalldb\nsiprop=general',
    'Add “siprop=dbrepllag”',
    'meta=siteinfo\nsishowalldb\nsiprop=general|dbrepllag',
  ],
  [
    'list=allpages\naplimt=3\naplimit=4',
    'Change “aplimt” to “aplimit”',
    'list=allpages\naplimit=3\naplimit=4',
  ],
  ['titles=A\nllurl', 'Add “prop=langlinks”', 'titles=A\nllurl\nprop=langlinks'],
  ['list=unreviewedpage', 'Change to “unreviewedpages”', 'list=unreviewedpages'],
  // A requirement that is there, misspelt, is not added once more.
  [
    'list=categorymembres\ncmtilte=Category:A\ncmlimt=5',
    'Change to “categorymembers”',
    'list=categorymembers\ncmtilte=Category:A\ncmlimt=5',
  ],
  ['generator=unreviewedpage', 'Change to “unreviewedpages”', 'generator=unreviewedpages'],
  ['list=geosearch', 'Add “gscoord=52.5167|13.3833”', 'list=geosearch\ngscoord=52.5167|13.3833'],
  ['list=geosearch', 'Add “gsbbox=52.6|13.2|52.4|13.5”', 'list=geosearch\ngsbbox=52.6|13.2|52.4|13.5'],
  ['list=allusers\naplimit=3', 'Add “list=allpages”', 'list=allusers|allpages\naplimit=3'],
  ['list=allusers\ninprop=url', 'Add “prop=info”', 'list=allusers\nprop=info\ninprop=url'],
  ['prop=info\ngaplimit=3', 'Add “generator=allpages”', 'prop=info\ngenerator=allpages\ngaplimit=3'],
  [
    'list=recentchanges\nrcprop=ids\nrcprop=user|ids',
    'Combine all values of “rcprop”',
    'list=recentchanges\nrcprop=ids|user',
  ],
  ['list=allpages\n\n=x\n', 'Remove the value without a name', 'list=allpages\n\n'],
  [
    'list=recentchanges\nrctoponly=false',
    'Keep it on: write only “rctoponly”',
    'list=recentchanges\nrctoponly',
  ],
  ['list=allpages\naplimit=5000', 'Change to “max”', 'list=allpages\naplimit=max'],
  ['list=recentchanges\nrcprop=ids|bogus', 'Remove the value “bogus”', 'list=recentchanges\nrcprop=ids'],
  ['list=recentchanges\nrcprop=bogus|ids', 'Remove the value “bogus”', 'list=recentchanges\nrcprop=ids'],
  ['prop=info\ntitles=A\n  |\n  |\n  |B', 'Remove the empty values of “titles”', 'prop=info\ntitles=A\n  |B'],
  ['?prop=info&titles=A%7C%7C%7CB', 'Remove the empty values of “titles”', '?prop=info&titles=A|B'],
  [
    '?generator=alltransclusions&gatunique=&gatprop=ids%7C%7Cids',
    'Remove “gatprop=ids”',
    '?generator=alltransclusions&gatunique=&gatprop=',
  ],
  [
    '?generator=alltransclusions&gatunique=&gatprop=ids%7Ctitle%7Cids%7C%7C%7Cids',
    'Remove “gatprop=ids”',
    '?generator=alltransclusions&gatunique=&gatprop=title||',
  ],
  ['list=recentchanges\nrcprop=bogus', 'Remove “rcprop”', 'list=recentchanges'],
  ['generator=allpages|search', 'Change to “search”', 'generator=search'],
  ['list=allpages\napdir=ascending,descending', 'Change to “descending”', 'list=allpages\napdir=descending'],
  ['list=search', 'Add “srsearch=quantum theory”', 'list=search\nsrsearch=quantum theory'],
  ['?list=search', 'Add “srsearch=quantum theory”', '?list=search&srsearch=quantum%20theory'],
  ['list=search\nsrsearch=', 'Add “srsearch=quantum theory”', 'list=search\nsrsearch=quantum theory'],
  ['list=backlinks', 'Add “blpageid=736”', 'list=backlinks\nblpageid=736'],
  ['prop=info\ntitles=A\nB', 'Add it to the values of “titles”', 'prop=info\ntitles=A\n|B'],
  [
    'list=categorymembers\ncmtitle=Category:A|Category:B',
    'Change to “Category:B”',
    'list=categorymembers\ncmtitle=Category:B',
  ],
  ['list=recentchanges\nrcuser=A|B', 'Change to “B”', 'list=recentchanges\nrcuser=B'],
  ['prop=info\ntitles=A\ninlinkcontext=A|B', 'Change to “A”', 'prop=info\ntitles=A\ninlinkcontext=A'],
  ['list=search\nsrsearch=foo%20bar', 'Decode to “foo bar”', 'list=search\nsrsearch=foo bar'],
  [
    'list=recentchanges\nprop=title|info\ntitles=A',
    'Change to “rcprop=title”',
    'list=recentchanges\nprop=info\nrcprop=title\ntitles=A',
  ],
  ['list=embeddedin\neititle=A\neiredirect', 'Remove “eiredirect”', 'list=embeddedin\neititle=A'],
  ['meta=tokens\ntype=edit', 'Change to “csrf”', 'meta=tokens\ntype=csrf'],
  [
    'list=exturlusage\neuquery=example.org\neuprotocol=https://',
    'Change to “https”',
    'list=exturlusage\neuquery=example.org\neuprotocol=https',
  ],
  ['generator=allpages,search', 'Change to “search”', 'generator=search'],
  ['list=querypage', 'Add “qppage=Lonelypages”', 'list=querypage\nqppage=Lonelypages'],
  ['prop=info', 'Add “titles=Physics”', 'prop=info\ntitles=Physics'],
  ['list=recentchanges\nrcuser=A\nrcexcludeuser=B', 'Remove “rcuser”', 'list=recentchanges\nrcexcludeuser=B'],
  ['list=recentchanges\nrcuser=A\nrcexcludeuser=B', 'Remove “rcexcludeuser”', 'list=recentchanges\nrcuser=A'],
  ['prop=info\ntitles=A\npageids=1', 'Remove “titles”', 'prop=info\npageids=1'],
  ['prop=info\ntitles=A\npageids=1', 'Remove “pageids”', 'prop=info\ntitles=A'],
  [
    'list=alllinks\nalprop=ids|title\nalunique',
    'Remove “alprop=ids”',
    'list=alllinks\nalprop=title\nalunique',
  ],
  [
    'list=recentchanges\nrcshow=bot|!bot|minor',
    'Remove the value “bot”',
    'list=recentchanges\nrcshow=!bot|minor',
  ],
  ['prop=revisions\ntitles=A|B\nrvlimit=2', 'Remove “rvlimit”', 'prop=revisions\ntitles=A|B'],
  ['list=allimages\naiuser=A', 'Remove “aiuser”', 'list=allimages'],
  [
    'list=allpages\napfrom=Talk:B',
    'Add “apnamespace=1” and keep “B”',
    'list=allpages\napfrom=B\napnamespace=1',
  ],
  [
    'list=recentchanges\nrcstart=2024-01-01T00:00:00Z\nrcend=now',
    'Add “rcdir=newer”',
    'list=recentchanges\nrcstart=2024-01-01T00:00:00Z\nrcend=now\nrcdir=newer',
  ],
  [
    'list=deletedrevs\ndrdir=newer\ndrlimit=3\ndrprop=revid|len|user|token\ndrunique',
    'Change “deletedrevs” to “list=alldeletedrevisions”',
    'list=alldeletedrevisions\nadrdir=newer\nadrlimit=3\nadrprop=ids|size|user',
  ],
  [
    'list=allpages|deletedrevs\ntitles=A\ndrlimit=3',
    'Change “deletedrevs” to “prop=deletedrevisions”',
    'list=allpages\nprop=deletedrevisions\ntitles=A\ndrvlimit=3',
  ],
  ['prop=revisions\ntitles=A\nrvdiffto=prev', 'Remove “rvdiffto”', 'prop=revisions\ntitles=A'],
  ['meta=siteinfo\naction=parse', 'Remove “action”', 'meta=siteinfo'],
  ['list=allpage', 'Change to “allpages”', 'list=allpages'],
  ['list=AllPages', 'Change to “allpages”', 'list=allpages'],
  ['generator=allpage\nprop=info', 'Change to “allpages”', 'generator=allpages\nprop=info'],
  [
    'list=categorymember',
    'Change to “categorymembers” and add “cmtitle=Category:Physics”',
    'list=categorymembers\ncmtitle=Category:Physics',
  ],
  [
    'prop=categorymembers\ntitles=A',
    'Change to “list=categorymembers” and add “cmtitle=Category:Physics”',
    'list=categorymembers\ncmtitle=Category:Physics\ntitles=A',
  ],
  [
    'cmlimit=5',
    'Add “list=categorymembers” and “cmtitle=Category:Physics”',
    'cmlimit=5\ncmtitle=Category:Physics\nlist=categorymembers',
  ],
  [
    'meta=userinfo\nuiprop=groups|preferencestoken',
    'Change “preferencestoken” to “meta=tokens”',
    'meta=userinfo|tokens\nuiprop=groups',
  ],
  ['list=tags\ntgprop=name|hitcount', 'Remove the value “name”', 'list=tags\ntgprop=hitcount'],
  [
    'prop=info\ntitles=A\nintoken=edit',
    'Change “intoken” to “meta=tokens”',
    'prop=info\ntitles=A\nmeta=tokens',
  ],
  [
    'prop=deletedrevisions\ntitles=A\ndrprop=ids',
    'Change “drprop” to “drvprop”',
    'prop=deletedrevisions\ntitles=A\ndrvprop=ids',
  ],
  ['list=allpages\nzzzz=1', 'Remove “zzzz”', 'list=allpages'],
  ['list=allpages\ndrunique', 'Remove “drunique”', 'list=allpages'],
  ['list=allusers\naugroup=sysop|zzzz', 'Remove the value “zzzz”', 'list=allusers\naugroup=sysop'],
  ['list=logevents\nletype=zzzz', 'Remove “letype”', 'list=logevents'],
  ['list=exturlusage\neuexpandurl', 'Remove “euexpandurl”', 'list=exturlusage'],
  [
    'generator=projectpages\ngwppprojects=A\ngwppassessments',
    'Remove “gwppassessments”',
    'generator=projectpages\ngwppprojects=A',
  ],
  ['list=backlinks\ntitles=A', 'Change “titles” to “bltitle”', 'list=backlinks\nbltitle=A'],
  ['list=allpages\npageids=1', 'Remove “pageids”', 'list=allpages'],
  ['list=nothinglikeit|allpages', 'Remove the value “nothinglikeit”', 'list=allpages'],
  ['list=recentchanges\nrcnamespace=0|x', 'Remove the value “x”', 'list=recentchanges\nrcnamespace=0'],
  ['list=allpages\napdir=sideways', 'Remove “apdir”', 'list=allpages'],
  ['list=allpages\napdir=', 'Remove “apdir”', 'list=allpages'],
  ['list=allpages\napfrom=\u001FA', 'Change to “A”', 'list=allpages\napfrom=A'],
  ['list=allpages\napnamespace=x', 'Remove “apnamespace”', 'list=allpages'],
  ['generator=nothinglikeit\nlist=allpages', 'Remove “generator”', 'list=allpages'],
  ['generator=\nprop=info', 'Remove “generator”', 'prop=info'],
  ['list=watchlist\nwlowner=A\nwltoken=abc', 'Remove “wltoken”', 'list=watchlist\nwlowner=A'],
  [
    `list=allpages\nprop=info\npageids=${'1|'.repeat(50)}1`,
    'Keep only the first 50 values',
    `list=allpages\nprop=info\npageids=${'1|'.repeat(49)}1`,
  ],
  [
    `list=allpages\nprop=info\npageids=${'1|'.repeat(500)}1`,
    'Keep only the first 50 values',
    `list=allpages\nprop=info\npageids=${'1|'.repeat(49)}1`,
  ],
  [
    'prop=extracts\nexplaintext\ntitles=A\nexlimit=21',
    'Change to “20”',
    'prop=extracts\nexplaintext\ntitles=A\nexlimit=20',
  ],
  ['list=usercontribs\nucuser=A|#12', 'Remove the value “#12”', 'list=usercontribs\nucuser=A'],
  ['list=watchlist\nwlowner=192.0.2.1', 'Remove “wlowner”', 'list=watchlist'],
  ['list=watchlist\nwlowner=de>A', 'Remove “wlowner”', 'list=watchlist'],
  ['list=recentchanges\nrcuser=192.0.2.0/24', 'Remove “rcuser”', 'list=recentchanges'],
  ['prop=info\ntitles=A\u001FB', 'Normalize “titles”', 'prop=info\ntitles=A|B'],
  ['meta=oath', 'Add “oathreason=Asked for help”', 'meta=oath\noathreason=Asked for help'],
  [
    'generator=alldeletedrevisions\ngadrgeneratetitles',
    'Add “gadrdir=newer”',
    'generator=alldeletedrevisions\ngadrgeneratetitles\ngadrdir=newer',
  ],
  ['generator=allpages\nredirects\nprop=info', 'Remove “redirects”', 'generator=allpages\nprop=info'],
  ['list=deletedrevs\ndrnamespace=0\ndruser=A', 'Remove “drnamespace”', 'list=deletedrevs\ndruser=A'],
  [
    'prop=stashimageinfo',
    'Add “siifilekey=1a2b3c.4d5e6f.1.jpg”',
    'prop=stashimageinfo\nsiifilekey=1a2b3c.4d5e6f.1.jpg',
  ],
  ['list=usercontribs\nucuser=', 'Add “ucuser=Example”', 'list=usercontribs\nucuser=Example'],
  ['list=backlinks\nbltitle=[[A]]', 'Change to “A”', 'list=backlinks\nbltitle=A'],
  ['list=logevents\nleaction=block', 'Change to “block/block”', 'list=logevents\nleaction=block/block'],
  ['list=logevents\nleaction=create', 'Change to “create/create”', 'list=logevents\nleaction=create/create'],
  [
    'list=logevents\nleaction=interwiki',
    'Change to “interwiki/iw_add”',
    'list=logevents\nleaction=interwiki/iw_add',
  ],
  [
    'prop=info\ntitles=Paris,London,New York',
    'Separate the values with “|”: “Paris|London|New York”',
    'prop=info\ntitles=Paris|London|New York',
  ],
  [
    '?prop=info&titles=Paris,London',
    'Separate the values with “|”: “Paris|London”',
    '?prop=info&titles=Paris|London',
  ],
  ['list=logevents\nleaction=block/blok', 'Change to “block/block”', 'list=logevents\nleaction=block/block'],
  ['prop=info\ntitles=A\ninlinkcontext=[[B]]', 'Change to “B”', 'prop=info\ntitles=A\ninlinkcontext=B'],
];

/** Queries whose problems nothing can be done about but to take the parameter out. */
const untouched: readonly string[] = [
  '@n = five\nlist=allpages\naplimit={{n}}',
  '@n = ids,title\nlist=recentchanges\nrcprop={{n}}',
  '@n = titel\nlist=recentchanges\nrcprop=ids|x{{n}}',
  '@n = 2024\nlist=recentchanges\nrcend={{n}}-01-15',
  '@p = a\n?list=allpages&{{p}}plimt=3',
];

const keyOf = ({ code, message }: Problem): string => message ?? code;
const long = (end: string): string => Array.from({ length: 12 }, () => 'Physics').join(end);

const find = (query: string, title: string): Fix | undefined =>
  allFixes(query).find(fix => wording(fix.title, fix.arguments) === title);

function checkWords(fix: Fix): void {
  assert.ok(texts[fix.title], fix.title);
  assert.ok(texts[`fixAll.${fix.kind}`], `fixAll.${fix.kind}`);
  assert.doesNotMatch(wording(fix.title, fix.arguments), /\{\w+\}/);
}

describe('the preferred fix', () => {
  for (const [query, after] of preferred)
    it(JSON.stringify(query), () => {
      const fix = allFixes(query).find(each => each.preferred);
      assert.ok(fix, 'no fix');
      assert.equal(edited(query, fix.edits), after);
    });
});

describe('a fix that loses a word or changes the rows', () => {
  for (const [query, after] of offered)
    it(JSON.stringify(query), () => {
      const fixesOfQuery = allFixes(query);
      assert.equal(
        fixesOfQuery.find(fix => fix.preferred),
        undefined,
      );
      assert.equal(edited(query, fixesOfQuery[0]?.edits ?? []), after);
    });
});

describe('a fix', () => {
  for (const [query, title, after] of chosen)
    it(`${JSON.stringify(query)} ${title}`, () => {
      const fix = find(query, title);
      assert.ok(
        fix,
        `only ${allFixes(query)
          .map(each => wording(each.title, each.arguments))
          .join(', ')}`,
      );
      assert.equal(edited(query, fix.edits), after);
    });

  for (const query of untouched)
    it(`leaves the variable alone in ${JSON.stringify(query)}`, () =>
      assert.deepEqual(
        allFixes(query).filter(({ title }) => title !== 'fix.remove' && title !== 'fix.removeValue'),
        [],
      ));

  it('has words, and of each problem at most one is preferred', () => {
    for (const [query] of [...preferred, ...offered, ...chosen])
      for (const problem of problemsOf(query)) {
        const ways = fixes(query, problem);
        ways.forEach(checkWords);
        assert.ok(ways.filter(each => each.preferred).length <= 1, `${query}: ${problem.code}`);
      }
  });

  it('is of a kind that has words, and no words are left over', () => {
    const made = [...preferred, ...offered, ...chosen].flatMap(([query]) => allFixes(query));
    const ofRefactorings = [
      'urlToLines',
      'linesToUrl',
      'valuesToLines',
      'valuesToLine',
      'fewerRequests',
      'fewerRequestsOf',
    ];
    const ofEnvelope = ['fix.define', 'fixAll.directive', 'fixAll.variable', 'fixAll'];
    const used = new Set([
      ...made.flatMap(({ title, kind }) => [title, `fixAll.${kind}`]),
      ...ofRefactorings.map(name => `fix.${name}`),
      ...ofEnvelope,
    ]);
    assert.deepEqual(
      Object.keys(texts).filter(key => !used.has(key)),
      [],
    );
  });

  it('takes care that a URL stays a URL', () => {
    assert.equal(
      edited('list=allpages&apfrom=A%20B&x=1', find('list=allpages&apfrom=A%20B&x=1', 'Remove “x”')!.edits),
      'list=allpages&apfrom=A%20B',
    );
    assert.equal(edited('apfrom=A%20B&x=1', find('apfrom=A%20B&x=1', 'Remove “x”')!.edits), '?apfrom=A%20B');
  });
});

describe('every problem that validation can report', () => {
  /** A query with each, found among those above and in the table of what has none. */
  const samples = [...preferred, ...offered, ...chosen].map(([query]) => query);
  const mended = new Set(
    samples.flatMap(query =>
      problemsOf(query).flatMap(problem => (fixes(query, problem).length > 0 ? [keyOf(problem)] : [])),
    ),
  );
  const hopeless = new Map(Object.entries(needsThought));
  const keys = Object.keys(messages).filter(key => !key.endsWith('.related') && key !== 'wiki-says');

  it('has a fix, or is known to have none', () => {
    const left = keys.filter(
      key => !mended.has(key) && !hopeless.has(key) && !withoutFix.notInThisCatalogue.includes(key),
    );
    assert.deepEqual(left, []);
  });

  for (const [key, query] of hopeless)
    it(`has none: ${key}`, () => {
      const problem = problemsOf(query).find(each => keyOf(each) === key);
      assert.ok(problem, `${query} has no ${key}`);
      assert.deepEqual(fixes(query, problem), []);
      assert.ok(!mended.has(key));
    });
});

const sites = [{ name: 'home', kind: 'wiki', url: 'https://w.example/w/api.php' }] as const;
const rewritten = (text: string, title: string, at = text.length): string | undefined => {
  const span = { start: at, end: at };
  const fix = refactoringsOf(viewOf(text), modelOf(text), span, { ...context, sites }).find(
    each => each.title === `fix.${title}`,
  );
  return fix && edited(text, fix.edits);
};

describe('a query written differently', () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    [
      'urlToLines',
      'https://w.example/api.php?action=query&format=json&list=allpages&apprefix=A%26B&aplimit=5',
      'list=allpages\napprefix=A&B\naplimit=5',
    ],
    [
      'urlToLines',
      'https://x.example/api.php?list=allpages&apfrom=A',
      '# https://x.example/api.php\nlist=allpages\napfrom=A',
    ],
    ['urlToLines', '/w/api.php?list=allpages&apfrom=A', 'list=allpages\napfrom=A'],
    ['urlToLines', '?list=recentchanges&rctoponly&rcuser=A+b', 'list=recentchanges\nrctoponly\nrcuser=A b'],
    ['urlToLines', '@c = X\n?list=a&cmtitle={{c}}', '@c = X\nlist=a\ncmtitle={{c}}'],
    ['urlToLines', '@c = X\n?list=a&cmtitle=%7B%7Bc%7D%7D', '@c = X\nlist=a\ncmtitle=\\{{c}}'],
    ['urlToLines', '?titles=%7B%7BT%7D%7D&prop=info', 'titles={{T}}\nprop=info'],
    ['urlToLines', `?prop=info&titles=${long('%7C')}`, `prop=info\ntitles=${long('\n  |')}`],
    ['urlToLines', '### Q\r\n?list=a&b=c\r\n', '### Q\r\nlist=a\r\nb=c\r\n'],
    ['urlToLines', 'list=allpages\naplimit=5', undefined],
    ['urlToLines', '?prop=info&titles=A%0AB', undefined],
    ['urlToLines', '?prop=info&titles=%20A', undefined],
    ['urlToLines', '?apfrom=A%26b%3D', undefined],
    ['linesToUrl', 'list=allpages\napprefix=A&B c\nredirects', '?list=allpages&apprefix=A%26B%20c&redirects'],
    ['linesToUrl', '@c = X\nlist=a\ncmtitle={{c}}d|\n |é', '@c = X\n?list=a&cmtitle={{c}}d||%C3%A9'],
    ['linesToUrl', 'list=allpages\n# why\napprefix=A', undefined],
    [
      'valuesToLines',
      'list=recentchanges\nrcprop=ids|title|user',
      'list=recentchanges\nrcprop=ids\n  |title\n  |user',
    ],
    [
      'valuesToLines',
      'list=recentchanges\nrcprop=ids\n  |title|user',
      'list=recentchanges\nrcprop=ids\n  |title\n  |user',
    ],
    ['valuesToLines', 'list=recentchanges\nrcprop=ids\n  |title', undefined],
    ['valuesToLines', 'list=allpages\napfrom=A|B', undefined],
    [
      'valuesToLine',
      'list=recentchanges\nrcprop=ids\n  |title\n  |user',
      'list=recentchanges\nrcprop=ids|title|user',
    ],
    ['valuesToLine', 'list=recentchanges\nrcprop=ids\n# why\n  |title', undefined],
    ['valuesToLine', 'list=recentchanges\nrcprop=ids', undefined],
    [
      'fewerRequestsOf',
      'list=allpages\napprefix=A\nformat=json',
      'list=allpages\napprefix=A\naplimit=max\nformat=json',
    ],
    ['fewerRequestsOf', '?list=allpages&apprefix=A', '?list=allpages&apprefix=A&aplimit=max'],
    [
      'fewerRequestsOf',
      '# @limit 11\ngenerator=allpages\ngapfrom=A\nprop=info',
      '# @limit 11\ngenerator=allpages\ngapfrom=A\ngaplimit=max\nprop=info',
    ],
    ['fewerRequests', '# @all\nlist=allpages', '# @all\nlist=allpages\naplimit=max'],
    ['fewerRequestsOf', '# @limit 10\nlist=allpages', undefined],
    ['fewerRequestsOf', 'list=allpages\naplimit=5', undefined],
    ['fewerRequestsOf', 'titles=A\nprop=info', undefined],
  ];
  for (const [title, text, after] of cases)
    it(`${title} ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(rewritten(text, title), after));
});

const misspelled = (count: number): string =>
  `list=allpages\n${Array.from({ length: count }, (_, index) => `aplimt${index}=3`).join('\n')}\naplimt=3`;
const hasPreferred = (text: string): boolean => allFixes(text).some(fix => fix.preferred);

it('is not preferred where there is too much wrong to look at what each one does', () => {
  assert.deepEqual(
    [1, 10, 150].map(count => hasPreferred(misspelled(count))),
    [true, true, false],
  );
  assert.ok(allFixes(misspelled(150)).length > 0);
});

it('of very many equal lines is left to the user', () => {
  const text = 'list=allpages\n'.repeat(20_000);
  const all = allFixes(text);
  assert.ok(all.length > 0);
  assert.ok(!all.some(fix => fix.preferred));
});
