/** Problems of queries in files of other languages: a source, and the codes with their subjects. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostId } from '../../../server/src/embedded/hosts/hosts.ts';
import { byHost, problemsIn } from '../../support/embedded.ts';

type Cases = readonly (readonly [source: string, ...problems: string[]])[];

const fence = (language: string, lines: string): string => `\`\`\`${language}\n${lines}\n\`\`\`\n\n`;

const cases: Partial<Record<HostId, Cases>> = {
  python: [
    [
      `api.get({'action': 'query', 'list': 'search', 'srsearch': 'x', 'srlmit': 5})`,
      'unrecognizedparams srlmit',
    ],
    [`p = {'action': 'query', 'list': 'search', 'srserach': 'x'}`, 'unrecognizedparams srserach'],
    [`p = {'action': 'query', 'prop': 'deletedrevisions', 'drprop': 'ids'}`, 'unrecognizedparams drprop'],
    [`p = {'action': 'query', 'list': 'search', 'srsearch': 'x', 'srlimit': 5000}`, 'outofrange 5000'],
    [`p = {'action': 'query', 'list': ['alpages', 'random']}`, 'unrecognizedvalues alpages'],
    [`u = 'https://w.example/api.php?action=query&list=allpages&aplimt=5'`, 'unrecognizedparams aplimt'],
    [`jql = 'project = A AND statuss = "a\\x62" AND created > x-1'`, 'unknown-field statuss', 'bad-date x-1'],
    [`jira.search_issues("project = A AND (status = 'Open'")`, 'unclosed-parenthesis ('],
    [`jira.search_issues(f"project = {p} AND AND priorty = High")`, 'expected AND', 'unknown-field priorty'],
    [`jql = f"priorty = High {more} ORDER BY key"`, 'unknown-field priorty'],
  ],
  javascript: [
    [`api.get({ action: 'query', prop: 'info', inprp: 'url', titles: t })`, 'unrecognizedparams inprp'],
    [`const jql = \`assigne = \${me} AND status = Open\`;`, 'unknown-field assigne'],
  ],
  markdown: [
    [
      `${fence('jql', '# @name release\nproject = A')}${fence('jql', 'key in ({{relase.key}})')}`,
      'unknown-query {{relase.key}}',
    ],
    [
      `${fence('wikiquery', '# @name members\nlist=categorymembers\ncmtitle=Category:A')}> \`\`\`jql\n> project = A\n> \`\`\`\n\n${fence('wikiquery', 'titles={{members.titel}}\nprop=info')}`,
      'reference-column {{members.titel}}',
    ],
    [
      fence(
        'wikiquery',
        '### One\n# @name a\nlist=allpages\n\n### Two\ntitles={{a.title}}|{{a.pageid}}\nprop=info',
      ),
      'chain-several {{a.pageid}}',
    ],
    [fence('jql', '# @name a\nkey in ({{a.key}})'), 'chain-circle {{a.key}}'],
  ],
};

describe('problems', () => {
  for (const [host, list] of byHost(cases))
    for (const [source, ...problems] of list)
      it(`${host}: ${source}`, async () => assert.deepEqual(await problemsIn(host, source), problems));
});

/** Unknown values, and all that depends on them, are not checked. */
const silent: Partial<Record<HostId, readonly string[]>> = {
  python: [
    `p = {'action': 'query', 'prop': prop, 'rvprop': 'ids'}`,
    `self.get('query', meta='siteinfo', siprop='general', retry_on_error=False)`,
    `p = {'action': 'query', 'prop': 'info|%s' % more, 'rvprop': 'ids', 'titles': 'A'}`,
    `p = {'action': 'query', 'prop': 'revisions', 'rvlimit': n, 'titles': t}`,
    `p = {'action': 'query', 'prop': 'revisions', 'rvlimit': 5, 'titles': t}`,
    `p = {'action': 'query', 'prop': 'info'}`,
    `p = {'action': 'query', 'format': 'xml', 'list': 'random', 'rawcontinue': '', 'origin': '*'}`,
    `p = {'action': 'query', **more, 'prop': 'info', 'rvprop': 'ids'}`,
    `p = {'action': 'query', key: 'x', 'rvprop': 'ids', 'prop': 'info'}`,
    `p = {'action': 'query', 'format': 'json', 'cmtitle': x}`,
    `p = {'action': 'query', 'format': 'json'}\np['list'] = 'search'\np['srsearch'] = 'x'`,
    `p = {'action': 'query', 'prop': 'info', 'rvprop': 'ids'}\np['prop'] = 'revisions'`,
    `p = {'action': 'query', 'list': 'recentchanges', 'rcstart': start, 'rcend': '2020-01-01T00:00:00Z', 'rcdir': d}`,
    `p = {'action': 'query', 'list': 'search', 'srsearch': None, 'redirects': False}`,
    `p = {'action': 'query', 'prop': 'info', 'titles': 'A' if x else 'B'}`,
    `u = 'https://w.example/api.php?action=query&prop=' + prop + '&rvprop=ids'`,
    `u = 'https://w.example/api.php?action=query&format=json&titles='`,
    `u = API + '?action=query' + rest`,
    `jql = f'project = {p} {clause}'`,
    `jql = f'{clause} AND status = Open'`,
    `jql = f'{clause} ORDER BY {field} {direction}'`,
    `jql = f'project in ({names}) AND created > {when}'`,
    `jql = f'project in {names} AND labels {operator} x'`,
    `jql = f'created > "{when}" AND assignee = {who}({a}) AND status in ("{s}")'`,
    `jql = 'project = %s AND id = %d' % (a, b)`,
    `jql = 'project = {project} AND fixVersion = "{version}"'.format(**values)`,
    `jql = 'project = A' + (' AND x = 1' if y else '')`,
    `jql = 'project = A AND status = Open AND ' + rest`,
    `jql = 'project = A AND key in ('  + ','.join(keys) + ')'`,
    `jql = f'{a}{b}{c}'`,
    `jql = 'project = A AND '\njql += 'x = 1'`,
    `jql = 'project = A AND (status in ('`,
    `jql = f'{base} AND status = Open)'`,
    `jql = 'BD_COMPONENT ~ x AND project = A'`,
    `session.get(action='query', list='random', continuation=True, auth=x)`,
    `x = '<a href="/w/api.php?action=query&meta=userinfo">all</a>'`,
  ],
  javascript: [
    `api.get({ action: 'query', prop, titles, rvprop: 'ids' })`,
    `api.get({ action: 'query', ...more, prop: 'info' })`,
    `api.get({ action: 'query', [name]: 1, prop: 'info' })`,
    `api.get(Object.assign({ action: 'query', prop: 'info' }, { titles: 'A' }))`,
    `const jql = \`project = \${p} \${open ? 'AND status = Open' : ''} ORDER BY \${order}\`;`,
    `const jql = \`\${a} AND (\${b})\`;`,
  ],
};

describe('what is not known', () => {
  for (const [host, list] of byHost(silent))
    for (const source of list)
      it(`${host}: ${source.replaceAll('\n', '⏎')}`, async () =>
        assert.deepEqual(await problemsIn(host, source), []));
});
