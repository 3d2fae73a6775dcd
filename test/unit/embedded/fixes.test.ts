/** Fixes in files of other languages: a source, a title, and the source after the fix, in its own quoting. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostId } from '../../../server/src/embedded/hosts/hosts.ts';
import { byHost, fixedOnce, fixesIn } from '../../support/embedded.ts';

type Cases = readonly (readonly [source: string, title: string, after: string])[];

const cases: Partial<Record<HostId, Cases>> = {
  python: [
    [
      `jql = " AND ".join(["statsu = Open", "key = A-1"])`,
      'Change “statsu” to “status”',
      `jql = " AND ".join(["status = Open", "key = A-1"])`,
    ],
    [
      `body = '{"jql": "status = In Progress"}'`,
      'Quote “In Progress”',
      `body = '{"jql": "status = \\\\"In Progress\\\\""}'`,
    ],
    [
      `p = {'action': 'query'}\np['list'] = 'allpages'\np['aplimt'] = 5`,
      'Change “aplimt” to “aplimit”',
      `p = {'action': 'query'}\np['list'] = 'allpages'\np['aplimit'] = 5`,
    ],
    [
      `get(u, [('action', 'query'), ('list', 'allpages'), ('aplimt', 5)])`,
      'Change “aplimt” to “aplimit”',
      `get(u, [('action', 'query'), ('list', 'allpages'), ('aplimit', 5)])`,
    ],
    [
      `u = 'https://j.example/search?jql=statsu%20%3D%20Open&x=1'`,
      'Change “statsu” to “status”',
      `u = 'https://j.example/search?jql=status%20%3D%20Open&x=1'`,
    ],
    [
      `p = {'action': 'query', "prop": "deletedrevisions", "drprop": 'ids', 'titles': t}`,
      'Change “drprop” to “drvprop”',
      `p = {'action': 'query', "prop": "deletedrevisions", "drvprop": 'ids', 'titles': t}`,
    ],
    [
      `p = {'action': 'query', "prop": "deletedrevisions", "drprop": 'ids', 'titles': t}`,
      'Remove “drprop”',
      `p = {'action': 'query', "prop": "deletedrevisions", 'titles': t}`,
    ],
    [
      `session.get(api, params={'action': 'query', 'meta': 'siteinfo', 'siprop': p, 'sinumberinggroup': n})`,
      'Change “sinumberinggroup” to “sinumberingroup”',
      `session.get(api, params={'action': 'query', 'meta': 'siteinfo', 'siprop': p, 'sinumberingroup': n})`,
    ],
    [
      `p = {'action': 'query', 'list': 'categorymembers', 'cmtitel': cat, 'cmlimt': n}`,
      'Change “cmtitel” to “cmtitle”',
      `p = {'action': 'query', 'list': 'categorymembers', 'cmtitle': cat, 'cmlimt': n}`,
    ],
    [
      `p = {'action': 'query', 'list': 'search', 'srsearch': 'x', 'srlimit': 5000}`,
      'Change to “500”',
      `p = {'action': 'query', 'list': 'search', 'srsearch': 'x', 'srlimit': 500}`,
    ],
    [
      `get(action='query', list='allpages', aplimt=5)`,
      'Change “aplimt” to “aplimit”',
      `get(action='query', list='allpages', aplimit=5)`,
    ],
    [
      `p = {'action': 'query', 'meta': 'siteinfo', 'siprop': ['general', "namespace"]}`,
      'Change to “namespaces”',
      `p = {'action': 'query', 'meta': 'siteinfo', 'siprop': ['general', "namespaces"]}`,
    ],
    [
      `p = {'action': 'query', 'meta': 'siteinfo', 'siprop': ['general', "namespace"]}`,
      'Remove the value “namespace”',
      `p = {'action': 'query', 'meta': 'siteinfo', 'siprop': ['general']}`,
    ],
    [`jql = 'priorty = High'`, 'Change “priorty” to “priority”', `jql = 'priority = High'`],
    [
      `jql = ("a = '\\u00e9' AND "\n  f'priorty = {x}')`,
      'Change “priorty” to “priority”',
      `jql = ("a = '\\u00e9' AND "\n  f'priority = {x}')`,
    ],
  ],
  php: [
    [
      `<?php $p = [ 'action' => 'query', 'prop' => 'deletedrevisions', "drprop" => 'ids', 'titles' => $t ];`,
      'Change “drprop” to “drvprop”',
      `<?php $p = [ 'action' => 'query', 'prop' => 'deletedrevisions', "drvprop" => 'ids', 'titles' => $t ];`,
    ],
  ],
  yaml: [
    [
      'jql: >\n  a = b\n  AND priorty = High\n',
      'Change “priorty” to “priority”',
      'jql: >\n  a = b\n  AND priority = High\n',
    ],
    [
      'run: |\n  x --jql "priorty = High"\n',
      'Change “priorty” to “priority”',
      'run: |\n  x --jql "priority = High"\n',
    ],
  ],
  json: [['{"jql": "priorty = High"}', 'Change “priorty” to “priority”', '{"jql": "priority = High"}']],
  markdown: [
    [
      'See `assignee = currentUser() AND priorty = High`.\n\nWith jql: \n',
      'Change “priorty” to “priority”',
      'See `assignee = currentUser() AND priority = High`.\n\nWith jql: \n',
    ],
    [
      '[a](https://j.example/issues/?jql=priorty%20%3D%20High)',
      'Change “priorty” to “priority”',
      '[a](https://j.example/issues/?jql=priority%20%3D%20High)',
    ],
    [
      '```jql\n# @name release\nproject = A\n```\n\n- list\n  ```jql\n  key in ({{relase.key}})\n  ```\n',
      'Change to “{{release.key}}”',
      '```jql\n# @name release\nproject = A\n```\n\n- list\n  ```jql\n  key in ({{release.key}})\n  ```\n',
    ],
    [
      '> ```jql\n> priorty = High\n> ```',
      'Change “priorty” to “priority”',
      '> ```jql\n> priority = High\n> ```',
    ],
    [
      '- a\n  ```sh\n  x --jql "priorty = $p"\n  ```',
      'Change “priorty” to “priority”',
      '- a\n  ```sh\n  x --jql "priority = $p"\n  ```',
    ],
  ],
  shellscript: [[`x --jql='priorty = High'`, 'Change “priorty” to “priority”', `x --jql='priority = High'`]],
  javascript: [
    [
      `api.get({ action: 'query', list: 'search', srsearch: q, srlmit: '5' })`,
      'Change “srlmit” to “srlimit”',
      `api.get({ action: 'query', list: 'search', srsearch: q, srlimit: '5' })`,
    ],
    [
      'fetch(`${api}?action=query&list=allpages&aplimt=${n}`)',
      'Change “aplimt” to “aplimit”',
      'fetch(`${api}?action=query&list=allpages&aplimit=${n}`)',
    ],
  ],
};

describe('fixes', () => {
  for (const [host, list] of byHost(cases))
    for (const [source, title, after] of list)
      it(`${host}: ${title}: ${source.replaceAll('\n', '⏎')}`, async () => {
        const fixes = await fixesIn(host, source);
        assert.equal(fixes.get(title), after, [...fixes.keys()].join('\n'));
      });
});

/** A value of several words needs quotes, which the host may need to escape. */
const quoted: readonly (readonly [host: HostId, source: string, after: string])[] = [
  ['python', `jql = "status = In Progress"`, `jql = "status = \\"In Progress\\""`],
  [
    'python',
    `u = 'https://j.example/search?jql=status%20%3D%20In%20Progress'`,
    `u = 'https://j.example/search?jql=status%20%3D%20%22In%20Progress%22'`,
  ],
  ['python', `jql = 'status = In Progress'`, `jql = 'status = "In Progress"'`],
  ['python', `jql = """status = In Progress"""`, `jql = """status = \\"In Progress\\""""`],
  ['python', `jql = r"status = In Progress"`, `jql = r"status = In Progress"`],
  ['javascript', 'jql = "status = In Progress"', 'jql = "status = \\"In Progress\\""'],
  ['php', `<?php $jql = "status = In Progress";`, `<?php $jql = "status = \\"In Progress\\"";`],
  ['php', `<?php $jql = 'status = In Progress';`, `<?php $jql = 'status = "In Progress"';`],
  ['php', '<?php $jql = <<<X\nstatus = In Progress\nX;', '<?php $jql = <<<X\nstatus = "In Progress"\nX;'],
  ['yaml', 'jql: status = In Progress', 'jql: status = "In Progress"'],
  ['yaml', `jql: 'status = In Progress'`, `jql: 'status = "In Progress"'`],
  ['yaml', `run: "x --jql 'status = In Progress'"`, `run: "x --jql 'status = \\"In Progress\\"'"`],
  ['yaml', 'jql: "status = In Progress"', 'jql: "status = \\"In Progress\\""'],
  ['yaml', 'jql: |-\n  status = In Progress', 'jql: |-\n  status = "In Progress"'],
  ['json', '{"jql": "status = In Progress"}', '{"jql": "status = \\"In Progress\\""}'],
  ['markdown', '```jql\nstatus = In Progress\n```', '```jql\nstatus = "In Progress"\n```'],
  ['shellscript', 'x --jql "status = In Progress"', 'x --jql "status = \\"In Progress\\""'],
  ['shellscript', `x --jql 'status = In Progress'`, `x --jql 'status = "In Progress"'`],
  ['javascript', 'jql = `status = In Progress`', 'jql = `status = "In Progress"`'],
];

describe('quotes', () => {
  for (const [host, source, after] of quoted)
    it(`${host}: ${source}`, async () => assert.equal(await fixedOnce(host, source), after));
});
