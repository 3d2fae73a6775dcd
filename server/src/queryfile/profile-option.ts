import type { Scope } from './scope.ts';

/** The profile that a query is checked by; `undefined` = the query does not say. */
export const profileOption = (scope: Scope): string | undefined =>
  scope.directive('profile')?.directive.value.text;
