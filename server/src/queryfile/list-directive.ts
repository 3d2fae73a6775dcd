import type { Scope } from './scope.ts';

/**
 * The names that a directive lists with commas between; a name with a comma in it is in double quotes.
 * `undefined` = the query has no such directive, or an empty one.
 */
export function listDirectiveNames(scope: Scope, key: string): readonly string[] | undefined {
  const text = scope.directive(key)?.directive.value.text ?? '';
  const names = Array.from(text.matchAll(/"([^"]*)"|([^,]+)/g), ([, quoted, plain]) =>
    (quoted ?? plain ?? '').trim(),
  ).filter(name => name !== '');
  return names.length > 0 ? names : undefined;
}
