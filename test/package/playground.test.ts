/** The playground as it is published: its files, and how much is loaded before the first query is checked. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { firstRunFiles, playgroundFiles } from '../start/playground.ts';
import { inRoot } from '../support/paths.ts';

const sizesOf = (files: Readonly<Record<string, string>>) =>
  Object.keys(files)
    .filter(name => name !== 'third-party-notices.txt')
    .map(name => {
      const content = readFileSync(inRoot('dist/playground', name));
      return { name, gzip: gzipSync(content).length, brotli: brotliCompressSync(content).length };
    });

test('before the first run it is at most 700 KB, compressed', t => {
  const sizes = sizesOf(playgroundFiles);
  for (const { name, gzip, brotli } of [...sizes, ...sizesOf(firstRunFiles)])
    t.diagnostic(`${name}: ${brotli} bytes by Brotli, ${gzip} by gzip`);
  const total = sizes.reduce((sum, { brotli }) => sum + brotli, 0);
  assert.ok(total <= 700_000, `${total} bytes`);
});

test('it names the licences of what it is made of', () => {
  const notices = readFileSync(inRoot('dist/playground/third-party-notices.txt'), 'utf8');
  for (const name of ['@codemirror/lsp-client', 'marked', 'vscode-languageserver', 'dompurify'])
    assert.match(notices, new RegExp(String.raw`^${name} [\d.]+ \(.+\)$`, 'm'));
});
