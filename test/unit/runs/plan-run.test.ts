/** Plans of runs: the requirements of queries, or why they do not run, and that all who run queries follow the plan. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contextOf } from '../../../server/src/cli/inputs/settings-file.ts';
import { siteFor } from '../../../server/src/runs/plan-sites.ts';
import { planRun, type RunPlan } from '../../../server/src/runs/plan-run.ts';
import { hasOwnWords, problemText, type RunProblem } from '../../../server/src/runs/run-problems.ts';
import type { RunPurpose } from '../../../server/src/runs/run-query.ts';
import { readSettings } from '../../../server/src/sites/settings/read-settings.ts';
import { type Asked, doors, now, queryOf, settings } from '../../support/run-doors.ts';

const wiki = (text: string, answers?: Asked['answers']): Asked => ({
  languageId: 'wikiquery',
  text,
  ...(answers && { answers }),
});
const jql = (text: string): Asked => ({ languageId: 'jql', text });

const pages = 'list=allpages';
const members = `# @site harbour\n### Members\n# @name members\n${pages}\n`;
const asking = '# @site harbour\n# @prompt page: title\nprop=info\ntitles={{page}}';

/** By what the plan is to be, in a few words: the sites, the requests and limits; or the kind and code of the problem. */
const cases: readonly (readonly [name: string, asked: Asked, planned: string])[] = [
  ['simple', wiki(`# @site harbour\n${pages}`), 'harbour: list=allpages 100'],
  ['of the other kind', jql('# @site lamps\nproject = A'), 'lamps: project = A 100'],
  ['a limit', wiki(`# @site harbour\n# @limit 7\n${pages}`), 'harbour: list=allpages 7'],
  ['its own limit', wiki(`# @site harbour\n${pages}\naplimit=5`), 'harbour: list=allpages&aplimit=5 100 5'],
  ['several sites', wiki(`# @sites harbour, quarry\n${pages}`), 'harbour, quarry: list=allpages 100'],
  ['an answer', wiki(asking, { page: ['A'] }), 'harbour: prop=info&titles=A 100'],
  ['a default', wiki(asking.replace('title\n', 'title = B\n')), 'harbour: prop=info&titles=B 100'],
  [
    'a chain',
    wiki(`${members}### Q\nprop=info\ntitles={{members.title}}`),
    'harbour: members.title of list=allpages 100',
  ],
  ['no answer', wiki(asking), 'prompt: prompt-unanswered'],
  ['a bad answer', wiki(asking.replace('title\n', 'number\n'), { page: ['x'] }), 'prompt: answer-number'],
  ['no site', wiki(pages), 'site: no-site'],
  ['an unknown site', wiki(`# @site nowhere\n${pages}`), 'site: unknown-site'],
  ['one unknown site of several', wiki(`# @sites harbour, nowhere\n${pages}`), 'site: unknown-site'],
  ['an unusable site', wiki(`# @site broken\n${pages}`), 'site: refused-site'],
  ['a site of the wrong kind', wiki(`# @site lamps\n${pages}`), 'site: other-kind-of-site'],
  ['a site of the wrong kind for JQL', jql('# @site harbour\nproject = A'), 'site: other-kind-of-site'],
  ['an undefined variable', jql('# @site lamps\nproject = {{nothing}}'), 'query: undefined-variable'],
  [
    'a cycle of variables',
    jql('# @site lamps\n@a = {{b}}\n@b = {{a}}\nproject = {{a}}'),
    'query: variable-cycle',
  ],
  [
    'a circle of queries',
    wiki('# @site harbour\n### A\n# @name a\nprop=info\ntitles={{a.title}}'),
    'chain: chain-circle',
  ],
  [
    'an unknown query in a title',
    wiki('# @site harbour\nlist=backlinks\nbltitle={{nothing.title}}'),
    'chain: unknown-query',
  ],
  ['an unknown query', jql('# @site lamps\nkey in ({{nothing.key}})'), 'chain: unknown-query'],
  [
    'a chain at several sites',
    wiki(`${members}### Q\n# @sites harbour, quarry\nprop=info\ntitles={{members.title}}`),
    'chain: chain-sites',
  ],
];

