import type { Scope } from './scope.ts';

/** How the result is shown at first; `undefined` = the query does not say. */
export function viewOption(scope: Scope): 'table' | 'json' | undefined {
  const view = scope.directive('view')?.directive.value.text;
  return view === 'table' || view === 'json' ? view : undefined;
}
