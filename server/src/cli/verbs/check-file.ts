import path from 'node:path';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { Failure } from '../failure.ts';
import type { CheckedFile, UnreadFile } from '../finding.ts';
import type { QueryChecker } from '../inputs/query-checker.ts';
import { unusableLockText } from '../inputs/site-locks.ts';
import { isHostFile, kindOf } from '../inputs/query-paths.ts';
import type { StoredRules } from '../inputs/lock-folders.ts';
import { readQueryFile } from '../inputs/read-query-file.ts';

/** The options of one check for all its files; plain data, because it goes to other threads. */
export interface CheckJob {
  readonly folder: string;
  readonly context: QueryContext;
  readonly offersFixes: boolean;
  /** Preferred fixes are made in the files. */
  readonly fixes: boolean;
}

export type FileOutcome = CheckedFile | UnreadFile;

/** Checks a file of a known kind; what keeps it from being checked is an outcome too. */
export async function checkFile(checker: QueryChecker, file: string, job: CheckJob): Promise<FileOutcome> {
  const { folder, offersFixes } = job;
  const { context, unusableLocks, rules } = contextFor(checker, file, job);
  const languageId = kindOf(file)!;
  try {
    const text = await readQueryFile(file, folder);
    const { text: fixed, fixed: count } = job.fixes
      ? await checker.fix(languageId, text, context)
      : { text, fixed: 0 };
    if (fixed !== text)
      await (await import('../inputs/write-files.ts')).writeQueryFile(file, folder, text, fixed);
    const checked = await checker.check(file, languageId, fixed, { context, offersFixes });
    return {
      ...checked,
      fixed: count,
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
