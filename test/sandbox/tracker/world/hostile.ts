import { type TownData, day, midnight, named } from './town-data.ts';
import hostile from './hostile.json' with { type: 'json' };
import type { Issue, Named, Person, Project } from './types.ts';

/** How many different payloads there are. */
export const payloadCount = hostile.payloads.length;

/**
 * One payload as text. Were it run it would set `wikijqlHostile` on the window; were it loaded it would ask the
 * tracker for `beacon/NUMBER`, and the tracker records that.
 */
function payload(number: number, beacon: string): string {
  const text = hostile.payloads[number % payloadCount] ?? '';
  return text.replaceAll('{run}', `top.wikijqlHostile=${number}`).replaceAll('{url}', `${beacon}/${number}`);
}

/** @param count how many issues; number n has the payload n in its summary, and the ones after it elsewhere. */
export function buildHostile(
  data: TownData,
  count: number,
  now: number,
  beacon: string,
): { readonly project: Project; readonly issues: readonly Issue[] } {
  const project: Project = {
    key: 'ODD',
    id: '10199',
    name: 'Odd finds',
    lead: named(data.people, 'ada'),
    crew: 'town-clerks',
    open: true,
    members: undefined,
    components: [],
    versions: [],
    sprints: [],
  };
  const issues = Array.from({ length: count }, (_, index) => hostileIssue(data, project, index, now, beacon));
  return { project, issues };
}

function hostileIssue(data: TownData, project: Project, index: number, now: number, beacon: string): Issue {
  let used = index;
  const text = (): string => payload(used++, beacon);
  const thing = (): Named => ({ id: '66600', name: text() });
  const summary = text();
  const person: Person = {
    name: 'odd',
    key: 'JIRAUSER666',
    displayName: text(),
    email: 'odd@millbrook.example',
    groups: [],
  };
  const created = midnight(now) - 3 * day;
  const version = { ...thing(), released: false, releaseDate: created };
  const at = created + day;
  const category = named(data.categories, 'To Do');
  const status = { ...thing(), category };
  const was = thing();
  return {
    id: 900_001 + index,
    key: `${project.key}-${index + 1}`,
    number: index + 1,
    project,
    type: { ...thing(), subtask: false },
    summary,
    description: text() + text() + text(),
    environment: text(),
    status,
    priority: thing(),
    resolution: thing(),
    reporter: person,
    creator: person,
    assignee: person,
    created,
    updated: at,
    resolved: at,
    due: created,
    labels: [text(), text()],
    components: [thing()],
    versions: [version],
    fixVersions: [version],
    comments: [1, 2, 3].map(number => ({ id: 666_000 + number, at, author: person, body: text() })),
    attachments: [{ id: 666_100, at, author: person, name: text(), type: text(), size: 666 }],
    worklogs: [{ id: 666_200, at, author: person, comment: text(), seconds: 60 }],
    history: [
      {
        id: 666_300,
        at,
        author: person,
        items: [{ field: 'status', from: was.id, fromName: was.name, to: status.id, toName: status.name }],
      },
    ],
    links: [
      {
        id: 666_400,
        type: { id: '66600', name: text(), inward: text(), outward: text() },
        outward: true,
        key: 'GARD-1',
      },
    ],
    parent: undefined,
    voters: [person],
    watchers: [person],
    estimate: 3600,
    epic: undefined,
    epicName: text(),
    sprints: [{ ...thing(), state: 'ACTIVE', start: created, end: at }],
    rank: text(),
    points: 1,
    ward: thing(),
    tools: [thing()],
    inspected: created,
    inspection: at,
    foreman: person,
    residents: text(),
    plan: text(),
    hostile: true,
  };
}
