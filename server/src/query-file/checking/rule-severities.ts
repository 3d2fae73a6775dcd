import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../language/language-service.ts';

/** Returns problems with the severities that the workspace sets. */
export function withSeverities(
  problems: readonly Problem[],
  { rules }: Pick<QueryContext, 'rules'>,
): readonly Problem[] {
  if (rules === undefined || problems.length === 0) return problems;
  return problems.flatMap((problem): Problem[] => {
    const severity = rules.get(problem.code) ?? problem.severity;
    return severity === 'off' ? [] : [{ ...problem, severity }];
  });
}

/** Returns a context in which each problem has its own severity. */
export const withoutRules = ({ rules: _rules, ...context }: QueryContext): QueryContext => context;
