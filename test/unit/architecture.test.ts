/** The rooms of the house: which files they hold, and which way imports go. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { floorPicture } from '../support/floor-picture.ts';
import { floors, frontRooms, pureFolders } from '../support/floors.ts';
import { inRoot } from '../support/paths.ts';
import { importsOf, isWithin, sourceFiles } from '../support/imports.ts';

const files = sourceFiles();
const data = 'server/catalogue';
const rooms = floors.flat();
const allRooms = [...rooms, ...frontRooms];
const roomOf = (file: string): string | undefined =>
  allRooms.find(({ folder }) => isWithin(file, folder))?.folder;
const isOwnFile = (target: string): boolean => /^(?:client|server|shared)\//.test(target);

/** Every import that a room does not allow, as a line. */
const wrongImports = (folder: string, isAllowed: (target: string, file: string) => boolean): string[] =>
  files
    .filter(file => isWithin(file, folder))
    .flatMap(file =>
      importsOf(file)
        .filter(target => !isAllowed(target, file))
        .map(target => `${file} imports ${target}`),
    );

test('every source file has a room', () => {
  assert.deepEqual(
    files.filter(file => roomOf(file) === undefined),
    [],
  );
});

test('no two rooms have one name', () => {
  assert.equal(new Set(rooms.map(({ name }) => name)).size, rooms.length);
});

for (const [floor, inhabitants] of floors.entries())
  for (const { folder, name } of inhabitants) {
    const below = floors.slice(0, floor).flatMap(lower => lower.map(room => room.folder));
    test(`${name} imports only from floors below`, () =>
      assert.deepEqual(
        wrongImports(
          folder,
          target => !isOwnFile(target) || [folder, data, ...below].some(place => isWithin(target, place)),
        ),
        [],
      ));
  }

for (const { folder, may } of frontRooms)
  test(`${folder} imports only what is named`, () =>
    assert.deepEqual(
      wrongImports(
        folder,
        target => !isOwnFile(target) || [folder, data, ...may].some(place => isWithin(target, place)),
      ),
      [],
    ));

for (const { folder, packages } of allRooms)
  test(`${folder} imports only its packages`, () =>
    assert.deepEqual(
      wrongImports(
        folder,
        (target, file) =>
          isOwnFile(target) ||
          packages.some(name => isWithin(target, name)) ||
          (target === 'package.json' && file.startsWith('server/src/platform/')),
      ),
      [],
    ));

const outside = ['node:', 'vscode', 'undici', 'vscode-languageserver/node', 'vscode-languageserver/browser'];
for (const folder of [...rooms.filter(({ isPure }) => isPure).map(room => room.folder), ...pureFolders])
  test(`${folder} is pure`, () =>
    assert.deepEqual(
      wrongImports(folder, target => !outside.some(place => isWithin(target, place))),
      [],
    ));

test('a folder has at most 20 files', () => {
  const counts = Map.groupBy(files, file => path.posix.dirname(file));
  assert.deepEqual(
    [...counts].filter(([, { length }]) => length > 20).map(([folder, { length }]) => `${folder}: ${length}`),
    [],
  );
});

for (const { folder } of allRooms)
  test(`${folder} has a README of at most 30 lines, whose files exist`, () => {
    const text = readFileSync(inRoot(folder, 'README.md'), 'utf8');
    assert.ok(text.split('\n').length <= 30);
    const names = Array.from(text.matchAll(/^- (.+)$/gm), ([, item = '']) => item)
      .map(item => item.split(':')[0] ?? '')
      .flatMap(item => Array.from(item.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
    assert.ok(names.length > 0);
    assert.deepEqual(
      names.filter(name => !existsSync(inRoot(folder, name))),
      [],
    );
  });

const architecture = readFileSync(inRoot('docs/architecture.md'), 'utf8');
test('docs/architecture.md shows the floors (`npm run house -- --picture` draws them)', () =>
  assert.ok(architecture.includes(floorPicture())));
test('docs/architecture.md names files that exist', () => {
  const names = Array.from(
    architecture.matchAll(/`((?:client|docs|server|shared|test)\/[^`\s]+)`/g),
    ([, name = '']) => name,
  );
  assert.ok(names.length > 40);
  assert.deepEqual(
    names.filter(name => !existsSync(inRoot(name))),
    [],
  );
});

test('only one file imports undici', () => {
  assert.deepEqual(
    files.filter(file => importsOf(file).some(target => isWithin(target, 'undici'))),
    ['server/src/network/http/create-client.ts'],
  );
});

test('no chain of imports leads back to its beginning', () => {
  const graph = new Map(files.map(file => [file, importsOf(file).filter(target => target.endsWith('.ts'))]));
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    assert(!trail.includes(file), [...trail, file].join(' → '));
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

/** Who reads files otherwise than by the bounded readers, and why that is safe. */
const otherReaders: Readonly<Record<string, string>> = {
  'client/src/read-file.ts': 'the bounded reader of the editor',
  'server/src/files/read-bounded.ts': 'the bounded reader',
  'server/src/files/atomic-file.ts': 'files of the state folder, which are this user’s own',
  'server/src/files/owner-presence.ts': 'a file of the system',
  'server/src/files/replace-file.ts': 'the draft that it wrote, and what it replaces',
  'server/src/cli/verbs/run.ts': 'the export that it wrote',
  'server/src/platform/node/command-line.ts': 'the manifest of the product',
  'server/src/platform/node/node-platform.ts': 'the manifest of the product',
  'server/src/results/export/export-file.ts': 'the draft that it writes',
  'server/src/results/store/result-files.ts': 'notes of the state folder',
  'server/src/results/store/session-database.ts': 'databases of the state folder',
  'server/src/results/store/snapshot-file.ts': 'databases of the state folder',
};

test('files are read by one bounded reader', () => {
  const readsFiles =
    /import \{[^}]*\b(?:readFile|readFileSync|createReadStream|open|openSync)\b[^}]*\} from 'node:fs|\bfs\.readFile\(|\bfs(?:Promises)?\.(?:readFileSync|createReadStream|openSync)\(|\* as fs/;
  assert.deepEqual(
    files.filter(file => readsFiles.test(readFileSync(inRoot(file), 'utf8'))).toSorted(),
    Object.keys(otherReaders).toSorted(),
  );
});
