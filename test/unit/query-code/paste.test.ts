/** Pasted texts of other programs, read as queries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPasted } from '../../../server/src/query-code/read-pasted.ts';
import { jqlQueryText } from '../../../server/src/jql/jql-request.ts';
import { wikiQueryText } from '../../../server/src/wiki/write-wiki-query.ts';

/** The address, the text of the query with `;` for line ends, and the secrets. */
const pasted = async (text: string): Promise<string> => {
  const found = await readPasted(text);
  if (found === undefined) return 'nothing';
  if ('refusal' in found) return `${found.refusal} ${JSON.stringify(found.values)}`;
  const literal =
    found.kind === 'wiki' ? wikiQueryText(found.parameters) : jqlQueryText(found.jql, found.fields);
  const { body, computed = [] } = found.template ?? { body: literal };
  const variables = computed.length > 0 ? ` [${computed.join(', ')}]` : '';
  const secrets = found.secrets.length > 0 ? ` – ${found.secrets.join(', ')}` : '';
  return `${found.address ?? '?'} ${body?.replaceAll('\n', '; ')}${variables}${secrets}`;
};

const wiki = 'https://en.wikipedia.org/w/api.php';
const bugs = 'https://bugs.example.org/jira';
const cloud = 'https://example.atlassian.net';

