/** The secret storage of the editor in a browser: encrypted in localStorage, half of the key at its server. */
import { createDecipheriv } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Where the workbench keeps it. */
const storageKey = 'secrets.provider';

const half = 32;
const nonce = 12;
const tag = 16;

/**
 * Opens it with both halves of the key, as the workbench does: half of the key, nonce, AES-GCM with its tag.
 *
 * @param userData the folder where the server keeps its half
 * @returns the JSON of all that extensions keep; empty = nothing was ever kept
 */
export async function openSecretStorage(page: Page, userData: string): Promise<string> {
  const sealed = await page.evaluate<string | null>(`localStorage.getItem('${storageKey}')`);
  if (sealed === null) return '';
  const bytes = Buffer.from(sealed, 'base64');
  const servers = await readFile(path.join(userData, 'serve-web-key-half'));
  const key = bytes.subarray(0, half).map((byte, index) => byte ^ (servers[index] ?? 0));
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(half, half + nonce));
  decipher.setAuthTag(bytes.subarray(-tag));
  return Buffer.concat([decipher.update(bytes.subarray(half + nonce, -tag)), decipher.final()]).toString();
}
