import { Random } from '../support/random.ts';

/** Typical clauses, each about one field; `#` is a placeholder for a number. */
const terms: readonly string[] = [
  'project = ABC',
  'project in (ALPHA, BETA, "Project #")',
  'status in (Open, "In Progress", Reopened)',
  'status != Closed',
  'statusCategory not in (Done, "To Do")',
  'assignee = currentUser()',
  'assignee in membersOf("group #")',
  'assignee is EMPTY',
  'assignee was not currentUser() DURING ("2024-01-01", "2024-06-30")',
  'reporter in (anna, bert.smith, "c. d", currentUser())',
  'watcher = currentUser()',
  'priority >= High',
  'priority in (Highest, High)',
  'issuetype = Bug',
  'issuetype not in (Epic, subTaskIssueTypes())',
  'resolution is EMPTY',
  'resolution is not EMPTY',
  'fixVersion in unreleasedVersions(ABC)',
  'affectedVersion = "#.1"',
  'labels not in (wontfix, duplicate, label-#)',
  'labels = backend',
  'created >= startOfMonth(-1)',
  'created > 2024-01-15',
  'updated >= -#d',
  'due <= endOfWeek("+1w")',
  'status changed FROM "To Do" TO "In Progress" AFTER startOfDay(-14d) BEFORE now()',
  'status changed BY (anna, bert) ON "2024-03-#"',
  'status was in ("Waiting for customer", Pending) after -#d',
  'summary ~ "connection refused #"',
  'description !~ "test only"',
  'comment ~ "\\"time out\\" OR retry*"',
  "text ~ 'Linux #*'",
  'component in ("User interface", Server, \'Data base\')',
  'votes >= #',
  'cf[10#] = "value #"',
  '"Story Points" > #',
  '"Epic Link" = XYZ-#',
  'sprint in openSprints()',
  'parent in (ABC-#, ABC-#1, ABC-#2)',
  'issue in linkedIssues("XYZ-#", "is blocked by")',
  'issue.property[commits].total > #',
  'attachments is not EMPTY',
  'originalEstimate > 4h',
];
const orders: readonly string[] = [
  '',
  '',
  'created',
  'due ASC, key DESC',
  'priority DESC, updated DESC',
  'cf[10#], rank',
];

/** So many queries of two to seven clauses, the same in every run. */
export function jqlQueries(count: number): string[] {
  const random = new Random(3);
  return Array.from({ length: count }, () => query(random));
}

function query(random: Random): string {
  const where = clauses(random, 2, 7);
  const order = random.one(orders);
  const text = order === '' ? where : `${where} ORDER BY ${order}`;
  return text.replaceAll('#', () => String(random.below(30) + 1));
}

const clauses = (random: Random, least: number, most: number): string =>
  random
    .some(least, most, () => clause(random))
    .reduce((done, next) => `${done} ${connective(random)} ${next}`);

const connective = (random: Random): string =>
  random.chance(75) ? 'AND' : random.one(['OR', 'OR', 'and', 'or', '&&', '||']);

function clause(random: Random): string {
  if (random.chance(10)) return `(${clauses(random, 2, 3)})`;
  return (random.chance(5) ? random.one(['NOT ', '!']) : '') + random.one(terms);
}