/** Queries for which an agent has a plan of its own. */
const agentOnly: readonly (readonly [name: string, asked: Asked, planned: string])[] = [
  ['more rows than allowed', wiki(`# @site harbour\n# @limit 1001\n${pages}`), 'limit: limit'],
  ['more rows of several sites', wiki(`# @sites harbour, quarry\n# @limit 501\n${pages}`), 'limit: limit'],
  ['all rows', wiki(`# @site harbour\n# @all\n${pages}`), 'harbour: list=allpages 1000'],
  ['a token', wiki('# @site harbour\nmeta=tokens'), 'writing: token'],
];

const plan = ({ answers, ...asked }: Asked, purpose: RunPurpose): Promise<RunPlan | RunProblem> =>
  planRun(queryOf(asked), {
    purpose,
    settings,
    context: contextOf(settings, now),
    ...(purpose !== 'agent' && { ask: async () => answers ?? {} }),
  });

function inWords(planned: RunPlan | RunProblem): string {
  if ('code' in planned) return `${planned.kind}: ${planned.code}`;
  const sites = planned.sites.map(({ name }) => name).join(', ');
  if ('chain' in planned)
    return `${sites}: ${planned.chain.reference.name} of ${inWords(planned.source!).slice(sites.length + 2)}`;
  const { request, limit, ownLimits = [], parts } = planned.request;
  assert.equal(parts?.list.length ?? 1, planned.sites.length);
  const text =
    request.kind === 'tracker'
      ? request.jql
      : request.parameters
          .filter(([name]) => !/^(?:action|format|formatversion|errorformat)$/.test(name))
          .map(pair => pair.join('='))
          .join('&');
  return [`${sites}: ${text} ${limit}`, ...ownLimits.flatMap(({ rows }) => rows ?? [])].join(' ');
}

const titlesOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `P${index}`).join('|');

describe('a plan', () => {
  for (const purpose of ['editor', 'command'] as const)
    for (const [name, asked, planned] of cases)
      it(`for the ${purpose} with ${name}`, async () =>
        assert.equal(inWords(await plan(asked, purpose)), planned));
  for (const [name, asked, planned] of agentOnly)
    it(`for an agent with ${name}`, async () => assert.equal(inWords(await plan(asked, 'agent')), planned));

  const titles = Array.from({ length: 120 }, (_, index) => `Page ${index}`).join('|');
  const ofManyPages = wiki(`# @site harbour\nprop=info\ntitles=${titles}`);
  it('of a list that is too long for one request has several, and all rows', async () => {
    const planned = await plan(ofManyPages, 'command');
    assert.ok('request' in planned);
    const sent = planned.request.parts?.list.map(({ request }) =>
      request.kind === 'wiki' ? new Map(request.parameters).get('titles')?.split('|').length : 0,
    );
    assert.deepEqual(sent, [50, 50, 20]);
    assert.equal(planned.request.limit, Infinity);
  });
  it('of such a list for an agent keeps to its limit', async () => {
    const planned = await plan(ofManyPages, 'agent');
    assert.ok('request' in planned);
    assert.equal(planned.request.limit, settings.limit);
    assert.equal(planned.request.parts?.list.length, 3);
  });

  const confirmations: readonly (readonly [name: string, confirm: boolean | undefined, planned: string])[] = [
    ['the user agrees', true, '51'],
    ['the user does not agree', false, 'limit: chain-declined'],
    ['nobody can be asked', undefined, 'limit: chain-declined'],
  ];
  for (const [name, agrees, wanted] of confirmations)
    it(`of a list for 51 requests where ${name}`, async () => {
      const asked: number[] = [];
      const confirm =
        agrees === undefined ? undefined : async (count: number) => asked.push(count) > 0 && agrees;
      const query = queryOf(wiki(`# @site harbour\nprop=info\ntitles=${titlesOf(2550)}`));
      const context = contextOf(settings, now);
      const planned = await planRun(query, { purpose: 'editor', settings, context, confirm });
      assert.equal(
        'request' in planned ? String(planned.request.parts?.list.length) : inWords(planned),
        wanted,
      );
      assert.deepEqual(asked, agrees === undefined ? [] : [51]);
    });
  it('of a list for 50 requests asks nobody', async () => {
    const planned = await plan(wiki(`# @site harbour\nprop=info\ntitles=${titlesOf(2500)}`), 'editor');
    assert.ok('request' in planned);
    assert.equal(planned.request.parts?.list.length, 50);
  });

  it('is declined where the user gives no answer', async () => {
    const context = contextOf(settings, now);
    const conditions = { purpose: 'editor', settings, context, ask: async () => undefined } as const;
    assert.equal(inWords(await planRun(queryOf(wiki(asking)), conditions)), 'declined: cancelled');
  });

  it('of a query that is too long is refused before it is read', async () => {
    const long = wiki(`# @site harbour\n${pages}\n# ${'x'.repeat(1_000_000)}`);
    assert.equal(inWords(await plan(long, 'editor')), 'length: query-too-long');
  });

  it('that has errors for who counts them is refused', async () => {
    const conditions = { purpose: 'agent', settings, context: contextOf(settings, now) } as const;
    const query = queryOf(wiki(`# @site harbour\n${pages}`));
    const planned = await planRun(query, { ...conditions, countErrors: async () => 2 });
    assert.equal(inWords(planned), 'query: query-errors');
  });
});