const cases: Readonly<Record<string, readonly (readonly [text: string, query: string])[]>> = {
  'JQL in a message': [
    ['project = A', '? project = A'],
    ['JQL: project = A AND status in (Open, Done)', '? project = A AND status in (Open, Done)'],
    ['> > project = A\n> > ORDER BY created DESC', '? project = A; ORDER BY created DESC'],
    ['Query: project = “Big Plan” AND resolution is EMPTY', '? project = "Big Plan" AND resolution is EMPTY'],
    [
      'Hi Anna,\n\nplease use this:\n\nproject = “A” AND\nlabels = b\n\nThanks',
      '? project = "A" AND; labels = b',
    ],
    ['project = A\n\nlabels = b', 'nothing'],
    [
      'Can you run project = A AND status = "In Progress" for me?',
      '? project = A AND status = "In Progress"',
    ],
    ['The JQL is: project = A ORDER BY created', '? project = A ORDER BY created'],
    ['Please run “project = A AND labels = b” tomorrow.', '? project = A AND labels = b'],
    [
      'Hi Bob,\ncould you check this?\nproject = A\n  AND labels = b\nThanks',
      '? project = A;   AND labels = b',
    ],
    ['From: Ada\nSubject: bugs\n\n> Hi,\n> project = A\n> Thanks\n--\nAda', '? project = A'],
    ['> Re: project = A, please', '? project = A'],
    ['project = A gives nothing, why?', '? project = A'],
    // The end of the last value cannot be told, or a condition would be lost.
    ['Please run project = A AND status = In Progress', 'nothing'],
    ['status = In Progress AND priority = High', 'nothing'],
    ['Please use project = A\nor maybe\nlabels = b', 'nothing'],
    ['summary ~ login page broken', 'nothing'],
    [`url ~ "${bugs}/browse/A-1"`, 'nothing'],
    ['Mine\n\n# @site bugs\nproject = A', 'nothing'],
    ['Hello,\n\nthanks (Anna)', 'nothing'],
    ['project\u00A0=\u00A0A AND “Story Points” >= 3', '? project = A AND "Story Points" >= 3'],
  ],
  'an address of the API': [
    [`${wiki}?action=query&list=allpages&aplimit=5&format=json`, `${wiki} list=allpages; aplimit=5`],
    [`  ${wiki}?action=query&titles=A%26B%7CC+D&redirects\n`, `${wiki} titles=A&B|C D; redirects`],
    [`${wiki}?list=allpages&aplimit=5&aplimit=6`, `${wiki} list=allpages; aplimit=6`],
    ['/w/api.php?action=query&meta=siteinfo', '? meta=siteinfo'],
    ['?action=query&meta=siteinfo', '? meta=siteinfo'],
    ['action=query&meta=siteinfo', '? meta=siteinfo'],
    [`<${wiki}?action=query&list=allpages>`, `${wiki} list=allpages`],
    [`"${wiki}?action=query&list=allpages"`, `${wiki} list=allpages`],
    ['en.wikipedia.org/w/api.php?action=query&list=allpages', `${wiki} list=allpages`],
    ['api.php?action=query&list=allpages', '? list=allpages'],
    [`${wiki}?\n  action=query&\n  list=backlinks&\n  bltitle=A`, `${wiki} list=backlinks; bltitle=A`],
    [`${wiki}?action=query\n&list=allpages`, `${wiki} list=allpages`],
    [`${wiki}?action=query\nlist=allpages`, `${wiki} list=allpages`],
    [`${wiki}?action=query&amp;list=allpages&amp;aplimit=5`, `${wiki} list=allpages; aplimit=5`],
    ['list=allpages&aplimit=5', '? list=allpages; aplimit=5'],
    ['titles=A&B', 'nothing'],
    [wiki, 'paste-empty {}'],
    [`wget -qO- "${wiki}?action=query&list=allpages"`, `${wiki} list=allpages`],
    [`${wiki}?action=query&titles=a%0Ab&prop=info`, `${wiki} ?titles=a%0Ab&prop=info`],
    [`${wiki}?action=query&titles=%7B%7Bx%7D%7D&prop=info`, `${wiki} titles=\\{{x}}; prop=info`],
    [`${wiki}?action=parse&page=A`, 'paste-action {"action":"parse"}'],
  ],
  'the wiki’s sandbox': [
    [
      'https://en.wikipedia.org/wiki/Special:ApiSandbox#action=query&format=json&list=allpages&aplimit=5',
      `${wiki} list=allpages; aplimit=5`,
    ],
    [
      'https://w.example/x/index.php?title=Special:ApiSandbox#action=query&titles=A|B',
      'https://w.example/x/api.php titles=A|B',
    ],
  ],
  'a page of a wiki': [
    ['https://en.wikipedia.org/wiki/Albert_Einstein#Life', `${wiki} titles=Albert Einstein; prop=info`],
    [
      'https://w.example/x/index.php?title=A_%26_B&action=history',
      'https://w.example/x/api.php titles=A & B; prop=info',
    ],
    ['https://w.example/x/index.php/Main_Page', 'https://w.example/x/api.php titles=Main Page; prop=info'],
    ['https://en.wikipedia.org/wiki/Special:Statistics', 'paste-special {}'],
    [`${cloud}/wiki/spaces/A/pages/1/B`, 'paste-address {}'],
    ['https://en.wikipedia.org/wiki/%E0%A4%A', 'paste-address {}'],
  ],
  'a special page of a wiki': [
    ['https://en.wikipedia.org/wiki/Special:RecentChanges', `${wiki} list=recentchanges`],
    [
      'https://en.wikipedia.org/wiki/Special:WhatLinksHere/Oak_tree?limit=50',
      `${wiki} list=backlinks; bltitle=Oak tree`,
    ],
    [
      'https://w.example/x/index.php?title=Special:WhatLinksHere&target=Oak_tree&namespace=14',
      'https://w.example/x/api.php list=backlinks; bltitle=Oak tree; blnamespace=14',
    ],
    [
      'https://en.wikipedia.org/wiki/Special:Contributions/Ada_L?namespace=all&invert=1',
      `${wiki} list=usercontribs; ucuser=Ada L`,
    ],
    ['https://en.wikipedia.org/wiki/special:prefix_index/Oak/A', `${wiki} list=allpages; apprefix=Oak/A`],
    ['https://en.wikipedia.org/wiki/Special:WhatLinksHere', 'paste-special {}'],
    ['https://en.wikipedia.org/wiki/Special:constructor/Oak', 'paste-special {}'],
  ],
  'a message about a wiki': [
    ['I tried list=allpages&aplimit=5, but it fails.', '? list=allpages; aplimit=5'],
    [`Look at ${wiki}?action=query&list=allpages.`, `${wiki} list=allpages`],
    [`See [the list](${wiki}?action=query&list=allpages) first`, `${wiki} list=allpages`],
    ['Hi,\n\naction=query\nlist=allpages\n\nThanks', '? list=allpages'],
    ['# see https://en.wikipedia.org/wiki/A\nlist=allpages', 'nothing'],
    [`list=exturlusage\neuquery=${bugs}/browse/A-1`, 'nothing'],
  ],
  'a message about a tracker': [
    [`Please look at ${bugs}/issues/?jql=project%20%3D%20A before Monday!`, `${bugs} project = A`],
    [`Hi,\n\n<${bugs}/issues/?jql=project%20%3D%20A>\n\nAda`, `${bugs} project = A`],
  ],
  'a request of HTTP': [
    [
      'GET /w/api.php?action=query&list=allpages HTTP/1.1\r\nHost: en.wikipedia.org\r\nCookie: a=b\r\n\r\n',
      `${wiki} list=allpages – cookie`,
    ],
    [
      'POST /w/api.php HTTP/2\nHost: en.wikipedia.org\nContent-Type: x\n\naction=query&list=allpages',
      `${wiki} list=allpages`,
    ],
    [
      `POST ${bugs}/rest/api/2/search\nAuthorization: Basic abc\n\n{"jql": "project = A"}`,
      `${bugs} project = A – authorization`,
    ],
    [
      ':authority: en.wikipedia.org\n:method: GET\n:path: /w/api.php?action=query&list=allpages\n:scheme: https',
      `${wiki} list=allpages`,
    ],
    [
      ':authority\nen.wikipedia.org\n:method\nGET\n:path\n/w/api.php?action=query&list=allpages',
      `${wiki} list=allpages`,
    ],
    [`### Pages\nGET ${wiki}\n  ?action=query\n  &list=allpages`, `${wiki} list=allpages`],
    [
      'GET /w/api.php?action=query&meta=siteinfo HTTP/1.1\nHost: localhost:8080',
      'http://localhost:8080/w/api.php meta=siteinfo',
    ],
    ['GET /style.css HTTP/1.1\nHost: example.org', 'paste-other {"address":"https://example.org/style.css"}'],
  ],
  'a call that a browser copies': [
    [
      `fetch("${wiki}?action=query&list=allpages", {\n  "headers": { "cookie": "a=b" },\n  "body": null,\n  "method": "GET"\n});`,
      `${wiki} list=allpages – cookie`,
    ],
    [
      `await fetch("${wiki}", { "method": "POST", "body": "action=query&list=allpages" });`,
      `${wiki} list=allpages`,
    ],
    [
      `fetch("${bugs}/rest/api/2/search", { "method": "POST", "body": ${JSON.stringify('{"jql":"project = A"}')} });`,
      `${bugs} project = A`,
    ],
    [
      `fetch("https://x.example/a.css", {});\nfetch("${wiki}?action=query&list=allpages", {});`,
      `${wiki} list=allpages`,
    ],
    ['fetch("https://x.example/a.css", {});', 'paste-other {"address":"https://x.example/a.css"}'],
  ],
  HTTPie: [
    [`http GET ${wiki} action==query list==allpages 'apfrom==A B'`, `${wiki} list=allpages; apfrom=A B`],
    ['https en.wikipedia.org/w/api.php action==query list==allpages', `${wiki} list=allpages`],
    [`http --form POST ${wiki} action=query list=allpages`, `${wiki} list=allpages`],
    [`http ${wiki} action==query meta==siteinfo 'Cookie:a=b'`, `${wiki} meta=siteinfo – Cookie`],
    [
      `http -a me:hunter2 ${bugs}/rest/api/2/search jql=='project = A' fields:='["summary"]'`,
      `${bugs} # @fields summary; project = A – --auth`,
    ],
  ],
  'a tracker’s page': [
    [`${bugs}/issues/?jql=project%20%3D%20A%20ORDER+BY+key`, `${bugs} project = A ORDER BY key`],
    [`${bugs}/issues/?jql=project = "A B" AND key > A-1`, `${bugs} project = "A B" AND key > A-1`],
    [`${bugs}/issues/?filter=12345`, `${bugs} filter = 12345`],
    [`${bugs}/issues/?filter=12345&jql=key%20%3D%20A-1`, `${bugs} key = A-1`],
    [`${bugs}/issues/?filter=-1`, 'paste-filter {"filter":"-1"}'],
    [`${bugs}/secure/IssueNavigator.jspa?reset=true&jqlQuery=project+%3D+A`, `${bugs} project = A`],
    [`${bugs}/browse/ops-12?focused=1`, `${bugs} key = OPS-12`],
    [`${cloud}/issues?jql=key%3DA-1`, `${cloud} key=A-1`],
    [`${cloud}/jira/software/c/projects/A/issues/?jql=status%20%3D%20Open`, `${cloud} status = Open`],
    [
      `${cloud}/rest/api/3/search/jql?jql=key%3DA-1&fields=summary,status&nextPageToken=x&maxResults=5`,
      `${cloud} # @fields summary, status; key=A-1`,
    ],
    [`${bugs}/issues/?jql=summary%20~%20%22%7B%7Bx%7D%7D%22`, `${bugs} summary ~ "\\{{x}}"`],
  ],
  curl: [
    [`curl '${wiki}?action=query&list=allpages'`, `${wiki} list=allpages`],
    [`$ curl -sG ${wiki} -d action=query --data-urlencode "titles=A & B" -A me/1.0`, `${wiki} titles=A & B`],
    [
      `curl -X POST '${wiki}' --data-raw $'action=query&titles=it\\'s%20\\u0021' -H 'content-type: x'`,
      `${wiki} titles=it's !`,
    ],
    [`curl en.wikipedia.org/w/api.php -F action=query -F meta=siteinfo`, `${wiki} meta=siteinfo`],
    [
      `curl "${bugs}/rest/api/2/search" -H 'Content-Type: application/json' --data '{"jql": "key = A-1", "fields": ["summary"]}'`,
      `${bugs} # @fields summary; key = A-1`,
    ],
    [
      '# a note\ncd /tmp && curl -s \\\n  https://x.example/api.php?meta=userinfo | jq .',
      'https://x.example/api.php meta=userinfo',
    ],
    ['curl https://example.org/', 'nothing'],
  ],
  'jira-cli': [
    [
      `jira issue list --jql 'labels = a' --order-by priority --reverse`,
      '? labels = a ORDER BY priority ASC',
    ],
    [`jira issue list -q"project = A" --plain`, 'nothing'],
    [`jira issue list -q "project = A" --plain`, '? project = A'],
    ['jira issue list', 'paste-prose {}'],
  ],
  code: [
    [
      `requests.get('https://en.wikipedia.org/w/api.php', params={'action': 'query', 'list': 'allpages', 'aplimit': 5, 'format': 'json'})`,
      `${wiki} list=allpages; aplimit=5`,
    ],
    [
      `const params = { action: 'query', titles: ['A', 'B'], prop: 'info' };\nawait new mw.Api().get(params);`,
      '? titles=A|B; prop=info',
    ],
    [
      `params = {"action": "query", "titles": title, "prop": "info"}`,
      '? titles={{titles}}; prop=info [titles]',
    ],
    [
      `jira = JIRA(server="${bugs}")\njira.search_issues('project = A', maxResults=50, fields='summary,status')`,
      `${bugs} # @fields summary, status; project = A`,
    ],
    [`const page = await client.issueSearch.searchForIssuesUsingJql({ jql: "key = A-1" });`, '? key = A-1'],
    ["new mw.Api().get({list: 'allpages', aplimit: 5})", '? list=allpages; aplimit=5'],
    ["new mw.Api().get({\n  prop: 'info',\n  titles: ['A', 'B'],\n}).done(show);", '? prop=info; titles=A|B'],
    ["new mw.Api().get({ action: 'parse', page: 'A' })", 'nothing'],
    [
      "new mw.ForeignApi('https://en.wikipedia.org/w/api.php').get({ list: 'allpages' })",
      `${wiki} list=allpages`,
    ],
    [`$params = ['action' => 'query', 'titles' => 'A|B', 'rvlimit' => 1];`, '? titles=A|B; rvlimit=1'],
    [`print("hello")`, 'nothing'],
    [
      `requests.get('https://en.wikipedia.org/w/api.php', params={'action': 'query', 'meta': 'userinfo'}, headers={'Authorization': 'Bearer abc'})`,
      `${wiki} meta=userinfo – Authorization`,
    ],
    [
      `jira = JIRA(server='${bugs}', basic_auth=('ada', 'hunter2'))\njira.search_issues('project = A')`,
      `${bugs} project = A – basic_auth`,
    ],
    [
      `const h = { Authorization: \`Bearer \${token}\` };\nclient.search({ jql: 'project = A' });`,
      '? project = A',
    ],
    [`jira.search_issues('project = %s' % key)`, '? project = {{value}} [value]'],
    [`params = {'action': 'query', 'list': 'watchlist', 'wltoken': 's3cret'}`, '? list=watchlist – wltoken'],
  ],
  'a secret': [
    [
      `https://ada:hunter2@en.wikipedia.org/w/api.php?action=query&list=watchlist&wltoken=s3cret`,
      `${wiki} list=watchlist – user:password@, wltoken`,
    ],
    [
      `curl -u ada:hunter2 -H 'Authorization: Bearer abc' -H 'Cookie: JSESSIONID=1' '${bugs}/rest/api/2/search?jql=key=A-1'`,
      `${bugs} key=A-1 – --user, Authorization, Cookie`,
    ],
    [
      `curl -b 'session=1' --oauth2-bearer abc '${wiki}' -d 'action=query&meta=userinfo&centralauthtoken=x'`,
      `${wiki} meta=userinfo – Cookie, Authorization, centralauthtoken`,
    ],
    [
      `${wiki}?action=query&list=allpages&pass=x&pwd=x&JWT=x&api-key=x&sessionid=x&PHPSESSID=x&os_authType=basic`,
      `${wiki} list=allpages; os_authType=basic – pass, pwd, JWT, api-key, sessionid, PHPSESSID`,
    ],
    [
      `params = {'action': 'query', 'list': 'allpages', 'cookie': 's3cret', 'oauth_signature': 's3cret'}`,
      '? list=allpages – cookie, oauth_signature',
    ],
    [
      `curl --user "$ME:$TOKEN" -H "Authorization: Bearer $TOKEN" '${bugs}/rest/api/2/search?jql=key=A-1'`,
      `${bugs} key=A-1`,
    ],
    [
      `curl '${wiki}' --data-urlencode 'list=watchlist' --data-urlencode "wltoken=$WIKI_WLTOKEN"`,
      `${wiki} list=watchlist`,
    ],
  ],
  'anything else': [
    ['', 'nothing'],
    ['list=allpages\naplimit=5', 'nothing'],
    ['list=allpages', 'nothing'],
    ['The project is not done (yet).', 'nothing'],
    ['Status is open', 'paste-prose {}'],
    ['Today we went to the market.', 'paste-prose {}'],
    ['assignee is not EMPTY', 'nothing'],
    ['# project = A', 'nothing'],
    ['https://example.org/?q=1', 'paste-address {}'],
    ['mailto:ada@example.org', 'nothing'],
    ['It is at https://example.org/w/api.php?action=query', 'nothing'],
    ["curl 'https://x.example/api.php?meta=userinfo", 'https://x.example/api.php meta=userinfo'],
    ['https://[', 'nothing'],
    ['x'.repeat(300_000), 'paste-long {"most":"200000"}'],
    ['['.repeat(100_000), 'paste-deep {"most":"100"}'],
    ['{"a":'.repeat(20_000), 'paste-deep {"most":"100"}'],
    ['{"batchcomplete": true, "query": {}}', 'paste-data {}'],
    ['<!doctype html><title>A</title>', 'paste-data {}'],
  ],
};

