/** Checks `.wikijql/rules.json`: its codes and severities. */
import path from 'node:path';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Span } from '#shared/base/text/span.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { isRuleCode, ruleCodes } from '../../sites/rules/rule-codes.ts';
import { ruleSeverities } from '../../sites/rules/rule-file.ts';
import { type CliMessage, say } from '../cli-texts.ts';
import { placeOf } from '../../query-file/checking/worded-problem.ts';
import { type CheckedFile, type Finding, lineOf, textAt } from '../finding.ts';
import type { StoredRules } from './lock-folders.ts';

/** Findings of one file that are reported. */
const maxFindings = 100;

/** Returns the findings about a file of rules. @param folder the folder that its path is relative to */
export function checkRules({ file, text, entries, fault }: StoredRules, folder: string): CheckedFile {
  const name = path.relative(folder, file);
  const lines = new QueryDocument(name, '', 1, text, { separators: () => [] });
  const placed = lines.placed(0);
  const finding = (
    span: Span,
    code: CliMessage,
    severity: Finding['severity'],
    values: Readonly<Record<string, string>>,
    message = code,
  ): Finding => {
    const place = placeOf(lines, placed, span);
    return {
      file: name,
      query: '',
      ...place,
      severity,
      code,
      message: say(message, values),
      source: lineOf(placed, place.line),
      text: textAt(text, span),
      fixes: [],
    };
  };
  const codes = ruleCodes();
  const findings = entries.flatMap(({ code, span, severity }): Finding[] => {
    if (severity === undefined)
      return [finding(span, 'rule-severity', 'warning', { code, severities: ruleSeverities.join(', ') })];
    if (isRuleCode(code, codes)) return [];
    const similar = nearest(code, codes.keys());
    return [
      finding(
        span,
        'unknown-rule',
        'warning',
        { code, nearest: similar ?? '' },
        similar === undefined ? 'unknown-rule' : 'unknown-rule.nearest',
      ),
    ];
  });
  const faults = fault
    ? [
        finding({ start: fault.offset, end: fault.offset }, 'rules-unreadable', 'error', {
          reason: fault.reason,
        }),
      ]
    : [];
  return { file: name, queries: [], findings: [...faults, ...findings].slice(0, maxFindings), fixed: 0 };
}
