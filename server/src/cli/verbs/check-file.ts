import path from 'node:path';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { Failure } from '../failure.ts';
import type { CheckedFile, UnreadFile } from '../finding.ts';
import type { QueryChecker } from '../inputs/query-checker.ts';
import { unusableLockText } from '../inputs/site-locks.ts';
import { isHostFile, kindOf } from '../inputs/query-paths.ts';
import type { StoredRules } from '../inputs/lock-folders.ts';
import { readQueryFile } from '../inputs/read-query-file.ts';
import type { Terminal } from '../terminal.ts';

/** The options of one check for all its files; plain data, because it goes to other threads. */
export interface CheckJob {
  readonly folder: string;
  readonly context: QueryContext;
  readonly offersFixes: boolean;
  /** Preferred fixes are made in the files. */
  readonly fixes: boolean;
}

export type FileOutcome = CheckedFile | UnreadFile;

/** The text of a file, and the text with its fixes, which is not written yet. */
interface Rewriting {
  readonly read: string;
  readonly fixed: string;
}

/** The outcome of a file, before its fixes are written. */
export type UnwrittenOutcome = (CheckedFile & { readonly rewriting?: Rewriting }) | UnreadFile;

/** Checks a file of a known kind; what keeps it from being checked is an outcome too. */
export async function checkFile(
  checker: QueryChecker,
  file: string,
  job: CheckJob,
): Promise<UnwrittenOutcome> {
  const { folder, offersFixes } = job;
  const { context, unusableLocks, rules } = contextFor(checker, file, job);
  const languageId = kindOf(file)!;
  try {
    const text = await readQueryFile(file, folder);
    const { text: fixed, fixed: count } = job.fixes
      ? await checker.fix(languageId, text, context)
      : { text, fixed: 0 };
    const checked = await checker.check(file, languageId, fixed, { context, offersFixes });
    return {
      ...checked,
      fixed: count,
      ...(fixed !== text && { rewriting: { read: text, fixed } }),
      ...(unusableLocks.length > 0 && { unusableLocks }),
      ...(rules && { rulesFile: rules.file }),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A file with the name of a script can have any content.
    const isOther = isHostFile(file) && (error.key === 'file.not-text' || error.key === 'file.too-large');
    return isOther ? { file, queries: [], findings: [], fixed: 0 } : { file, failure: error.message };
  }
}

/** Writes the fixes of a file; what keeps them from being written is its outcome. */
export async function writeFixes(
  outcome: UnwrittenOutcome,
  { folder, deferSignals }: Pick<Terminal, 'folder' | 'deferSignals'>,
): Promise<FileOutcome> {
  if ('failure' in outcome || outcome.rewriting === undefined) return outcome;
  const {
    rewriting: { read, fixed },
    ...checked
  } = outcome;
  const { writeQueryFile } = await import('../inputs/write-files.ts');
  const release = deferSignals();
  try {
    await writeQueryFile(checked.file, folder, read, fixed);
    return checked;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { file: checked.file, failure: error.message };
  } finally {
    release();
  }
}

/** The context of a file, with the rules and the locks beside it unless the command line names a lock. */
export function contextFor(
  checker: QueryChecker,
  file: string,
  { folder, context: jobContext }: Pick<CheckJob, 'folder' | 'context'>,
): {
  readonly context: QueryContext;
  readonly unusableLocks: readonly string[];
  readonly rules: StoredRules | undefined;
} {
  const rules = checker.rulesFor(file, folder);
  const context = rules ? { ...jobContext, rules: rules.severities } : jobContext;
  const locks = context.locks ?? checker.locksFor(file, folder);
  if (locks === undefined) return { context, unusableLocks: [], rules };
  const unusableLocks = [...locks.unusable.values()].map(lock =>
    unusableLockText(lock, path.relative(folder, lock.file)),
  );
  return { context: { ...context, locks }, unusableLocks, rules };
}
