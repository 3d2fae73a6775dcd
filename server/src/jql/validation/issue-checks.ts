import { isIssueKey } from '../../common/issue-key.ts';
import type { Value } from '../syntax/nodes.ts';
import type { Check } from './check.ts';

/** A value that stands for an issue: its key, or its number. */
export function checkIssue(check: Check, value: Value): void {
  if (isIssueKey(value.text) || /^\d+$/.test(value.text) || check.isBroken(value)) return;
  check.error('issue-key', value.span, { value: value.text });
}
