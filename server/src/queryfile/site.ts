import type { QueryView, QueryContext } from '../language/service.ts';

/** The name of a query's site: its own `@site`, the file's, or the default; empty = none. */
export const siteNameOf = ({ scope }: QueryView, { defaultSite }: QueryContext): string =>
  scope.directive('site')?.directive.value.text ?? defaultSite;
