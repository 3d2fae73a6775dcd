import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');

/** The forms in which a secret could be written somewhere. */
function forms(secret: string): string[] {
  // At each of the three offsets, less the characters that depend on the neighbours.
  const inside = ['', 'x', 'xx'].map(before =>
    base64(before + secret).slice(Math.ceil((before.length * 8) / 6), -2),
  );
  return [secret, encodeURIComponent(secret), new URLSearchParams({ secret }).toString().slice(7), ...inside];
}

/** Fails where one of the secrets stands in one of the texts, plain, in base64 or URL-encoded. */
export function assertNoSecret(texts: readonly string[], secrets: readonly string[]): void {
  const all = texts.join('\n');
  const found = secrets.filter(secret => forms(secret).some(form => all.includes(form)));
  assert.deepEqual(found, []);
}

/** The names and texts of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(name => {
    const file = path.join(folder, name);
    return statSync(file).isFile() ? [name, readFileSync(file, 'utf8')] : [name];
  });
}
