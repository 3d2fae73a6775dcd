/** Each query against the same question asked of the data directly. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Issue } from '../../../sandbox/tracker/world/types.ts';
import { context, keysOf, now, world } from './search-fixture.ts';

const day = 86_400_000;
const midnight = Date.UTC(2026, 0, 15);
const person = (name: string): string => world.person(name)?.name ?? '';
const isIn = (names: readonly string[], name: string | undefined): boolean =>
  name !== undefined && names.includes(name);
const changes = ({ history }: Issue, field: string) =>
  history.flatMap(({ at, author, items }) =>
    items.filter(item => item.field === field).map(item => ({ ...item, at, author })),
  );
const was = (issue: Issue, status: string): boolean =>
  issue.status.name === status ||
  changes(issue, 'status').some(({ fromName, toName }) => [fromName, toName].includes(status));
const open = world.projects.flatMap(({ sprints }) => sprints.filter(({ state }) => state === 'ACTIVE'));
const gardeners = ['elif', 'imani'];
const epics = ['CANAL-1', 'LAMP-1'];

// prettier-ignore
const cases: readonly [jql: string, test: (issue: Issue) => boolean][] = [
  ['', () => true],
  ['project = LAMP', ({ project }) => project.key === 'LAMP'],
  ['project = "street lamps"', ({ project }) => project.key === 'LAMP'],
  ['PROJECT in (LAMP, 10103)', ({ project }) => ['LAMP', 'GARD'].includes(project.key)],
  ['project != LAMP', ({ project }) => project.key !== 'LAMP'],
  ['not project = LAMP', ({ project }) => project.key !== 'LAMP'],
  ['!(project = LAMP or type = Bug)', ({ project, type }) => project.key !== 'LAMP' && type.name !== 'Bug'],
  ['project = LAMP or project = GARD and type = Bug', ({ project, type }) => project.key === 'LAMP' || (project.key === 'GARD' && type.name === 'Bug')],
  ['(project = LAMP || project = GARD) && type = Bug', ({ project, type }) => ['LAMP', 'GARD'].includes(project.key) && type.name === 'Bug'],
  ['key = lamp-7', ({ key }) => key === 'LAMP-7'],
  ['id in (LAMP-7, LAMP-8)', ({ key }) => ['LAMP-7', 'LAMP-8'].includes(key)],
  ['key > LAMP-9 and project = LAMP', ({ key, number }) => key.startsWith('LAMP') && number > 9],
  ['status = Open', ({ status }) => status.name === 'Open'],
  ['status not in (Open, Closed)', ({ status }) => !['Open', 'Closed'].includes(status.name)],
  ['statusCategory = Done', ({ status }) => status.category.key === 'done'],
  ['type in subtaskIssueTypes()', ({ type }) => type.subtask],
  ['priority > Medium', ({ priority }) => ['Highest', 'High'].includes(priority.name)],
  ['priority <= Low', ({ priority }) => ['Low', 'Lowest'].includes(priority.name)],
  ['resolution is empty', ({ resolution }) => resolution === undefined],
  ['resolution = Unresolved', ({ resolution }) => resolution === undefined],
  ['resolution is not null', ({ resolution }) => resolution !== undefined],
  ['resolution != Fixed', ({ resolution }) => resolution !== undefined && resolution.name !== 'Fixed'],
  ['resolution in (Fixed, EMPTY)', ({ resolution }) => resolution === undefined || resolution.name === 'Fixed'],
  ['assignee = ada', ({ assignee }) => assignee?.name === 'ada'],
  ['assignee = "Ada Underhill"', ({ assignee }) => assignee?.name === 'ada'],
  ['assignee = currentUser()', ({ assignee }) => assignee?.name === 'ada'],
  ['assignee != ada', ({ assignee }) => assignee !== undefined && assignee.name !== 'ada'],
  ['assignee in membersOf(gardeners)', ({ assignee }) => isIn(gardeners, assignee?.name)],
  ['assignee not in membersOf("Gardeners")', ({ assignee }) => assignee !== undefined && !isIn(gardeners, assignee.name)],
  ['reporter in (ada, "nils.åberg")', ({ reporter }) => isIn([person('ada'), person('nils.åberg')], reporter.name)],
  ['watcher = ada', ({ watchers }) => watchers.some(({ name }) => name === 'ada')],
  ['issue in watchedIssues()', ({ watchers }) => watchers.some(({ name }) => name === 'ada')],
  ['voter is empty', ({ voters }) => voters.length === 0],
  ['votes >= 2', ({ voters }) => voters.length >= 2],
  ['labels = winter', ({ labels }) => labels.includes('winter')],
  ['labels not in (winter, safety)', ({ labels }) => labels.length > 0 && !labels.includes('winter') && !labels.includes('safety')],
  ['labels is empty', ({ labels }) => labels.length === 0],
  ['component = Locks', ({ components }) => components.some(({ name }) => name === 'Locks')],
  ['component in componentsLeadByUser(chiara)', ({ project, components }) => project.key === 'LAMP' && components.length > 0],
  ['project in projectsLeadByUser()', ({ project }) => project.lead.name === 'ada'],
  ['fixVersion = "Rose week"', ({ fixVersions }) => fixVersions.some(({ name }) => name === 'Rose week')],
  ['fixVersion in releasedVersions()', ({ fixVersions }) => fixVersions.some(({ released }) => released)],
  ['fixVersion = earliestUnreleasedVersion(GARD)', ({ fixVersions }) => fixVersions.some(({ name }) => name === 'Rose week')],
  ['affectedVersion ~ "bridge*"', ({ versions }) => versions.some(({ name }) => name === 'Bridge year')],
  ['summary ~ "lamp"', ({ summary }) => /\blamp\b/iu.test(summary)],
  ['summary ~ "LAMP post"', ({ summary }) => /\blamp\b/iu.test(summary) && /\bpost\b/iu.test(summary)],
  ['summary ~ "\\"lamp post\\""', ({ summary }) => /\blamp post\b/iu.test(summary)],
  ['summary ~ "lan*"', ({ summary }) => /\blan/iu.test(summary)],
  ['summary ~ "w?ter"', ({ summary }) => /\bw.ter\b/iu.test(summary)],
  ['summary ~ "lamp OR bridge"', ({ summary }) => /\b(?:lamp|bridge)\b/iu.test(summary)],
  ['summary ~ "lamp -post"', ({ summary }) => /\blamp\b/iu.test(summary) && !/\bpost\b/iu.test(summary)],
  ['summary !~ lamp', ({ summary }) => !/\blamp\b/iu.test(summary)],
  ['description ~ "rod" and description is not empty', ({ description }) => /\brod\b/u.test(description ?? '')],
  ['comment ~ timber', ({ comments }) => comments.some(({ body }) => body.includes('timber'))],
  ['created >= 2026-01-01', ({ created }) => created >= Date.UTC(2026, 0, 1)],
  ['created < "2025/06/01 12:00"', ({ created }) => created < Date.UTC(2025, 5, 1, 12)],
  ['created > -7d', ({ created }) => created > midnight - 7 * day],
  ['created > "-1w 2d"', ({ created }) => created > midnight - 9 * day],
  ['updated >= -12h', ({ updated }) => updated >= now - day / 2],
  ['updated >= -90', ({ updated }) => updated >= now - 90 * 60_000],
  ['created >= startOfDay()', ({ created }) => created >= midnight],
  ['created >= startOfWeek()', ({ created }) => created >= Date.UTC(2026, 0, 12)],
  ['created >= startOfMonth(-1)', ({ created }) => created >= Date.UTC(2025, 11, 1)],
  ['created <= endOfYear("-1y")', ({ created }) => created < Date.UTC(2026, 0, 1)],
  ['created > lastLogin()', ({ created }) => created > now - day],
  ['created > 1767225600000', ({ created }) => created > Date.UTC(2026, 0, 1)],
  ['due < now() and resolution is empty', ({ due, resolution }) => due !== undefined && due < now && resolution === undefined],
  ['due is empty', ({ due }) => due === undefined],
  ['resolved >= -30d', ({ resolved }) => resolved !== undefined && resolved >= midnight - 30 * day],
  ['originalEstimate >= "4h"', ({ estimate }) => estimate !== undefined && estimate >= 14_400],
  ['worklogAuthor = ada', ({ worklogs }) => worklogs.some(({ author }) => author.name === 'ada')],
  ['attachments is not empty', ({ attachments }) => attachments.length > 0],
  ['parent = CANAL-9', ({ parent }) => parent === 'CANAL-9'],
  ['"Epic Link" = LAMP-1', ({ epic }) => epic === 'LAMP-1'],
  ['"epic link" in (CANAL-1, "Winter evenings")', ({ epic }) => isIn(epics, epic)],
  ['"Epic Name" ~ rose', ({ epicName }) => /rose/iu.test(epicName ?? '')],
  ['cf[10104] > 2', ({ points }) => points !== undefined && points > 2],
  ['"Story Points" = 0.5', ({ points }) => points === 0.5],
  ['Ward = "Mill Quarter"', ({ ward }) => ward?.name === 'Mill Quarter'],
  ['"Tools needed" in (Winch, Cart)', ({ tools }) => tools.some(({ name }) => ['Winch', 'Cart'].includes(name))],
  ['sprint in openSprints()', ({ sprints }) => sprints.some(({ id }) => open.some(one => one.id === id))],
  ['sprint = "LAMP Sprint 1"', ({ sprints }) => sprints.some(({ name }) => name === 'LAMP Sprint 1')],
  ['status was "In Progress"', issue => was(issue, 'In Progress')],
  ['status was not Closed', issue => !was(issue, 'Closed')],
  ['status was in ("In Progress", "In Review")', issue => was(issue, 'In Progress') || was(issue, 'In Review')],
  ['status changed', issue => changes(issue, 'status').length > 0],
  ['status changed to Closed after -60d', issue => changes(issue, 'status').some(({ toName, at }) => toName === 'Closed' && at > midnight - 60 * day)],
  ['status changed from Open to "In Progress" by ada', issue => changes(issue, 'status').some(({ fromName, toName, author }) => fromName === 'Open' && toName === 'In Progress' && author.name === 'ada')],
  ['assignee changed during (2025-06-01, 2025-12-01)', issue => changes(issue, 'assignee').some(({ at }) => at >= Date.UTC(2025, 5, 1) && at < Date.UTC(2025, 11, 1))],
  ['assignee changed from empty', issue => changes(issue, 'assignee').some(({ from }) => from === undefined)],
  ['fixVersion changed', issue => changes(issue, 'Fix Version').length > 0],
];

describe('a query finds what it says', () => {
  for (const [jql, test] of cases)
    it(jql === '' ? 'nothing asked' : jql, () => {
      const expected = world.issues.filter(test).map(({ key }) => key);
      assert.deepEqual(keysOf(jql).toSorted(), expected.toSorted());
      assert(expected.length > 0, 'there are such issues');
    });

  it('only what one may see', () => {
    assert.deepEqual(keysOf('project = CLERK').length, 84);
    assert.throws(
      () => keysOf('project = CLERK', { ...context, person: world.person('bruno') }),
      /does not exist/u,
    );
    const seen = keysOf('', { ...context, person: undefined }).map(key => key.replace(/-.*/u, ''));
    assert.deepEqual([...new Set(seen)].toSorted(), ['GARD', 'LAMP', 'ODD']);
  });
});
