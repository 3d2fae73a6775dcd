/** The playground as it is published: its files, and how much is loaded before the first query is checked. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { firstRunFiles, playgroundFiles } from '../start/playground.ts';
import { inRoot } from '../support/paths.ts';

interface Meta {
  readonly outputs: Readonly<
    Record<string, { readonly imports: readonly { readonly path: string; readonly kind: string }[] }>
  >;
}

const folder = 'dist/playground/';

/** The files that the language server loads with itself. */
function serverParts(): readonly string[] {
  const { outputs }: Meta = JSON.parse(readFileSync(inRoot('dist/meta.json'), 'utf8'));
  const needed = new Set<string>();
  const add = (output: string): void => {
    for (const { path, kind } of outputs[output]?.imports ?? []) {
      if (kind !== 'import-statement' || needed.has(path)) continue;
      needed.add(path);
      add(path);
    }
  };
  add(`${folder}language-server.js`);
  return [...needed].map(path => path.slice(folder.length));
}

const sizesOf = (files: readonly string[]) =>
  files
    .filter(name => name !== 'third-party-notices.txt')
    .map(name => {
      const content = readFileSync(inRoot('dist/playground', name));
      return { name, gzip: gzipSync(content).length, brotli: brotliCompressSync(content).length };
    });

test('before the first run it is at most 700 KB, compressed as every host can', t => {
  const sizes = sizesOf([...Object.keys(playgroundFiles), ...serverParts()]);
  for (const { name, gzip, brotli } of [...sizes, ...sizesOf(Object.keys(firstRunFiles))])
    t.diagnostic(`${name}: ${brotli} bytes by Brotli, ${gzip} by gzip`);
  const [gzip, brotli] = [sizes.map(size => size.gzip), sizes.map(size => size.brotli)].map(each =>
    each.reduce((sum, size) => sum + size, 0),
  );
  t.diagnostic(`before the first run: ${brotli} bytes by Brotli, ${gzip} by gzip`);
  assert.ok(gzip !== undefined && gzip <= 700_000, `${gzip} bytes`);
});

test('what keeps the page without a network knows every part of the language server', () => {
  const keeper = readFileSync(inRoot(folder, 'service-worker.js'), 'utf8');
  assert.ok(serverParts().length > 0);
  assert.deepEqual(
    serverParts().filter(part => !keeper.includes(part)),
    [],
  );
});

test('it names the licences of what it is made of', () => {
  const notices = readFileSync(inRoot('dist/playground/third-party-notices.txt'), 'utf8');
  for (const name of ['@codemirror/lsp-client', 'marked', 'vscode-languageserver', 'dompurify'])
    assert.match(notices, new RegExp(String.raw`^${name} [\d.]+ \(.+\)$`, 'm'));
});
