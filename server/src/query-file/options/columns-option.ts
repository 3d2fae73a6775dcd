/** `@columns` and `@fields`: what is shown, and what is fetched. */
import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { expectedColumns } from './expect-option.ts';
import { groupOption } from './group-option.ts';
import { listedTokens } from './directive-values.ts';
import { reportedColumns } from './report-option.ts';
import type { Scope } from '../scope.ts';

/** The columns to show at first, in their order; `undefined` = the query does not say. */
export const columnsOption = (scope: Scope): readonly string[] | undefined => listOption(scope, 'columns');

const usualFields: readonly string[] = facts.fields.usual;

/**
 * The fields to fetch: those of `@fields`, else of `@columns`, and those that `@group`, `@expect` and `@report` need besides;
 * `undefined` = the usual ones are enough.
 */
export function fieldsOption(scope: Scope): readonly string[] | undefined {
  const fieldNames = listOption(scope, 'fields') ?? columnsOption(scope);
  const group = groupOption(scope);
  const grouped = [...(group?.by ?? []), ...(group?.aggregates ?? [])].flatMap(
    ({ column }) => column?.text ?? [],
  );
  const needed = [...grouped, ...expectedColumns(scope), ...reportedColumns(scope)];
  const fetched = new Set(
    [...(fieldNames ?? usualFields), ...facts.fields.always].map(name => name.toLowerCase()),
  );
  const others = [...new Set(needed)].filter(name => !fetched.has(name.toLowerCase()));
  return others.length === 0 ? fieldNames : [...(fieldNames ?? usualFields), ...others];
}

function listOption(scope: Scope, key: 'fields' | 'columns'): readonly string[] | undefined {
  const value = scope.directive(key)?.directive.value;
  const names = value && listedTokens(value).map(({ text }) => text);
  return names !== undefined && names.length > 0 ? names : undefined;
}
