/** Writes a diagnosis as a text to read and to copy. */
import texts from '../../../catalogue/messages/diagnose.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import type { DiagnosisStep } from '#shared/protocol/sites/diagnosis.ts';
import type { Site } from '#shared/protocol/sites.ts';

const say = wordingOf(texts);

const marks: Readonly<Record<DiagnosisStep['outcome'], string>> = {
  passed: '✓',
  warning: '!',
  failed: '✗',
  skipped: '–',
};

/** @param date milliseconds since 1970 */
export function diagnosisText(
  { name, kind, url }: Site,
  steps: readonly DiagnosisStep[],
  date: number,
): string {
  const width = Math.max(...steps.map(({ step }) => say(`step.${step}`).length));
  const lines = steps.flatMap(({ step, outcome, message, details = [], advice }) => [
    `${marks[outcome]} ${say(`step.${step}`).padEnd(width)}  ${message}`,
    ...details.map(line => `  ${' '.repeat(width)}  ${line}`),
    ...(advice === undefined ? [] : [`  ${' '.repeat(width)}  → ${advice}`]),
  ]);
  return [
    say('title', { site: name, kind: say(`kind.${kind}`), url }),
    new Date(date).toISOString().replace(/\.\d+Z$/, 'Z'),
    '',
    summaryOf(steps),
    '',
    ...lines,
    '',
    say('note'),
    '',
  ].join('\n');
}

/** The first problem, as a sentence. */
function summaryOf(steps: readonly DiagnosisStep[]): string {
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  if (failed) return say('summary.failed', { step: say(`step.${failed.step}`), message: failed.message });
  return say(steps.some(({ outcome }) => outcome === 'warning') ? 'summary.warning' : 'summary.passed');
}
