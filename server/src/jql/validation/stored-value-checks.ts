import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { Operator } from '../syntax/tree/clauses.ts';
import type { Value } from '../syntax/tree/operands.ts';
import type { Check } from './jql-check.ts';
import { isIssueKey } from '#shared/base/issue-key.ts';

/** Operators for current values: past values remain valid in the history, only current ones must exist. */
const presentOperators = new Set(['=', '!=', 'in', 'not in']);

/** Reports a status, project or version that the tracker did not have when its lock was made. */
export function checkStoredValue(
  check: Check,
  value: Value,
  { type }: FieldEntry,
  { name: operator }: Operator,
): void {
  const { storedValues, lock } = check.knowledge;
  const stored = storedValues?.get(type);
  if (stored === undefined || lock === undefined || !presentOperators.has(operator)) return;
  if (stored.known.has(value.text.toLowerCase()) || value.text === '' || check.isBroken(value)) return;
  const nearest = check.suggest(value.text, stored.names);
  const args = {
    value: value.text,
    type: type.toLowerCase(),
    site: lock.site,
    ...(nearest !== undefined && { nearest }),
  };
  const message = nearest === undefined ? 'unknown-value' : 'unknown-value.nearest';
  check.warning('unknown-value', value.span, args, { message });
}

/** Checks that a value is an issue: its key or its number. */
export function checkIssue(check: Check, value: Value): void {
  if (value.form === 'quoted' && /^\d+$/.test(value.text) && !check.isBroken(value)) {
    const severity = check.knowledge.platform === 'datacenter' ? 'error' : 'warning';
    check.report(severity, 'issue-key', value.span, { value: value.text }, { message: 'issue-key.quoted' });
    return;
  }
  if (isIssueKey(value.text) || /^\d+$/.test(value.text) || check.isBroken(value)) return;
  check.error('issue-key', value.span, { value: value.text });
}
