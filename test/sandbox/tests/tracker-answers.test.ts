import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchJson } from '../../support/fetch-json.ts';
import { type SandboxTracker, startSandboxTracker } from '../tracker.ts';
import { type FoundIssue, type SearchAnswer, search } from './tracker-asking.ts';

describe('the tracker answers', () => {
  let tracker: SandboxTracker;
  let headers: Record<string, string>;
  const find = (jql: string, more: Record<string, string> = {}) =>
    search(tracker.url, jql, more, { headers });
  const get = (path: string) => fetch(`${tracker.url}${path}`, { headers });
  const post = (body: string, type = 'application/json') =>
    fetch(`${tracker.url}/rest/api/2/search`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
      body,
    });
  before(async () => {
    tracker = await startSandboxTracker({ issues: 1200, contextPath: '/works', hostile: 3 });
    headers = { Authorization: `Bearer ${tracker.account('ada').token}` };
  });
  after(() => tracker.stop());

  it('a search, 50 at first', async () => {
    const { startAt, maxResults, total, issues } = await find('project = CANAL');
    assert.deepEqual([startAt, maxResults, total, issues.length], [0, 50, 1200, 50]);
  });
  it('every issue once over its pages', async () => {
    const keys: string[] = [];
    for (let startAt = 0, total = 1; startAt < total; startAt = keys.length) {
      const page = await find('', { startAt: String(startAt), maxResults: '377', fields: 'summary' });
      keys.push(...page.issues.map(({ key }) => key));
      total = page.total;
    }
    assert.deepEqual(keys.toSorted(), tracker.world.issues.map(({ key }) => key).toSorted());
  });
  it('at most 1000, without a word', async () =>
    assert.equal((await find('', { maxResults: '5000', fields: 'summary' })).maxResults, 1000));
  it('nothing beyond the end', async () =>
    assert.deepEqual((await find('project = LAMP', { startAt: '84' })).issues, []));
  it('500 beyond its window', async () => {
    const response = await get('/rest/api/2/search?startAt=9990&maxResults=50');
    assert.equal(response.status, 500);
    assert.match(await response.text(), /^\{"errorMessages":\["The search limit/u);
  });
  it('the same to a POST', async () => {
    const answer: SearchAnswer = JSON.parse(
      await (await post(JSON.stringify({ jql: 'key = LAMP-1', fields: ['summary'], maxResults: 2 }))).text(),
    );
    assert.deepEqual(
      [answer.maxResults, answer.total, Object.keys(answer.issues[0]?.fields ?? {})],
      [2, 1, ['summary']],
    );
  });
  it('400 or 415 to another POST', async () => {
    assert.equal((await post('{')).status, 400);
    assert.equal((await post('{}', 'text/plain')).status, 415);
  });
  it('400 in HTML to a long address', async () => {
    const response = await get(`/rest/api/2/search?jql=${'x'.repeat(9000)}`);
    assert.deepEqual(
      [response.status, response.headers.get('Content-Type')],
      [400, 'text/html;charset=UTF-8'],
    );
  });
  it('errors of queries as a collection', async () => {
    const response = await get('/rest/api/2/search?jql=foo%3D1%20and%20status%3Dx');
    const { errorMessages, errors } = JSON.parse(await response.text());
    assert.deepEqual([response.status, errorMessages.length, errors], [400, 2, {}]);
  });
  it('warnings where nothing is to be validated', async () => {
    const { total, warningMessages } = await find('foo = 1', { validateQuery: 'false' });
    assert.deepEqual([total, warningMessages?.length], [0, 1]);
  });

  // prettier-ignore
  const selections: readonly [fields: string, has: readonly string[], hasNot: readonly string[]][] = [
    ['', ['summary', 'status', 'customfield_10104'], ['comment', 'worklog', 'attachment']],
    ['summary,status', ['summary', 'status'], ['assignee']],
    ['*all,-comment', ['summary', 'worklog'], ['comment']],
    ['-summary', ['status'], ['summary', 'comment']],
    ['*navigable,comment', ['summary', 'comment'], ['worklog']],
    ['nothing', [], ['summary']],
  ];
  for (const [fields, has, hasNot] of selections)
    it(`the fields ${fields || 'that are usual'}`, async () => {
      const [issue] = (await find('key = LAMP-9', fields === '' ? {} : { fields })).issues;
      const ids = Object.keys(issue?.fields ?? {});
      assert.deepEqual(
        [has.filter(id => !ids.includes(id)), hasNot.filter(id => ids.includes(id))],
        [[], []],
      );
    });

  it('names, schemas, HTML and histories where asked', async () => {
    const expand = 'names,schema,renderedFields,changelog';
    const { names, schema, issues } = await find('description ~ residents or description ~ resident', {
      expand,
    });
    assert.equal(names?.['customfield_10104'], 'Story Points');
    assert.deepEqual(schema?.['labels'], { type: 'array', items: 'string', system: 'labels' });
    assert.match(JSON.stringify(issues[0]?.renderedFields?.['description']), /^"<p>Reported by a resident/u);
    assert('changelog' in (issues[0] ?? {}));
  });

  it('one issue with all that belongs to it', async () => {
    const wanted = tracker.world.issues.find(
      ({ comments, history, links, project }) =>
        comments.length > 0 && history.length > 0 && links.length > 0 && project.key === 'LAMP',
    );
    const key = wanted?.key ?? '';
    const issue = await fetchJson<FoundIssue & Record<string, unknown>>(
      `${tracker.url}/rest/api/2/issue/${key}?expand=renderedFields,names,schema,changelog`,
      { headers },
    );
    assert.deepEqual([issue.key, issue.fields['summary']], [key, wanted?.summary]);
    for (const part of ['names', 'schema', 'changelog', 'renderedFields']) assert(part in issue, part);
    for (const field of ['comment', 'worklog', 'attachment', 'issuelinks', 'subtasks', 'timetracking'])
      assert(field in issue.fields, field);
    assert.match(JSON.stringify(issue.renderedFields?.['comment']), /"body":"<p>/u);
  });
  it('an issue by its id, and by its key in any case', async () => {
    const id = tracker.world.issue('LAMP-7')?.id ?? 0;
    for (const reference of [String(id), 'lamp-7'])
      assert.match(await (await get(`/rest/api/2/issue/${reference}`)).text(), /"key":"LAMP-7"/u);
  });
  it('404 for issues that are not there, and those that one may not see', async () => {
    const bruno = { Authorization: `Bearer ${tracker.account('bruno').token}` };
    for (const key of ['LAMP-999', 'CLERK-1']) {
      const response = await fetch(`${tracker.url}/rest/api/2/issue/${key}`, { headers: bruno });
      assert.equal(response.status, 404);
      assert.equal(await response.text(), '{"errorMessages":["Issue Does Not Exist"],"errors":{}}');
    }
  });
  it('hostile issues as they are', async () => {
    const text = await (await get('/rest/api/2/issue/ODD-1?expand=renderedFields')).text();
    assert(text.includes('<script>') && text.includes(`${tracker.url}/beacon/`));
    assert.equal((await find('project = ODD')).total, 3);
  });

  it('pages for people', async () => {
    assert.match(await (await get('/browse/LAMP-1')).text(), /<h1>\[LAMP-1\] /u);
    assert.doesNotMatch(await (await get('/browse/ODD-1')).text(), /<script>top/u);
    assert.equal((await get('/browse/LAMP-999')).status, 404);
    assert.match(await (await get('/issues/?jql=project%3DGARD')).text(), /works\/browse\/GARD-84"/u);
    const response = await fetch(`${tracker.url}/browse/CANAL-1`, { redirect: 'manual' });
    assert.equal(
      response.headers.get('Location'),
      `${tracker.url}/login.jsp?os_destination=%2Fbrowse%2FCANAL-1`,
    );
  });
  it('who one is', async () => {
    const me = await fetchJson<Record<string, unknown>>(`${tracker.url}/rest/api/2/myself?expand=groups`, {
      headers,
    });
    assert.deepEqual([me['name'], me['displayName'], me['active']], ['ada', 'Ada Underhill', true]);
    assert.match(JSON.stringify(me['groups']), /"size":2,"items":\[\{"name":"town-clerks"/u);
  });
  it('what it is', async () =>
    assert.match(await (await get('/rest/api/2/serverInfo')).text(), /"deploymentType":"Server"/u));
  it('its fields, with real booleans', async () => {
    const all = await fetchJson<readonly Record<string, unknown>[]>(`${tracker.url}/rest/api/2/field`, {
      headers,
    });
    const epicName = all.find(({ name }) => name === 'Epic Name');
    assert.deepEqual(epicName?.['clauseNames'], ['cf[10101]', 'Epic Name']);
    assert.deepEqual([epicName?.['custom'], epicName?.['searchable']], [true, true]);
  });
  it('what queries are made of, with booleans as text', async () => {
    const words = await fetchJson<{
      visibleFieldNames: readonly Record<string, unknown>[];
      visibleFunctionNames: readonly Record<string, unknown>[];
      jqlReservedWords: readonly string[];
    }>(`${tracker.url}/rest/api/2/jql/autocompletedata`);
    const points = words.visibleFieldNames.find(({ cfid }) => cfid === 'cf[10104]');
    assert.deepEqual(
      [points?.['value'], points?.['displayName'], points?.['orderable'], points?.['types']],
      ['"Story Points"', 'Story Points - cf[10104]', 'true', ['java.lang.Number']],
    );
    const membersOf = words.visibleFunctionNames.find(({ value }) => value === 'membersOf("")');
    assert.equal(membersOf?.['isList'], 'true');
    assert(words.jqlReservedWords.includes('limit'));
  });

  // prettier-ignore
  const suggestions: readonly [query: string, first: { value: string; displayName: string } | undefined][] = [
    ['fieldName=status&fieldValue=in', { value: '"In Progress"', displayName: '<b>In</b> Progress' }],
    ['fieldName=project&fieldValue=', { value: 'CANAL', displayName: 'Canal and Mill (CANAL)' }],
    ['fieldName=status&predicateName=by&predicateValue=el', { value: 'elif', displayName: '<b>El</b>if Perrin - elif@millbrook.example (elif)' }],
    ['fieldName=cf[10105]&fieldValue=e', { value: '"East Gate"', displayName: '<b>E</b>ast Gate' }],
    ['fieldName=status&fieldValue=zzz', undefined],
  ];
  for (const [query, first] of suggestions)
    it(`suggestions for ${query}`, async () => {
      const path = '/rest/api/2/jql/autocompletedata/suggestions';
      const { results } = await fetchJson<{ results: readonly unknown[] }>(`${tracker.url}${path}?${query}`, {
        headers,
      });
      assert.deepEqual(results[0], first);
      assert(results.length <= 15);
    });
  it('no suggestions for what it does not know', async () =>
    assert.equal((await get('/rest/api/2/jql/autocompletedata/suggestions?fieldName=foo')).status, 400));

  it('404 and 405 elsewhere', async () => {
    const missing = await get('/rest/api/2/nope');
    assert.match(await missing.text(), /^\{"status-code":404,"message":/u);
    const response = await fetch(`${tracker.url}/rest/api/2/field`, { method: 'DELETE' });
    assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'GET, HEAD']);
    assert.equal((await fetch(new URL('/rest/api/2/field', tracker.url))).status, 404);
  });
});
