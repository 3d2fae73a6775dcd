/** Reads query files and standard input, within bounds. */
import path from 'node:path';
import { NotReadable, readBounded } from '../../files/read-bounded.ts';
import type { Arguments } from './arguments.ts';
import { Failure, reasonOf } from '../failure.ts';
import { isRatherJql } from '../../embedded/jql-shape.ts';
import { type KindOf, languageIdOf } from './query-paths.ts';
import type { Terminal } from '../terminal.ts';

/** The size, in bytes, above which a file is not read. */
export const maxFileBytes = 64 * 1024 * 1024;

/** A number of bytes in megabytes, for a message. */
const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024);

/** The text of a file, with its byte-order mark. @throws Failure where it cannot be read, or is not text */
export async function readQueryFile(file: string, folder: string): Promise<string> {
  const name = path.resolve(folder, file);
  try {
    return textOf(readBounded(name, maxFileBytes), file);
  } catch (error) {
    throw unreadable(file, error, maxFileBytes);
  }
}

/** Why a file was not read, for the user. @param largest the bound in bytes */
export function unreadable(file: string, error: unknown, largest: number): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof NotReadable)
    return error.refusal === 'noFile'
      ? new Failure('file.no-file', { file })
      : new Failure('file.too-large', { file, size: megabytes(error.size), largest: megabytes(largest) });
  const reason = reasonOf(error);
  return reason === 'ENOENT'
    ? new Failure('file.missing', { file })
    : new Failure('file.unreadable', { file, reason });
}

/** Whether a path means standard input, or a query of it. */
export const isStandardInput = (argument: string): boolean => argument === '-' || argument.startsWith('-#');

/** Whether standard input is what is to be read. @throws Failure where other paths are named beside it */
export function readsInput({ paths }: Arguments): boolean {
  if (!paths.includes('-')) return false;
  if (paths.length > 1) throw new Failure('arguments.input-alone');
  return true;
}

/** The name of standard input that has none, without the ending. */
export const inputName = 'stdin';

/**
 * All of standard input and its name; without one its text decides whether it is a wiki query or JQL.
 *
 * @throws Failure where the name's ending is of another kind, or the text is too long or is not text
 */
export async function readInput(
  args: Arguments,
  { input }: Terminal,
  kind: KindOf = languageIdOf,
): Promise<{ readonly name: string; readonly text: string }> {
  const givenName = args.value('stdin-name');
  if (givenName !== undefined && kind(givenName) === undefined)
    throw new Failure('file.other-kind', { file: givenName });
  const bytes = await input(maxFileBytes);
  const largest = megabytes(maxFileBytes);
  if (bytes === undefined)
    throw new Failure('file.too-large', { file: givenName ?? inputName, size: `> ${largest}`, largest });
  const text = textOf(bytes, givenName ?? inputName);
  const query = text
    .split('\n', maxLines)
    .filter(line => !/^\s*(?:[#@]|$)/.test(line))
    .join('\n');
  return { name: givenName ?? `${inputName}.${isRatherJql(query) ? 'jql' : 'wikiquery'}`, text };
}

/** The maximum number of lines that are looked at. */
const maxLines = 1000;

function textOf(bytes: Buffer, file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw new Failure('file.not-text', { file });
}
