import { NotReplaceable, type Refusal } from '../files/replace-file.ts';
import { Failure, reasonOf } from './failure.ts';
import type { CliMessage } from './wording.ts';

const messages: Readonly<Record<Refusal, CliMessage>> = {
  readOnly: 'file.read-only',
  noFile: 'file.no-file',
  noFolder: 'file.no-folder',
};

/** Why a file was not written, for the user. */
export function unwritable(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof NotReplaceable) return new Failure(messages[error.refusal], { file });
  return new Failure('file.unwritable', { file, reason: reasonOf(error) });
}
