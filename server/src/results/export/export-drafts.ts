/**
 * Notes the files that exports are writing, beside the database of their session, so that the next start removes what a
 * crash left.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { draftName } from '../../files/replace-file.ts';
import { createPrivate } from '../../session/state/private-folder.ts';

const marker = '-draft-';

/**
 * Notes a draft beside the database of its session; returns a function that removes the note. The export runs even if no
 * note can be written.
 */
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

/** Removes a draft and its note; `false` = the file is not a note. */
export function removeNotedDraft(note: string): boolean {
  if (!path.basename(note).includes(marker)) return false;
  try {
    const draft = readFileSync(note, 'utf8');
    if (draftName.test(path.basename(draft))) rmSync(draft, { force: true });
    rmSync(note, { force: true });
  } catch {
    // Another process removes it, or the user must.
  }
  return true;
}

/** Removes the drafts of a session whose process was restarted. */
export function removeDrafts(database: string): void {
  const beginning = path.basename(database) + marker;
  const folder = path.dirname(database);
  for (const name of readdirSync(folder))
    if (name.startsWith(beginning)) removeNotedDraft(path.join(folder, name));
}
