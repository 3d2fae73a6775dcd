import { type Field, functionNamed } from '../fields.ts';
import { membersOf } from '../world/people.ts';
import type { Person, Project, Version } from '../world/types.ts';
import { maySee } from '../world/world.ts';
import type { Context } from './context.ts';
import { edgeOf, readDate } from './dates.ts';
import type { JqlProblem } from './errors.ts';
import type { Value } from './values.ts';

type Answer = readonly Value[] | undefined;
type Call = (args: readonly string[], context: Context) => Answer;

const me =
  (select: (person: Person) => Answer): Call =>
  (_, { person }) =>
    person ? select(person) : [];
const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

function projectsOf([name]: readonly string[], { world, person }: Context): readonly Project[] | undefined {
  if (name === undefined) return world.projects.filter(project => maySee(person, project));
  const lower = name.toLowerCase();
  const found = world.projects.filter(
    ({ id, key, name: full }) => id === name || key.toLowerCase() === lower || full.toLowerCase() === lower,
  );
  return found.length > 0 ? found : undefined;
}

const versions =
  (select: (versions: readonly Version[]) => readonly (Version | undefined)[]): Call =>
  (args, context) =>
    projectsOf(args, context)?.flatMap(project =>
      ids(select(project.versions).filter(one => one !== undefined)),
    );

const sprints =
  (state: string): Call =>
  (_, { world }) =>
    ids(world.projects.flatMap(project => project.sprints).filter(sprint => sprint.state === state));

const leads = (args: readonly string[], { world, person }: Context): readonly Project[] | undefined => {
  const lead = args[0] === undefined ? person : world.person(args[0]);
  return lead && world.projects.filter(project => project.lead.name === lead.name);
};

const edges = (['start', 'end'] as const).flatMap(edge =>
  (['Day', 'Week', 'Month', 'Year'] as const).map((unit): [string, Call] => [
    `${edge}Of${unit}`,
    ([increment = '0'], { now }) => {
      const time = edgeOf(edge, unit, increment, now);
      return time === undefined ? undefined : [time];
    },
  ]),
);

/** The values of each function; `undefined` = invalid argument. */
const calls: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(edges),
  currentUser: me(({ name }) => [name]),
  membersOf: ([group = ''], { world }) => {
    const known = world.groups.find(one => one.toLowerCase() === group.toLowerCase());
    return known === undefined ? undefined : membersOf(world, known).map(({ name }) => name);
  },
  now: (_, { now }) => [now],
  currentLogin: (_, { logins }) => [logins.current],
  lastLogin: (_, { logins }) => [logins.previous],
  openSprints: sprints('ACTIVE'),
  closedSprints: sprints('CLOSED'),
  futureSprints: sprints('FUTURE'),
  releasedVersions: versions(all => all.filter(({ released }) => released)),
  unreleasedVersions: versions(all => all.filter(({ released }) => !released)),
  latestReleasedVersion: versions(all => [all.findLast(({ released }) => released)]),
  earliestUnreleasedVersion: versions(all => [all.find(({ released }) => !released)]),
  standardIssueTypes: (_, { world }) => ids(world.types.filter(({ subtask }) => !subtask)),
  subtaskIssueTypes: (_, { world }) => ids(world.types.filter(({ subtask }) => subtask)),
  linkedIssues([key = '', how], { world }) {
    const issue = world.issue(key);
    if (!issue) return undefined;
    const out = issue.links
      .filter(({ type }) => how === undefined || type.outward === how)
      .map(link => link.key);
    const into = world
      .linkingTo(issue)
      .filter(({ links }) =>
        links.some(link => link.key === issue.key && (how === undefined || link.type.inward === how)),
      );
    return [...out, ...into.map(other => other.key)];
  },
  votedIssues: (_, { world, person }) =>
    keysWhere(world.issues, ({ voters }) => voters.some(one => one === person)),
  watchedIssues: (_, { world, person }) =>
    keysWhere(world.issues, ({ watchers }) => watchers.some(one => one === person)),
  updatedBy([name = '', from, to], { world, now }) {
    const author = world.person(name);
    const start = from === undefined ? Number.NEGATIVE_INFINITY : readDate(from, now);
    const end = to === undefined ? Number.POSITIVE_INFINITY : readDate(to, now);
    if (!author || start === undefined || end === undefined) return undefined;
    return keysWhere(world.issues, ({ history, comments, reporter, created }) =>
      [...history, ...comments, { author: reporter, at: created }].some(
        paper => paper.author === author && paper.at >= start && paper.at <= end,
      ),
    );
  },
  projectsLeadByUser: (args, context) => leads(args, context)?.map(({ id }) => id),
  componentsLeadByUser: (args, context) => leads(args, context)?.flatMap(({ components }) => ids(components)),
};

const keysWhere = <T extends { readonly key: string }>(
  issues: readonly T[],
  test: (issue: T) => boolean,
): string[] => issues.filter(test).map(({ key }) => key);

/** Evaluates a function for a field: its values, or a problem. */
export function callFunction(
  name: string,
  args: readonly string[],
  field: Field,
  fieldName: string,
  context: Context,
): { readonly values: readonly Value[] } | { readonly problem: JqlProblem } {
  const known = functionNamed(name);
  const call = known && calls[known.name];
  if (!known || !call) return { problem: { id: 'unknownFunction', args: [name] } };
  const { least, most, returns } = known;
  if (args.length < least || args.length > most) {
    const expected = args.length < least ? least : most;
    return { problem: { id: 'functionArity', args: [known.name, String(expected), String(args.length)] } };
  }
  const fits =
    field.kind === returns ||
    (returns === 'datetime' && field.kind === 'date') ||
    (returns === 'issue' && field.kind === 'issuein');
  if (!fits) return { problem: { id: 'functionValue', args: [known.name, fieldName] } };
  const values = call(args, context);
  return values ? { values } : { problem: { id: 'functionArgument', args: [known.name, args[0] ?? ''] } };
}
