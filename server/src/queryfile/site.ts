import type { QueryView, Surroundings } from '../language/service.ts';

/** The name of a query's site: its own `@site`, the file's, or the default; empty = none. */
export const siteNameOf = ({ scope }: QueryView, { defaultSite }: Surroundings): string =>
  scope.directive('site')?.directive.value.text ?? defaultSite;
