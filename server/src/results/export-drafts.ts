/** Files that exports are writing, noted beside the database of their session, so that the next start removes what a crash left. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { draftName } from '../files/replace-file.ts';
import { createPrivate } from '../session/private-folder.ts';

const marker = '-draft-';

/** Notes a draft beside the database of its session; returns what takes the note away. Where no note can be written, the export still runs. */
export function noteDraft(database: string, draft: string): () => void {
  const note = `${database}${marker}${randomUUID()}`;
  try {
    createPrivate(path.dirname(database));
    writeFileSync(note, draft, { mode: 0o600 });
  } catch {
    return () => undefined;
  }
  return () => rmSync(note, { force: true });
}

/** Removes the draft that a note is about, and the note; `false` = the file is not a note. */
export function removeNoted(note: string): boolean {
  if (!path.basename(note).includes(marker)) return false;
  try {
    const draft = readFileSync(note, 'utf8');
    if (draftName.test(path.basename(draft))) rmSync(draft, { force: true });
    rmSync(note, { force: true });
  } catch {
    // Another process does it, or its user must.
  }
  return true;
}

/** Removes the drafts of a session whose process was started again. */
export function removeDrafts(database: string): void {
  const beginning = path.basename(database) + marker;
  const folder = path.dirname(database);
  for (const name of readdirSync(folder))
    if (name.startsWith(beginning)) removeNoted(path.join(folder, name));
}
