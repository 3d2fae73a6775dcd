/** Queries in files of other languages: a source, and the texts of the queries that are found in it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostId } from '../../../server/src/embedded/hosts/hosts.ts';
import { byHost, queriesIn } from '../../support/embedded.ts';

const found: Partial<Record<HostId, readonly (readonly [source: string, ...queries: string[]])[]>> = {
  python: [
    [`jql = " AND ".join(["project = A", extra, "key = A-1"])`, 'project = A AND {{extra}} AND key = A-1'],
    [`post(data="{\\"jql\\": \\"key = A-1\\"}")`, 'key = A-1'],
    [`p = {'list': 'random'}\napi.Request(action='query', **p)`, 'list=random'],
    [`p = {'list': 'random'}\napi.Request(action='parse', **p)`],
    [`import pywikibot\nsite.query(list='random', rnlimit=5)`, 'list=random\nrnlimit=5'],
    [`orm.query(list='random')`],
    [`jql = 'key = A-1' if x else 'key = A-2'`, 'key = A-1', 'key = A-2'],
    [`jql = args.jql or 'key = A-1'`, 'key = A-1'],
    [`def open_jql(k):\n    return f'key = {k}'`, 'key = {{k}}'],
    [`expected = {'jql': ['key = A-1'], 'x': ['y = z']}`, 'key = A-1'],
    [`p = {'action': ['query'], 'list': ['random']}`, 'action=query\nlist=random'],
    [`jql = 'this is a test'`],
    [`jql = 'issueKey is required'`],
    [`jql = 'assignee is EMPTY'`, 'assignee is EMPTY'],
    [`p = {'action': 'query', 'list': 'random'}`, 'action=query\nlist=random'],
    [`p = {"action": "query", "titles": t, 'rvlimit': 5}`, 'action=query\ntitles={{titles}}\nrvlimit=5'],
    [`p = dict(action='query', meta='tokens')`, 'action=query\nmeta=tokens'],
    [`api.get(action="query", prop="info", redirects=True, **more)`, 'action=query\nprop=info\nredirects=1'],
    [`site.api('query', http_method='GET', list='users')`, 'list=users'],
    [`Request(site=site, action='query', meta='siteinfo')`, 'action=query\nmeta=siteinfo'],
    [
      `requests.get(url, params={'action': 'query', 'prop': ['info', "links"], 'titles': '|'.join(['A', b])})`,
      'action=query\nprop=info|links\ntitles=A|{{titles}}',
    ],
    [
      `p = {'action': 'query', 'list': 'search', 'srsearch': f'a {x!r:>3} {{b}}'}`,
      'action=query\nlist=search\nsrsearch=a {{x}} {b}',
    ],
    [`u = "https://w.example/w/api.php?action=query&list=random"`, '?action=query&list=random'],
    [`u = BASE + '?action=query&titles=' + quote(title)`, '?action=query&titles={{title}}'],
    [
      `u = f"{host}/api.php?action=query&titles={title}&prop=info"`,
      '?action=query&titles={{title}}&prop=info',
    ],
    [`u = 'action=query&titles='`, 'action=query&titles={{value}}'],
    [
      `u = 'https://j.example/rest/api/2/search?jql=project%20%3D%20A+AND+x%20%3D%20%C3%A9&maxResults=5'`,
      'project = A AND x = é',
    ],
    [`u = f'{host}/search?jql=project = {key} AND x = "a b"&fields=key'`, 'project = {{key}} AND x = "a b"'],
    [`s = 'Look at https://j.example/issues/?jql=project%3DA for more'`, 'project=A'],
    [`s = 'https://j.example/issues/?jql=%FF%3D1 or ?jql= or ?jql={query}'`],
    [`jira.search_issues('project = A')`, 'project = A'],
    [
      `jira.search_issues(f"project = {self.key} AND status = 'Open'")`,
      "project = {{key}} AND status = 'Open'",
    ],
    [`jira.search_issues("project = %s" % key, maxResults=False)`, 'project = {{value}}'],
    [`jira.search_issues('project = {} AND x = 1'.format(key))`, 'project = {{value}} AND x = 1'],
    [`jira.enhanced_search_issues(jql_str='project = A '\n  "ORDER BY key")`, 'project = A ORDER BY key'],
    [`q = 'project = A'\njira.search_issues(q)`, 'project = A'],
    [`JQL_OPEN = """\nproject = A\n  AND status = Open\n"""`, '\nproject = A\n  AND status = Open\n'],
    [`self.jql = r'text ~ "a\\d"'`, 'text ~ "a\\d"'],
    [`d['jql'] = 'a\\x62 = \\u0063 AND "\\t" = 1'`, 'ab = c AND "\t" = 1'],
    [
      `p = {'action': 'query', 'format': 'json'}\np['list'] = 'random'\np["rnlimit"] = n`,
      'action=query\nformat=json\nlist=random\nrnlimit={{rnlimit}}',
    ],
    [`p = {}\np['action'] = 'query'\np['list'] = 'random'`, 'action=query\nlist=random'],
    [`p = {'action': 'query', 'list': 'random'}\nif x:\n    p['rnlimit'] = 5`, 'action=query\nlist=random'],
    [
      `p = {'action': 'query', 'list': 'random'}\np = {'action': 'query', 'meta': 'tokens'}\np['type'] = 'csrf'`,
      'action=query\nlist=random',
      'action=query\nmeta=tokens\ntype=csrf',
    ],
    [
      `get(url, params=[('action', 'query'), ('list', 'random'), ('rnlimit', n)])`,
      'action=query\nlist=random\nrnlimit={{rnlimit}}',
    ],
    [
      `import pywikibot\napi.QueryGenerator(site=s, parameters={'prop': 'info', 'titles': t})`,
      'prop=info\ntitles={{titles}}',
    ],
    [`jql2 = 'key = A-1'\nopen_jql_query_1 = 'key = B-1'`, 'key = A-1', 'key = B-1'],
    [`url = base + '/search?jql=' + quote('project = A')`, 'project = A'],
    [`url = f"{base}/search?jql={quote('project = A')}"`, 'project = A'],
    [`body = {"jql": "key = A-1" + extra, "maxResults": 5}`, 'key = A-1{{extra}}'],
  ],
  javascript: [
    ["const jql = ['project = A', `key = ${key}`].join(' AND ');", 'project = A AND key = {{key}}'],
    [`const body = '{"jql": "key = A-1", "maxResults": 5}';`, 'key = A-1'],
    [`post('{"action": "query", "list": "random"}')`, 'action=query\nlist=random'],
    [`x = { action: 'query', list: 'random' }`, 'action=query\nlist=random'],
    [
      `new mw.Api().get({ 'action': "query", prop: [ 'info', 'links' ], titles })`,
      'action=query\nprop=info|links\ntitles={{titles}}',
    ],
    [
      `bot.request({action: 'query', titles: ['A', 'B'].join('|'), redirects: true, rvlimit: 5})`,
      'action=query\ntitles=A|B\nredirects=1\nrvlimit=5',
    ],
    [`api.get($.extend({ action: 'query', meta: 'siteinfo' }, more))`, 'action=query\nmeta=siteinfo'],
    [
      `api.get(Object.assign({ action: 'query' }, { list: 'random', rnlimit: 5 }))`,
      'action=query\nlist=random\nrnlimit=5',
    ],
    [
      `const p = _.merge({ action: 'query', rnlimit: 1 }, { list: 'random', rnlimit: 5 }, more)`,
      'action=query\nlist=random\nrnlimit=5',
    ],
    [
      `const p = { action: 'query', prop: 'info' };\nObject.assign(p, { titles: list });`,
      'action=query\nprop=info\ntitles={{titles}}',
    ],
    [`Object.assign(options, { jql: 'project = A' })`, 'project = A'],
    [
      'fetch(`${ api }?action=query&titles=${encodeURIComponent(page.title)}&prop=info`)',
      '?action=query&titles={{title}}&prop=info',
    ],
    [`const jql = 'project = A AND "x\\'y" = \\x62';`, `project = A AND "x'y" = b`],
    [
      'client.searchForIssuesUsingJql({ jql: `project = ${p} ORDER BY key` })',
      'project = {{p}} ORDER BY key',
    ],
    [`searchJira("key = A-1")`, 'key = A-1'],
    [`const q = 'project = A';\njira.searchJira(q, {})`, 'project = A'],
    [
      `const p = {}; p.action = 'query'; p['list'] = 'random'; p.rnlimit = n;`,
      'action=query\nlist=random\nrnlimit={{rnlimit}}',
    ],
    [
      `const url = new URL(api);\nurl.searchParams.set('action', 'query');\nurl.searchParams.append("list", 'random');`,
      'action=query\nlist=random',
    ],
    [`new URLSearchParams([['action', 'query'], ['list', 'random']])`, 'action=query\nlist=random'],
    [`site.get('query', { prop: 'info', titles })`, 'prop=info\ntitles={{titles}}'],
    [`import { Mwn } from 'mwn';\nbot.query({ list: 'random', rnlimit: 5 })`, 'list=random\nrnlimit=5'],
    [
      `for await (const x of bot.continuedQueryGen({ prop: 'info', titles })) {} // mwn`,
      'prop=info\ntitles={{titles}}',
    ],
    [`const openJqlA = 'key = A-1', jqlForTeam = "key = B-1";`, 'key = A-1', 'key = B-1'],
    ['const jqlOf = key => `project = ${key}`;', 'project = {{key}}'],
    ['const buildJql = async (key) => { return `project = ${key}`; }', 'project = {{key}}'],
    ["function openJql(a) { if (a) return 'key = A-1'; return 'key = B-1'; }", 'key = A-1', 'key = B-1'],
    ["class A { toJql() { return 'key = A-1'; } }", 'key = A-1'],
    ["x = { getJql: () => 'key = A-1', toJql() { return 'key = B-1'; } }", 'key = A-1', 'key = B-1'],
    ["fetch(base + '/search?jql=' + encodeURIComponent('project = A'))", 'project = A'],
    [
      'fetch(`/search?jql=${encodeURIComponent(`project = ${k} AND x = "y"`)}&a=b`)',
      'project = {{k}} AND x = "y"',
    ],
    ["const jql = encodeURIComponent('project = A');", 'project = A'],
    [
      'api.asApp().requestJira(route`/rest/api/3/search/jql?jql=project = ${k} AND x = 1&fields=key`)',
      'project = {{k}} AND x = 1',
    ],
    [`class A { jql = 'key = ' + this.key; }`, 'key = {{key}}'],
  ],
  typescript: [
    [`const jql = a ? \`key = \${k}\` : 'key = A-1';`, 'key = {{k}}', 'key = A-1'],
    [`const jql = o?.jql ?? 'key = A-1';`, 'key = A-1'],
    [`u.searchParams.set('jql', 'key = A-1')`, 'key = A-1'],
    [`const p = /** @type {X} */ ( { action: 'query' } );\np.list = 'random';`, 'action=query\nlist=random'],
    [`const p = { list: 'random' };\nawait mwn.query(p);`, 'list=random'],
    [`x = { jql: f(), default: 'assignee = currentUser() AND x = 1' }`, 'assignee = currentUser() AND x = 1'],
    [`const p = { action: 'query', list: 'random' } as const;`, 'action=query\nlist=random'],
    [`const jql: string = <string>'x' + 'project = A';`],
    [`f<T>({ jql: 'project = A' as string })`, 'project = A'],
  ],
  php: [
    [`<?php $r = F::new()->setAction( 'query' )->setParam( 'list', 'random' );`, 'action=query\nlist=random'],
    [
      `<?php $r = F::new()->setAction( 'query' );\n$r->setParam( 'list', 'random' );`,
      'action=query\nlist=random',
    ],
    [`<?php $p = [ 'list' => 'random' ]; $a->get( new SimpleRequest( 'query', $p ) );`, 'list=random'],
    [`<?php $jql = $a ? 'key = A-1' : ( $b ?: 'key = A-2' );`, 'key = A-1', 'key = A-2'],
    [
      `<?php $p = [ 'action' => 'query', 'list' => 'random', "rnlimit" => 5 ];`,
      'action=query\nlist=random\nrnlimit=5',
    ],
    [
      `<p><?php f( array( 'action' => 'query', 'titles' => $t, 'redirects' => true ) ) ?></p>`,
      'action=query\ntitles={{titles}}\nredirects=1',
    ],
    [`<?php $jql = implode(' AND ', ['key = A-1', $open]);`, 'key = A-1 AND {{open}}'],
    [
      `<?php http_build_query(['action' => 'query', 'prop' => implode('|', ['info', 'links'])]);`,
      'action=query\nprop=info|links',
    ],
    [
      `<?php $u = "$api?action=query&titles={$page->title}&prop=info";`,
      '?action=query&titles={{title}}&prop=info',
    ],
    [
      `<?php $u = $api . '?action=query&list=search&srsearch=' . urlencode( $q );`,
      '?action=query&list=search&srsearch={{q}}',
    ],
    [`<?php $jql = 'project = A AND "it\\'s" = \\1';`, `project = A AND "it's" = \\1`],
    [
      `<?php $this->jql = "project = $key AND x = \\"y\\" AND \\$z = 1";`,
      'project = {{key}} AND x = "y" AND $z = 1',
    ],
    [
      `<?php $jql = <<<JQL\n  project = {$a['b']}\n    AND x = $y\n  JQL;`,
      '  project = {{b}}\n    AND x = {{y}}',
    ],
    [`<?php $jql = <<<'JQL'\nproject = A\nJQL;`, 'project = A'],
    [
      `<?php $api->search(jql: 'key = A-1', jqlQuery: sprintf('id = %d', $n));`,
      'key = A-1',
      'id = {{value}}',
    ],
    [
      `<?php $p = [ 'action' => 'query' ]; $p['list'] = 'random'; $p["rnlimit"] = 5;`,
      'action=query\nlist=random\nrnlimit=5',
    ],
    [
      `<?php ActionRequest::simpleGet( 'query', [ 'list' => 'random' ] ); new SimpleRequest('query', ['meta' => 'tokens']);`,
      'list=random',
      'meta=tokens',
    ],
    [`<?php const JQL = 'key = A-1';`, 'key = A-1'],
  ],
  yaml: [
    ['jql: project = A', 'project = A'],
    [`- jql: 'it = "it''s"' # note`, `it = "it's"`],
    ['"jql": "a = \\"b\\" and \\x63 = d"', 'a = "b" and c = d'],
    [
      'jql: >-\n  project = A\n    AND x = 1\n\n  ORDER BY key\nnext: 1',
      'project = A AND x = 1 ORDER BY key',
    ],
    ['q:\n  jql: |\n    project = A\n    AND x = {{ y }}\n', 'project = A\nAND x = {{y}}'],
    ['jql: project = A\n  AND x = ${{ inputs.y }}', 'project = A AND x = {{y}}'],
    [
      'params:\n  action: query\n  list: [random, allusers]\n  rnlimit: 5',
      'action=query\nlist=random|allusers\nrnlimit=5',
    ],
    [
      'steps:\n  - run: |\n      echo 1\n      jira list --jql "project = ${{ inputs.p }} AND x = \'y\'"\n',
      "project = {{p}} AND x = 'y'",
    ],
    [
      "script:\n  - x --jql 'key = A-1'\n  - curl -d action=query -d list=random $api",
      'key = A-1',
      'action=query\nlist=random',
    ],
    ['url: https://w.example/api.php?action=query&list=random', '?action=query&list=random'],
  ],
  json: [
    ['{"jql": "a = \\"b\\" AND \\u0063 = d"}', 'a = "b" AND c = d'],
    ['{"action": "query", "list": "random", "rnlimit": 5}', 'action=query\nlist=random\nrnlimit=5'],
    ['{"url": "https:\\/\\/w.example\\/api.php?action=query&list=random"}', '?action=query&list=random'],
  ],
  jsonc: [['// all\n{ "jql": "key = A-1", }', 'key = A-1']],
  markdown: [
    [
      '```jql\nproject = A\nAND x = 1\n\n# Mine\nassignee = b\nORDER BY key\n```',
      'project = A\nAND x = 1\n\n# Mine',
      'assignee = b\nORDER BY key',
    ],
    ['# Title\n```jql\nproject = A\n```\n', 'project = A'],
    ['> - x\n>   ```jql\n>   project = A\n>   AND x = 1\n>   ```\n', 'project = A\nAND x = 1'],
    [
      '~~~wikiquery\n@t = A\n\n### One\nprop=info\ntitles={{t}}\n### Two\nmeta=tokens\n~~~',
      '### One\nprop=info\ntitles={{t}}\n',
      '### Two\nmeta=tokens',
    ],
    ['- x\n\n  ```py\n  f(jql="key = A-1")\n  g(jql="key = B-1")\n  ```\n', 'key = A-1', 'key = B-1'],
    [
      'See [open](https://j.example/issues/?jql=project%20%3D%20A%20AND%20x%20in%20(a)).',
      'project = A AND x in (a)',
    ],
    ['- <https://w.example/w/api.php?action=query&list=random>.\n', '?action=query&list=random'],
    [
      '# JQL\n\nUse `assignee = currentUser() AND status != Done`, or ``project = A``.',
      'assignee = currentUser() AND status != Done',
    ],
    ['| jql | x |\n| --- | --- |\n| `sprint in openSprints()` | y |\n', 'sprint in openSprints()'],
    [
      '| a |\n| --- |\n| `action=query&prop=info&titles=A\\|B` |\n| https://w.example/api.php?action=query&titles=A\\|B |\n',
      'action=query&prop=info&titles=A|B',
      '?action=query&titles=A|B',
    ],
    [
      'As in `action=query&list=categorymembers&cmtitle=Category:<name>`.',
      'action=query&list=categorymembers&cmtitle=Category:{{value}}',
    ],
    ['```bash\njira list --jql "key = A-1"\n```', 'key = A-1'],
    ['```js title=x\nsearchJira(`key = ${k}`)\n```', 'key = {{k}}'],
  ],
  shellscript: [
    [`curl -d '{"jql": "key = A-1"}' https://jira.example/rest/api/2/search`, 'key = A-1'],
    [`jira issue list -q "project = 'A B'" --raw`, "project = 'A B'"],
    [`JQL="key = $(cat k) AND x = 1"`, 'key = {{k}} AND x = 1'],
    [`r=$(curl -G --data-urlencode "action=query" -d "prop=info" $api)`, 'action=query\nprop=info'],
    [`jira issue list --jql 'project = A'`, 'project = A'],
    [`x --jql="project = \\"A\\" AND key = $KEY" # --jql 'key = 1'`, 'project = "A" AND key = {{KEY}}'],
    [`x --jql 'key = A-'"$n"' AND x = 1'`, 'key = A-{{n}} AND x = 1'],
    [
      `curl -s "https://w.example/w/api.php?action=query&titles=$(cat t)&prop=info"`,
      '?action=query&titles={{t}}&prop=info',
    ],
    [
      `curl -d action=query -d 'titles=A B' --data-urlencode "prop=info" $api`,
      'action=query\ntitles=A B\nprop=info',
    ],
    [`curl -G --data-urlencode 'jql=project = A' \\\n  $api; echo 'key = B'`, 'project = A'],
    [`http GET $j/search jql=='project = A' a==b`, 'project = A'],
    [
      `http https://w.example/w/api.php action==query list==random rnlimit:=5`,
      'action=query\nlist=random\nrnlimit=5',
    ],
    [`curl --data 'action=query&list=random' $api`, 'action=query&list=random'],
  ],
  typescriptreact: [[`<A jql="x">{find({ jql: 'key = A-1' })}</A>`, 'key = A-1']],
};

