/** The baseline of a check: one that it is compared with, or one that it writes. */
import { visibleLine } from '#shared/base/visible-text.ts';
import { counted, say } from '../cli-texts.ts';
import type { CheckedFile, Finding } from '../finding.ts';
import { withFingerprints } from '../fingerprints.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { Baseline, readBaseline, writeBaseline } from '../inputs/baseline.ts';
import { Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

/** Known findings that are gone are named up to here. */
const maxNamedFindings = 20;

/** The part of a baseline in a check. */
interface CheckBaseline {
  readonly isGiven: boolean;
  /** A checked file in which each finding has its fingerprint, and is known or not. */
  compared(checked: CheckedFile): CheckedFile;
  /** Ends the check; returns sentences for the user. */
  end(): Promise<readonly string[]>;
}

/** @throws Failure where the baseline cannot be read */
export async function baselineOf(
  args: Arguments<'check'>,
  { folder, deferSignals }: Pick<Terminal, 'folder' | 'deferSignals'>,
): Promise<CheckBaseline> {
  const written = args.value('write-baseline');
  if (written !== undefined) return writing(written, folder, deferSignals);
  const file = args.value('baseline');
  if (file === undefined)
    return { isGiven: false, compared: checked => withFingerprints(checked), end: async () => [] };
  const baseline = await readBaseline(file, folder);
  return {
    isGiven: true,
    compared: checked => baseline.compared(checked),
    end: async () =>
      goneSentences(baseline, ['wikijql check', ...args.paths, '--write-baseline', file].join(' ')),
  };
}

/** A baseline that is written: all its findings are known from then on. */
async function writing(
  file: string,
  folder: string,
  deferSignals: Terminal['deferSignals'],
): Promise<CheckBaseline> {
  const before = await readBaseline(file, folder).catch((error: unknown) => {
    if (error instanceof Failure && error.key === 'file.missing') return new Baseline([], file, folder);
    throw error;
  });
  const findings: Finding[] = [];
  return {
    isGiven: true,
    compared: checked => {
      const compared = before.compared(checked);
      findings.push(...compared.findings);
      return { ...compared, findings: compared.findings.map(finding => ({ ...finding, isKnown: true })) };
    },
    end: async () => {
      const release = deferSignals();
      const count = await writeBaseline(file, folder, findings, before).finally(release);
      return [say('baseline.written', { problems: counted('problem', count), file })];
    },
  };
}

function goneSentences({ gone }: Baseline, command: string): readonly string[] {
  if (gone.length === 0) return [];
  const named = gone.slice(0, maxNamedFindings).map(({ file, code, query }) => {
    const values = { file: visibleLine(file), code: visibleLine(code) };
    return query === undefined
      ? say('baseline.gone', values)
      : say('baseline.gone.named', { ...values, query: visibleLine(query) });
  });
  const more = gone.length - named.length;
  return [
    ...named,
    ...(more > 0 ? [say('baseline.gone.more', { problems: counted('problem', more) })] : []),
    say('baseline.refresh', { command }),
  ];
}
