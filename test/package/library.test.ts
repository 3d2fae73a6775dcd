/** The library, installed from the packed program where this repository is not: its surface, its size, and its use. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { installPacked } from '../support/installed.ts';
import { inRoot } from '../support/paths.ts';

const installed = await installPacked();
const { folder } = installed;
after(() => installed[Symbol.dispose]());
const library = path.join(folder, 'node_modules/wikijql/dist/library');
const read = (name: string): string => readFileSync(path.join(library, name), 'utf8');

test('its types are those that were reviewed (test/package/library-types.txt)', () => {
  const reviewed = readFileSync(inRoot('test/package/library-types.txt'), 'utf8').trimEnd();
  assert.equal(read('library.d.mts').trimEnd(), reviewed);
  assert.equal(read('library.d.cts').trimEnd(), reviewed);
  assert.doesNotMatch(reviewed, /\bfrom ["']|\bimport\(/);
});

/** A module and the modules that it loads at once. */
function loadedWith(name: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  for (const [, other = ''] of read(name).matchAll(/\bfrom\s*"\.\/([\w-]+\.mjs)"/g))
    loadedWith(other, loaded);
  return loaded;
}

test('what is loaded at once has less than 350 KB compressed, without the texts about wikis', () => {
  const loaded = [...loadedWith('library.mjs')];
  const bytes = loaded.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  console.log(`library: ${Math.round(bytes / 1000)} KB compressed`);
  assert(bytes < 350_000, `${bytes} bytes`);
  const apart = readdirSync(library).filter(name => name.endsWith('.mjs') && !loaded.includes(name));
  for (const name of ['built-in-texts', 'python', 'javascript', 'php'])
    assert(
      apart.some(file => file.startsWith(name)),
      name,
    );
});

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

/** Runs the compiler, with everything strict, on files of the folder. */
function compile(...files: readonly string[]): void {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022'],
    types: [],
    noEmit: true,
  };
  // Neither Node's types nor the DOM's are needed; programs that print declare that alone.
  writeFileSync(
    path.join(folder, 'console.d.ts'),
    'declare const console: { log(...values: unknown[]): void };\n',
  );
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['console.d.ts', ...files] }),
  );
  const { status, stdout } = node(inRoot('node_modules/typescript/bin/tsc'), '-p', '.');
  assert.equal(status, 0, stdout);
}

const body = `
const result: wikijql.CheckResult = wikijql.check('asignee = me', { language: 'jql' });
for (const { message, start } of result.problems) console.log(start, message);
// @ts-expect-error there is no such language
try { wikijql.check('', { language: 'sql' }); } catch (error) { console.log(error instanceof TypeError); }
// @ts-expect-error wiki queries are explained by their texts
try { wikijql.explain('', { language: 'wikiquery' }); } catch (error) { console.log(error instanceof TypeError); }
const [query] = wikijql.parse('a = 1', { language: 'jql' }).queries;
if (query?.language === 'jql' && query.where?.type === 'condition') console.log(query.where.operator);
void wikijql.loadWikiTexts().then(async texts => {
  console.log(wikijql.explain('list=allpages', { language: 'wikiquery', texts }).queries.length);
  console.log((await wikijql.fromCode('curl "https://a.org/w/api.php?action=query&list=allpages"')).query?.text);
});
`;
const printed = '0 Unknown field “asignee”. Did you mean “assignee”?\ntrue\ntrue\n=\n1\nlist=allpages\n';

test('a strict program compiles and runs as a module and as CommonJS', () => {
  writeFileSync(path.join(folder, 'program.mts'), `import * as wikijql from 'wikijql';\n${body}`);
  writeFileSync(path.join(folder, 'program.cts'), `import wikijql = require('wikijql');\n${body}`);
  compile('program.mts', 'program.cts');
  const common = body.replace(': wikijql.CheckResult', '');
  writeFileSync(path.join(folder, 'program.mjs'), `import * as wikijql from 'wikijql';\n${common}`);
  writeFileSync(path.join(folder, 'program.cjs'), `const wikijql = require('wikijql');\n${common}`);
  for (const file of ['program.mjs', 'program.cjs']) {
    const { stdout, stderr } = node(file);
    assert.equal(stdout, printed, stderr);
  }
});

describe('the examples of docs/library.md', () => {
  const document = readFileSync(inRoot('docs/library.md'), 'utf8');
  const examples = Array.from(document.matchAll(/^```ts\n(.+?)^```$/gms), ([, code = '']) => code);
  const files = examples.map((code, index) => {
    const file = `example-${index + 1}.mts`;
    writeFileSync(path.join(folder, file), code);
    return file;
  });
  test('compile', () => {
    assert(examples.length > 5);
    compile(...files);
  });
  for (const [index, file] of files.entries())
    test(`${file} prints what it says`, () => {
      const expected = Array.from(examples[index]!.matchAll(/^ *\/\/ (.*)$/gm), ([, line]) => line).join(
        '\n',
      );
      const { stdout, stderr } = node(file);
      assert.equal(stdout.trimEnd(), expected, stderr);
    });
});