describe('queries that are found', () => {
  for (const [host, cases] of byHost(found))
    for (const [source, ...queries] of cases)
      it(`${host}: ${source.replaceAll('\n', '⏎')}`, async () =>
        assert.deepEqual(await queriesIn(host, source), queries));
});

const pretending: Partial<Record<HostId, readonly string[]>> = {
  python: [
    `d = {'action': 'query', 'table': 'users'}`,
    `d = {'action': 'query'}`,
    `d = {'action': 'parse', 'prop': 'text'}`,
    `d = {'jql': 'The JQL query to run, such as project = A'}`,
    `d = {'jql': 'Search with JQL'}`,
    `"""jql: project = A"""`,
    `print('Give a JQL query')`,
    `x = 'see action=query in the manual'`,
    `jql = build_jql(a)`,
    `jql = ''`,
    `def f(action='query', list=None): pass`,
    `p['action'] = 'query'\ndef f():\n    p['list'] = 'x'`,
    `d = [('action', 'query'), ('table', 'users')]`,
    `jql_help = 'project = A finds the issues of a project'`,
  ],
  php: [
    'jql: action=query',
    `<?php $x = [ 'action' => 'query' ];`,
    `<?php $x = Foo::simpleGet( 'parse', [ 'prop' => 'text' ] ); // jql`,
    '<?php /* jql = x */',
    `<?php $jql = $this->jql();`,
  ],
  yaml: [
    'jql: {{ jql }}',
    'jql:',
    'jql: x\nrun: echo "a = b" # --jql\n',
    'description: use jql, as in project = A',
    'jql: All of them',
    '{% if jql %}\njql: "{{ x }}"\n{% endif %}',
  ],
  json: [
    '{"jql": {"type": "string", "description": "project = A"}}',
    '{"jql": "={{ $json.jql }}"}',
    '{"jql": "',
  ],
  markdown: [
    '```jql\nAND status = Open\n```',
    'jql: project = A',
    '`jql = x`',
    'JQL: `assignee = currentUser() AND …`, `assignee = currentUser() finds mine`, `status = Open`',
    'See https://j.example/issues/?jql=project%20%3D%20A... or https://w.example/api.php?action=query&...',
    '```\njql = 1\n```',
    '```text\njql: project = A\n```',
    '```py\nget(f"https://{wiki}/w/api.php?action=query&...")\n```',
  ],
  shellscript: [
    `echo "see --jql"`,
    `x --jql "$JQL"`,
    `# --jql 'key = A-1'`,
    `x --jql 'key = A-1`,
    `x -q 'words'`,
  ],
  javascript: [
    'searchJira(`and id IN (${ids})`)',
    `db.query({ list: 'a' }); // jql`,
    `m.set('action', 'query'); m.set('rows', 5);`,
    `const jqlError = 'project = A is wrong'; const f = jql => 'a = b';`,
    `function load(jql) { return 'a = b'; }`,
    `store.dispatch({ action: 'query', payload: { list: 1 } })`,
    `const jql = require('jql');`,
    `const jql = 'jql';`,
    `switch (action) { case 'query': jql() }`,
    `// { action: 'query', list: 'random' }`,
    `x = /action=query&list=random/`,
    `jql = "{{ jql }}"`,
  ],
};

describe('what is no query', () => {
  for (const [host, cases] of byHost(pretending))
    for (const source of cases)
      it(`${host}: ${source}`, async () => assert.deepEqual(await queriesIn(host, source), []));
});
