/** Queries checked by what is stored of their sites. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SiteLock, SiteLocks } from '#shared/base/site-lock.ts';
import type { QueryContext } from '../../../../server/src/query-file/language/language-service.ts';
import { createLanguages } from '../../../../server/src/runs/languages/languages.ts';
import { uncachedView } from '../../../../server/src/query-file/checking/uncached-view.ts';
import { QueryDocument } from '../../../../server/src/query-file/query-document.ts';
import { problemMessage } from '#shared/base/text/problem.ts';

const jiraUrl = 'https://jira.example.org';
const wikiUrl = 'https://wiki.example.org/w/api.php';
const trackerLock: SiteLock = {
  file: '/x/.wikijql/work.lock.json',
  site: 'work',
  url: jiraUrl,
  software: 'Jira 10.3.0',
  time: '2026-11-22T19:30:01Z',
  description: {
    kind: 'tracker',
    autocompleteData: {
      visibleFieldNames: [
        { value: 'status', operators: ['=', '!=', 'in', 'not in', 'was'], types: [] },
        {
          value: '"Team Size"',
          cfid: 'cf[10001]',
          displayName: 'Team Size - cf[10001]',
          operators: ['='],
          types: [],
        },
      ],
      visibleFunctionNames: [],
      jqlReservedWords: [],
    },
    values: {
      hasAccount: true,
      projects: [{ id: '100', key: 'OPS', name: 'Operations' }],
      statuses: [
        { id: '3', name: 'In Progress' },
        { id: '4', name: 'Done' },
      ],
      versions: [{ id: '7', project: 'OPS', name: '1.0' }],
    },
  },
};
const wikiLock: SiteLock = {
  file: '/x/.wikijql/wiki.lock.json',
  site: 'wiki',
  url: wikiUrl,
  software: 'MediaWiki 1.39.7',
  time: '2026-11-22T19:30:01Z',
  description: {
    kind: 'wiki',
    paraminfo: {
      paraminfo: {
        modules: [
          {
            path: 'query+gadgets',
            name: 'gadgets',
            group: 'list',
            prefix: 'ga',
            parameters: [{ index: 1, name: 'prop', type: ['id', 'size'], multi: true }],
          },
        ],
      },
    },
    namespaces: [
      { id: 0, name: '' },
      { id: 100, name: 'Portal' },
    ],
    aliases: [],
  },
};
const locks: SiteLocks = {
  locks: new Map([trackerLock, wikiLock].map(lock => [lock.site, lock])),
  unusable: new Map([
    ['broken', { file: '/x/.wikijql/broken.lock.json', fault: 'version', values: { format: 2, known: 1 } }],
  ]),
};
const base: QueryContext = {
  now: Date.UTC(2026, 10, 22),
  defaultSite: '',
  sites: [
    { name: 'work', kind: 'tracker', url: jiraUrl },
    { name: 'wiki', kind: 'wiki', url: wikiUrl },
    { name: 'broken', kind: 'wiki', url: wikiUrl },
  ],
  locks,
};

function asked(languageId: 'jql' | 'wikiquery', marked: string, context: Partial<QueryContext> = {}) {
  const language = createLanguages().get(languageId)!;
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const document = new QueryDocument('file:///x/a', languageId, 1, text, language.syntax);
  const view = uncachedView(document.blocks[0]!, document.header, language.syntax);
  const all = { ...base, ...context };
  return {
    found: () =>
      language.service
        .problems(view, all)
        .map(({ code, span }) => `${code}@${text.slice(span.start, span.end)}`),
    messages: () =>
      language.service.problems(view, all).map(problem => problemMessage(language.wording, problem)),
    hover: () => language.service.explain(view, offset, all)?.markdown ?? '',
    offered: () => language.service.complete(view, offset, all).map(({ label }) => label),
    documented: (label: string) => {
      const subject = language.service
        .complete(view, offset, all)
        .find(each => each.label === label)?.subject;
      return subject && language.service.documentation(subject);
    },
    learn: (software: string) =>
      language.runner.applyDescription?.('wiki', {
        kind: 'wiki',
        paraminfo: { paraminfo: { modules: [] } },
        namespaces: null,
        aliases: null,
        software,
      }),
    again: () => language.service.problems(view, all).map(({ code }) => code),
  };
}

describe('a query of a locked tracker', () => {
  const cases: readonly (readonly [query: string, found: readonly string[]])[] = [
    ['status = "In Progress"', []],
    ['status = "in progress"', []],
    ['status = 3', []],
    ['status in (Done, Donne)', ['unknown-value@Donne']],
    ['status not in (Gone)', ['unknown-value@Gone']],
    ['status was Gone', []],
    [
      'project = OPS AND project = Operations AND project = 100',
      ['redundant@project = Operations', 'redundant@project = 100'],
    ],
    ['project = OPZ', ['unknown-value@OPZ']],
    ['fixVersion = 1.0', []],
    ['fixVersion in (1.0, 2.0)', ['unknown-value@2.0']],
    ['"Team Size" = 3', []],
    ['"Team Sise" = 3', ['unknown-field@"Team Sise"']],
    ['"Nothing Like It" = 3', ['unknown-field@"Nothing Like It"']],
    ['status = {{who}}', ['undefined-variable@{{who}}']],
  ];
  for (const [query, found] of cases)
    it(query, () =>
      assert.deepEqual(
        asked('jql', `# @site work\n${query}`)
          .found()
          .filter(each => !/^(?:redundant|never|always)/.test(each)),
        found.filter(each => !each.startsWith('redundant')),
      ),
    );

  it('can be of a project that an account would see, where the lock was made without one', () => {
    assert(trackerLock.description.kind === 'tracker');
    const { values } = trackerLock.description;
    const description = { ...trackerLock.description, values: { ...values!, hasAccount: false } };
    const anonymous = { ...trackerLock, description };
    const context = { locks: { locks: new Map([['work', anonymous]]), unusable: new Map() } };
    const query = '# @site work\nproject = OPZ AND fixVersion = 9.9 AND status = Gone';
    assert.deepEqual(asked('jql', query, context).found(), ['unknown-value@Gone']);
  });

  it('is checked by what is built in where it is of another site', () =>
    assert.deepEqual(asked('jql', 'status = Gone').found(), []));

  it('says in hover that a field is from the lock', () => {
    assert.match(
      asked('jql', '# @site work\n"Team ¦Size" = 3').hover(),
      /From the lock of “work” \(2026-11-22\)\./,
    );
    assert.doesNotMatch(asked('jql', '# @site work\nassig¦nee = 3').hover(), /lock/);
  });

  it('is completed with what is stored', () =>
    assert.deepEqual(
      asked('jql', '# @site work\nstatus = ¦')
        .offered()
        .filter(label => /^(?:In |Done|Open)/.test(label)),
      ['In Progress', 'Done'],
    ));
});

describe('a query of a locked wiki', () => {
  it('knows the modules and the namespaces of the wiki', () => {
    assert.deepEqual(asked('wikiquery', '# @site wiki\nlist=gadgets\ngaprop=id').found(), []);
    assert.deepEqual(asked('wikiquery', '# @site wiki\nlist=gadgets\ngaprop=ids').found(), [
      'unrecognizedvalues@ids',
    ]);
    assert.deepEqual(asked('wikiquery', '# @site wiki\nlist=allpages\napnamespace=14').found(), [
      'badvalue@14',
    ]);
  });
  it('says in hover that a module, a parameter or a namespace is from the lock', () => {
    for (const query of [
      'list=gad¦gets',
      'list=gadgets\nga¦prop=id',
      'list=gadgets\ngaprop=i¦d',
      'list=allpages\napnamespace=10¦0',
    ])
      assert.match(
        asked('wikiquery', `# @site wiki\n${query}`).hover(),
        /From the lock of “wiki” \(2026-11-22\)\./,
        query,
      );
  });
  it('has the documentation of what only the lock knows', () =>
    assert.match(
      asked('wikiquery', '# @site wiki\nlist=gadgets\nga¦').documented('gaprop') ?? '',
      /From the lock/,
    ));
  it('is not checked by the lock once the wiki has described itself', () => {
    const query = asked('wikiquery', '# @site wiki\nlist=allpages\napnamespace=14');
    assert.deepEqual(query.again(), ['badvalue']);
    query.learn('MediaWiki 1.39.7');
    assert.deepEqual(query.again(), []);
  });
  it('comes before a profile', () =>
    assert.deepEqual(
      asked('wikiquery', '# @site wiki\n# @profile mediawiki-1.39\nlist=gadgets\ngaprop=id').found(),
      [],
    ));
});

describe('a lock that is not right', () => {
  const query = '# @site wiki\nlist=allpages\naplimit=5';
  it('is named where it is older than what the site runs on', () => {
    const software = new Map([['wiki', 'MediaWiki 1.43.0']]);
    assert.deepEqual(asked('wikiquery', query, { software }).messages(), [
      'The lock of “wiki” was made with MediaWiki 1.39.7; the site now runs MediaWiki 1.43.0. Update it with “wikijql lock --site wiki”.',
    ]);
    assert.deepEqual(asked('wikiquery', query, { software }).found(), ['lock-outdated@wiki']);
    assert.deepEqual(
      asked('wikiquery', query, { software: new Map([['wiki', 'MediaWiki 1.39.7']]) }).found(),
      [],
    );
  });
  it('is named and not used where the settings have another address', () => {
    const sites = [{ name: 'wiki', kind: 'wiki' as const, url: 'https://other.example.org/w/api.php' }];
    assert.deepEqual(asked('wikiquery', query, { sites }).messages(), [
      'The lock .wikijql/wiki.lock.json is ignored: it was made for https://wiki.example.org/w/api.php, but “wiki” has another address in the settings. Correct the address, or recreate the lock with “wikijql lock --site wiki”.',
    ]);
    assert.deepEqual(asked('wikiquery', '# @site wiki\nlist=allpages\napnamespace=14', { sites }).found(), [
      'lock-unusable@wiki',
    ]);
  });
  it('is named where it cannot be read, at the first line of a query that names no site', () => {
    const found = asked('wikiquery', 'list=allpages\naplimit=5', { defaultSite: 'broken' });
    assert.deepEqual(found.found(), ['lock-unusable@list=allpages']);
    assert.match(
      found.messages()[0] ?? '',
      /broken\.lock\.json has format 2; this version of wikijql reads format 1/,
    );
  });
  it('is nobody’s business in a query of another site', () =>
    assert.deepEqual(asked('wikiquery', 'list=allpages\naplimit=5').found(), []));
});
