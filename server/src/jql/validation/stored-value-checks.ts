import usual from '../../../catalogue/jql/values.json' with { type: 'json' };
import type { FieldEntry } from '../catalogue/catalogue.ts';
import type { Operator } from '../syntax/tree/clauses.ts';
import type { Value } from '../syntax/tree/operands.ts';
import { takesList } from '../syntax/operators.ts';
import { quoted } from '../syntax/quotes.ts';
import type { Check } from './jql-check.ts';
import { isIssueKey } from '#shared/base/issue-key.ts';

/** Unbreakable spaces but for those of French and of numbers, and invisible characters that no script needs. */
const unseen =
  /(?<![«\d])[\u00a0\u202f](?![:;!?»%€\d])|[\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Types whose values are read, and not compared with names. */
const readTypes: ReadonlySet<string> = new Set(['DATE', 'DATETIME', 'DURATION', 'NUMBER']);

const usualValues: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(usual.values).map(([field, names]) => [
    field.toLowerCase(),
    new Set(names.map(name => name.toLowerCase())),
  ]),
);

/** Reports what can be seen in a value in quotes: characters that no name has, and several names in one pair of quotes. */
export function checkQuotedValue(
  check: Check,
  value: Value,
  { name, aliases, type }: FieldEntry,
  { name: operator }: Operator,
): void {
  if (value.form !== 'quoted' || readTypes.has(type) || check.isBroken(value)) return;
  const { text, span } = value;
  const to = text.replaceAll(unseen, character =>
    /\s/.test(character) && character !== '\ufeff' ? ' ' : '',
  );
  if (to !== text) check.warning('look-alike', span, { to: quoted(to) }, { message: 'look-alike.value' });
  if (!takesList(operator) || !/[,;]/.test(text)) return;
  const parts = text.split(/[,;]/).map(part => part.trim());
  const areUsual = [name, ...aliases].some(each => {
    const values = usualValues.get(each.toLowerCase());
    return parts.every(part => values?.has(part.toLowerCase()));
  });
  if (areUsual)
    check.warning(
      'unknown-value',
      span,
      { value: text, to: listOf(parts) },
      { message: 'unknown-value.several' },
    );
}

const listOf = (parts: readonly string[]): string => parts.map(quoted).join(', ');

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
export function checkIssue(check: Check, value: Value, operator?: Operator): void {
  if (value.form === 'quoted' && /^\d+$/.test(value.text) && !check.isBroken(value)) {
    const severity = check.knowledge.platform === 'datacenter' ? 'error' : 'warning';
    check.report(severity, 'issue-key', value.span, { value: value.text }, { message: 'issue-key.quoted' });
    return;
  }
  if (isIssueKey(value.text) || /^\d+$/.test(value.text) || check.isBroken(value)) return;
  const keys = value.text.split(/[\s,;]+/).filter(key => key !== '');
  const canBeSeveral = operator !== undefined && takesList(operator.name) && value.form === 'quoted';
  const canBeList =
    value.form === 'quoted' && operator !== undefined && (operator.name === '=' || operator.name === '!=');
  const isList = canBeSeveral && keys.length > 1 && keys.every(isIssueKey);
  if (isList)
    check.error(
      'issue-key',
      value.span,
      { value: value.text, to: listOf(keys) },
      { message: 'issue-key.several' },
    );
  else if (canBeList && keys.length > 1 && keys.every(isIssueKey))
    check.error(
      'issue-key',
      value.span,
      {
        value: value.text,
        to: `${operator.name === '=' ? 'in' : 'not in'} (${keys.join(', ')})`,
      },
      { message: 'issue-key.list' },
    );
  else check.error('issue-key', value.span, { value: value.text });
}
