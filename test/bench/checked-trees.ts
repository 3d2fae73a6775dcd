/** Folders of files for a check, the same in every run: queries right and wrong, and code that seldom has a query. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jqlQueries } from './jql-queries.ts';

const perFile = 20;
const perFolder = 50;

/** Four queries with 13 or 14 findings together, most of which have a fix. `N` is a number. */
const wrongQueries: readonly (readonly string[])[] = [
  ['list=allpages', 'aplimt=5', 'apprefx=A N', 'apfilterredir=nonredirect'],
  ['titles=Page N', 'prop=inof|revisions', 'rvlimt=2', 'rvprop=timestmp'],
  ['list=recentchanges', 'rclimt=N', 'rcnamspace=0', 'rctyp=edit'],
  ['list=users', 'ususers=Person N', 'usprop=group|editcont', 'uslimit=5'],
];

/** The same for JQL. */
const wrongJql = 'asignee = currentUser() AND statuss = Open AND prioriti = "High N" ORDER BY creatd';

/** A folder of numbered files, a part of them in each folder in it. */
function writeFiles(folder: string, count: number, file: (index: number) => readonly [string, string]): void {
  for (let index = 0; index < count; index++) {
    const place = path.join(folder, String(Math.floor(index / perFolder)));
    mkdirSync(place, { recursive: true });
    const [ending, text] = file(index);
    writeFileSync(path.join(place, `file${index}.${ending}`), text);
  }
}

const blocks = (count: number, query: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `### Query ${index}\n${query(index)}\n`).join('\n');

/** Writes wiki queries of which each has about three findings. */
export const writeWrongQueries = (folder: string, count: number): void =>
  writeFiles(folder, count / perFile, file => [
    'wikiquery',
    blocks(perFile, index => {
      const number = file * perFile + index;
      return wrongQueries[number % wrongQueries.length]!.join('\n').replaceAll('N', String(number));
    }),
  ]);

/** Writes queries in JQL of which each has several findings. */
export const writeWrongJql = (folder: string, count: number): void =>
  writeFiles(folder, count / perFile, file => [
    'jql',
    blocks(perFile, index => wrongJql.replaceAll(/\bN\b/g, String(file * perFile + index))),
  ]);

/** Writes queries in JQL without a finding. */
export function writeRightQueries(folder: string, count: number): void {
  const queries = jqlQueries(count);
  writeFiles(folder, count / perFile, file => [
    'jql',
    blocks(perFile, index => queries[file * perFile + index]!),
  ]);
}

/** Functions of a file of code. */
const functions = 24;
/** Of so many files one has a query. */
const seldom = 20;

/** Writes TypeScript, and every third file as JSON. */
export const writeScripts = (folder: string, count: number): void =>
  writeFiles(folder, count, index => (index % 3 === 2 ? ['json', jsonOf(index)] : ['ts', scriptOf(index)]));

const scriptOf = (file: number): string =>
  [
    `import { readItems } from './file${file + 1}.ts';`,
    ...Array.from(
      { length: functions },
      (_, index) => `
/** Counts the items of group ${index} whose status is open. */
export function countGroup${index}(items: readonly string[], most = ${file + index}): number {
  let count = 0;
  for (const [position, item] of items.entries()) {
    if (item.startsWith('group ${index}') && position < most) count += item.length;
    else if (item === "status") count -= Math.min(position, ${index});
  }
  return count > 0 ? count : readItems(\`group \${count} of \${most}\`).length;
}`,
    ),
    ...(file % seldom === 0 ? [`export const openJql = \`project = P${file} AND status = Open\`;`] : []),
    '',
  ].join('\n');

const jsonOf = (file: number): string =>
  JSON.stringify(
    {
      name: `package-${file}`,
      ...(file % seldom === 2 && { jql: `project = P${file} ORDER BY created` }),
      items: Array.from({ length: functions * 4 }, (_, index) => ({
        id: index,
        status: 'open',
        label: `item ${index} of ${file}`,
        tags: ['a', 'b', 'c'],
      })),
    },
    null,
    2,
  );

/** Writes Python. */
export const writePython = (folder: string, count: number): void =>
  writeFiles(folder, count, index => ['py', pythonOf(index)]);

const pythonOf = (file: number): string =>
  [
    '"""Counts items."""',
    ...Array.from(
      { length: functions },
      (_, index) => `

def count_group_${index}(items, most=${file + index}):
    """Return the length of the open items of group ${index}."""
    count = 0
    for position, item in enumerate(items):
        if item["status"] == "open" and position < most:
            count += len(item["label"])
    return {"count": count, "group": f"group {count} of {most}", "query": 'none'}`,
    ),
    ...(file % seldom === 0
      ? [`\nissues = jira.search_issues(f"project = P${file} AND status = {status}")`]
      : []),
    '',
  ].join('\n');
