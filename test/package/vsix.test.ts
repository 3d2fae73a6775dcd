import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { madeVariable, packingLog } from '../support/editor/vsix.ts';
import { inRoot, root } from '../support/paths.ts';
import { readZip } from '../support/zip.ts';
import expected from './files.json' with { type: 'json' };

/**
 * Builds the VSIX and returns the output of it, once for a run of the suites: building rewrites dist, where a program that
 * another suite starts meanwhile would find half a file.
 */
const packing = async (): Promise<string> => {
  if (process.env[madeVariable] !== undefined) return readFileSync(packingLog, 'utf8');
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', 'package', '--loglevel=error'], {
    cwd: root,
  });
  return stdout + stderr;
};

let said: string;
let archive: Buffer;
let files: ReadonlyMap<string, Buffer>;
before(async () => {
  said = await packing();
  archive = readFileSync(inRoot('dist/wikijql.vsix'));
  files = readZip(archive);
});

const textOf = (name: string): string => {
  const file = files.get(name);
  assert(file, `${name} is missing`);
  return file.toString('utf8');
};

test('it is packed without a warning', () => {
  assert.match(said, /DONE\s+Packaged/);
  assert.doesNotMatch(said, /warn/i);
});

test('it holds what is needed and nothing else', () => {
  assert.deepEqual([...files.keys()].toSorted(), expected);
  assert([...files.values()].every(content => content.length > 0));
});

test('it is smaller than 2.21 MB', () => assert(archive.length < 2_210_000, `${archive.length} bytes`));

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly contributes: unknown;
}

test('that of web editors is packed too, has all that its manifest names and no code for Node, and is smaller than 2.6 MB', () => {
  const packed = readFileSync(inRoot('dist/wikijql-web.vsix'));
  assert(packed.length < 2_600_000, `${packed.length} bytes`);
  const content = readZip(packed);
  const manifest: { readonly browser: string; readonly main?: string; readonly contributes: unknown } =
    JSON.parse(content.get('extension/package.json')?.toString('utf8') ?? '');
  assert.equal(manifest.main, undefined);
  const named = [manifest.browser, ...pathsIn(manifest.contributes)];
  assert.deepEqual(
    named.filter(file => !content.has(`extension/${file.replace('./', '')}`)),
    [],
  );
  assert(!content.has('extension/dist/server.js'));
  assert.doesNotMatch(JSON.stringify(manifest.contributes), /"wikijql\.(?:signIn|sites\.diagnose)"/);
  const code = content.get(`extension/${manifest.browser.replace('./', '')}`)?.toString('utf8') ?? '';
  assert.doesNotMatch(code, /require\("node:|require\("(?:fs|path|os|child_process|crypto)"\)/);
});

test('every file that the manifest names is there, and every text of it', () => {
  const text = textOf('extension/package.json');
  const { main, icon, contributes }: Manifest = JSON.parse(text);
  const named = [main, icon, ...pathsIn(contributes)].map(file => `extension/${file.replace('./', '')}`);
  assert.deepEqual(
    named.filter(file => !files.has(file)),
    [],
  );
  const texts: Record<string, string> = JSON.parse(textOf('extension/package.nls.json'));
  const keys = Array.from(text.matchAll(/"%([^%"]+)%"/g), match => match[1]!);
  assert(keys.length > 10);
  assert.deepEqual(
    keys.filter(key => texts[key] === undefined),
    [],
  );
});

/** Every text in some JSON that is a path of a file. */
function pathsIn(data: unknown): string[] {
  if (typeof data === 'string') return /^\.\/.+\.\w+$/.test(data) ? [data] : [];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(pathsIn) : [];
}

const allowed: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
]);

/** Of several licences to choose from, one is enough. */
const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some(each => allowed.has(each));

interface Meta {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}
const meta = (): Meta => JSON.parse(readFileSync(inRoot('dist/meta.json'), 'utf8'));
const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

test('the notices name every package that is in it, with its licence and its text', () => {
  const inputs = Object.values(meta().outputs).flatMap(output => Object.keys(output.inputs));
  const folders = new Set(inputs.flatMap(input => packageFolder.exec(input)?.[1] ?? []));
  assert(folders.size > 10);
  const notices = textOf('extension/dist/third-party-notices.txt');
  for (const folder of folders) {
    const { name, version, license }: Record<'name' | 'version' | 'license', string> = JSON.parse(
      readFileSync(inRoot(folder, 'package.json'), 'utf8'),
    );
    assert(isAllowed(license), `${name} is under ${license}`);
    const at = notices.indexOf(`${name} ${version} (${license})`);
    assert(at >= 0, `${name} ${version} is not named`);
    assert.match(notices.slice(at, at + 1500), /copyright|blue oak/i, `the licence of ${name} is not there`);
  }
});

/** Importing undici replaces the `fetch` of the whole process, in the editor's host that of every extension. */
test('the HTTP client is in the network thread only', () => {
  for (const [bundle, isThere] of [
    ['extension.cjs', false],
    ['server.js', false],
    ['worker.js', true],
  ] as const) {
    const inputs = Object.keys(meta().outputs[`dist/${bundle}`]?.inputs ?? {});
    assert(inputs.length > 50);
    assert.equal(
      inputs.some(input => input.includes('/undici/')),
      isThere,
      bundle,
    );
    assert.equal(textOf(`extension/dist/${bundle}`).includes('undici.globalDispatcher'), isThere, bundle);
  }
});

test('nothing names the machine that it was built on', () => {
  for (const [name, content] of files) {
    for (const place of [root, homedir(), inRoot('node_modules')])
      assert(place.length < 4 || !content.includes(`${place}/`), `${name} names ${place}`);
    assert.doesNotMatch(content.toString('latin1'), /sourceMappingURL|(?:file:\/\/)\/(?:home|Users)\//, name);
  }
});