describe('a query without a site', () => {
  const settingsOfSites: readonly (readonly [sites: object, message: string])[] = [
    [{}, 'no-site'],
    [{ a: { kind: 'jira', url: 'https://a.example' } }, 'refused-site.kind'],
    [{ '': { kind: 'jira', url: 'https://a.example' } }, 'refused-site.kind'],
    [{ a: { kind: 'wiki', url: 'malformed' } }, 'no-site'],
    [
      { a: { kind: 'jira', url: 'https://a.example' }, b: { kind: 'tracker', url: 'https://b.example' } },
      'no-site',
    ],
  ];
  for (const [sites, message] of settingsOfSites)
    it(`and the sites ${JSON.stringify(sites)}: ${message}`, () => {
      const site = siteFor(readSettings({ sites }), '', 'editor', 'tracker');
      assert.equal('message' in site && site.message, message);
    });
});

describe('whoever runs a query', () => {
  for (const [name, asked] of cases)
    for (const [purpose, door] of doors)
      it(`(${purpose}) keeps to the plan with ${name}`, async () => {
        const { sent, refusal } = await door(asked);
        const planned = await plan(asked, purpose);
        if ('code' in planned) {
          assert.deepEqual(sent, []);
          const words = problemText(planned, purpose);
          if (purpose === 'agent' && planned.span !== undefined)
            assert.match(refusal ?? '', /The check finds errors/);
          else assert.equal(refusal, words);
          return;
        }
        assert.equal(refusal, undefined);
        const last = sent.at(-1);
        assert.ok(last);
        if ('chain' in planned) return;
        const { run: _run, site, ...request } = last;
        assert.deepEqual({ site, request }, { site: planned.site, request: planned.request });
      });

  for (const [name, asked, planned] of cases)
    it(`says the same of a query with ${name}, unless there is something else to do`, async () => {
      const problem = await plan(asked, 'editor');
      if (!('code' in problem)) return;
      assert.equal(inWords(problem), planned);
      for (const purpose of ['command', 'report'] as const)
        if (!hasOwnWords(problem, purpose))
          assert.equal(problemText(problem, purpose), problemText(problem, 'editor'));
    });
});
