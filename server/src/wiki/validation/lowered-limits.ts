import lowered from '../../../catalogue/wiki/lowered-limits.json' with { type: 'json' };
import type { ActiveModule, WikiModel } from '../model.ts';
import { multipleValues } from '../values/value-list.ts';
import type { Check } from './wiki-check.ts';

const byModule = Map.groupBy(
  lowered.flatMap(entry => entry.modules.map(module => ({ ...entry, module }))),
  ({ module }) => module,
);

/** Reports limits that the wiki lowers together with another parameter, such as for the content of revisions. */
export function checkLoweredLimits(check: Check): void {
  for (const active of check.model.active) {
    for (const entry of byModule.get(active.module.name) ?? []) {
      const node = check.model.nodeOf(active, 'limit');
      const text = node?.value?.text ?? '';
      const high = check.facts.highLimits === true;
      const bound = high ? entry.mostWithHighLimits : entry.most;
      const declared = active.module.parameter('limit');
      const maximum = (high ? declared?.highMax : declared?.max) ?? Infinity;
      if (!node?.value || !/^\d+$/.test(text) || Number(text) <= bound || Number(text) > maximum) continue;
      if (revisionsAsPages(active) || !entry.with.some(use => holds(check, active, use))) continue;
      const args = { name: node.name.text, value: text, bound, high: entry.mostWithHighLimits };
      check.warning('outofrange', node.value.span, args, {
        message: high ? 'outofrange.high' : 'outofrange.right',
      });
    }
  }
}

/** The limits that hold for a module of a query because of another parameter; `undefined` = its usual ones do. */
export function loweredLimit(
  model: WikiModel,
  active: ActiveModule,
): { readonly most: number; readonly mostWithHighLimits: number } | undefined {
  if (revisionsAsPages(active)) return undefined;
  return byModule
    .get(active.module.name)
    ?.find(entry => entry.with.some(use => holds({ model }, active, use)));
}

/** Whether a module of revisions is a generator of pages: it fetches no content then, so its limit is not lowered. */
const revisionsAsPages = ({ role, module }: ActiveModule): boolean =>
  role === 'generator' && module.parameter('slots') !== undefined;

function holds({ model }: Pick<Check, 'model'>, active: ActiveModule, use: string): boolean {
  const [name = '', value] = use.split('=');
  const node = model.nodeOf(active, name);
  if (node === undefined || value === undefined) return node !== undefined;
  return node.value !== undefined && multipleValues(node.value).some(({ text }) => text === value);
}