for (const [what, texts] of Object.entries(cases))
  describe(`${what} is pasted as a query`, () => {
    for (const [text, query] of texts)
      it(JSON.stringify(text.slice(0, 120)), async () => assert.equal(await pasted(text), query));
  });

const recorded = (requests: readonly object[], rest = ''): string =>
  JSON.stringify({ log: { version: '1.2', entries: requests.map(request => ({ request })), rest } });

describe('a recording of a page', () => {
  const first = { url: `${wiki}?action=query&list=allpages`, headers: [{ name: 'Cookie', value: 'a=b' }] };
  const others = [{ url: `${bugs}/browse/A-1` }, { url: 'https://x.example/a.css' }];

  it('becomes the query that its page sent to an API', async () =>
    assert.equal(await pasted(recorded([...others, first])), `${wiki} list=allpages – Cookie`));
  it('tells how many other queries it has', async () => {
    const found = await readPasted(recorded([first, first, { url: `${wiki}?action=query&meta=siteinfo` }]));
    assert.equal(found && 'others' in found && found.others, 1);
  });
  it('has queries in the bodies of requests', async () => {
    const text = { url: wiki, postData: { text: 'action=query&list=allpages' } };
    const params = { url: wiki, postData: { params: [{ name: 'list', value: 'allpages' }] } };
    assert.equal(await pasted(recorded([text])), `${wiki} list=allpages`);
    assert.equal(await pasted(recorded([params])), `${wiki} list=allpages`);
  });
  it('is read up to 20,000,000 characters', async () => {
    assert.equal(await pasted(recorded([first], 'x'.repeat(1_000_000))), `${wiki} list=allpages – Cookie`);
    assert.equal(await pasted(recorded([first], 'x'.repeat(20_000_000))), 'paste-long {"most":"20000000"}');
  });
  it('is refused without a query, or cut off', async () => {
    assert.equal(await pasted(recorded([others[1]!])), 'paste-recording {"count":"1"}');
    assert.equal(await pasted(recorded([first]).slice(0, -5)), 'paste-broken {}');
  });
});
