import { isLockOf } from '#shared/base/site-lock.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext, QueryView, SiteName } from '../language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { siteNameOf } from '../options/site-option.ts';

/** Checks the lock of a query's site: whether it can be used, and whether the site still runs on the same software. */
export function checkLock(
  view: QueryView,
  context: QueryContext,
  kind: SiteName['kind'],
): readonly Problem[] {
  const { locks, software, sites } = context;
  if (locks === undefined) return [];
  const name = siteNameOf(view, context, kind);
  const span = placeOf(view);
  if (name === '' || span === undefined) return [];
  const problem = (
    code: string,
    message: string,
    args: Readonly<Record<string, string | number>>,
  ): Problem[] => [
    {
      code,
      message,
      severity: 'warning',
      span,
      arguments: { name, ...args },
      oncePerFile: `${code} ${name}`,
    },
  ];
  const unusable = locks.unusable.get(name);
  if (unusable !== undefined) {
    const { file, fault, values } = unusable;
    return problem('lock-unusable', `lock-unusable.${fault}`, { ...values, file: shortName(file) });
  }
  const lock = locks.locks.get(name);
  if (lock === undefined) return [];
  if (!isLockOf(lock, sites.find(site => site.name === name)?.url))
    return problem('lock-unusable', 'lock-unusable.address', { file: shortName(lock.file), url: lock.url });
  const now = software?.get(name);
  if (now === undefined || lock.software === '' || now === lock.software) return [];
  return problem('lock-outdated', 'lock-outdated', { locked: lock.software, software: now });
}

/** The name of a file with that of its folder. */
const shortName = (file: string): string => file.split(/[\\/]/).slice(-2).join('/');

/** The span of the query's `@site`, else its first line; undefined in a block without a query. */
function placeOf({ block }: QueryView): Span | undefined {
  const site = block.directives.findLast(({ key }) => key.text === 'site');
  if (site !== undefined) return site.value.span;
  const line = block.lines.find(({ kind }) => kind === 'body');
  return line && { start: line.start, end: line.end };
}
