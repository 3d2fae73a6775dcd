/** Whether filters are broken, in words. */
import type { JudgedFilter } from '../../../server/src/protocol/filters.ts';
import { text } from '../texts.ts';

/** "Broken filters: 9 of 63." */
export function brokenText(filters: readonly JudgedFilter[]): string {
  const broken = filters.filter(({ isBroken }) => isBroken).length;
  return text(broken === 0 ? 'filters.allFine' : 'filters.broken', { broken, count: filters.length });
}
