/** The cost of a JQL query: the rows and requests of its run. */
import facts from '../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { type Cost, type CostNote, growingRequests } from '../query-file/cost/cost.ts';
import { fieldsOption } from '../query-file/options/columns-option.ts';
import type { Scope } from '../query-file/scope.ts';
import type { Platform } from './catalogue/catalogue.ts';

const { first, largest } = facts.pages;
const commonNames: ReadonlySet<string> = new Set(
  [...facts.fields.always, ...facts.fields.system, ...Object.keys(facts.fields.aliases)].map(name =>
    name.toLowerCase(),
  ),
);

/** @param rows the issues that a run fetches at first */
export function costOfJql(scope: Scope, platform: Platform | undefined, rows: number): Cost {
  if (scope.directive('count')) return { requests: 1, notes: [{ key: 'counted' }] };
  const isLookedUp = fieldsOption(scope)?.some(name => !hasKnownId(name)) === true;
  const requests = growingRequests(rows, first, largest);
  const notes: CostNote[] = [
    ...(requests > 1 && requests !== Infinity
      ? [{ key: 'growing', values: { first, largest } } as const]
      : []),
    ...(platform === 'cloud' ? [{ key: rows > largest ? 'estimated' : 'noTotal' } as const] : []),
    ...(isLookedUp ? [{ key: 'fieldNames' } as const] : []),
  ];
  // Pages grow from the first to the largest: only one request, and requests without end, have one number of rows.
  return {
    rows,
    ...(requests === 1 && { perRequest: first }),
    ...(requests === Infinity && { perRequest: largest }),
    requests,
    notes,
  };
}

/** True for a name whose id is known without asking the tracker. */
const hasKnownId = (name: string): boolean =>
  commonNames.has(name.toLowerCase()) || /^(?:[*-]\w+|customfield_\d+|cf\s*\[\s*\d+\s*\])$/i.test(name);
