import type { PasteResult } from '../query-file/language/pasted-query.ts';
import { readCode } from './read-code.ts';
import { readRequest } from './read-url.ts';
import { readMessage } from './read-message.ts';
import { readShell } from './read-shell.ts';

/** A longer text is not read: users do not copy such a query. */
const longestText = 200_000;

/** The query in a text that was copied elsewhere: an address, a command of curl or jira-cli, code, or JQL in a message. */
export async function readPasted(text: string): Promise<PasteResult> {
  if (text.length > longestText) return undefined;
  const trimmed = text.trim();
  if (/^(?:https?:\/\/|\/|\?)\S*$/i.test(trimmed) || /^action=query&\S*$/.test(trimmed))
    return readRequest({ url: trimmed.startsWith('action=') ? `?${trimmed}` : trimmed });
  return readShell(trimmed) ?? (await readCode(trimmed)) ?? readMessage(trimmed);
}
