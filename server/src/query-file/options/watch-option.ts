/** `@watch`: how often a query runs in the background. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { Directive } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import type { Scope } from '../scope.ts';

const seconds: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
/** The shortest interval between two runs, in seconds. */
const minIntervalSeconds = 60;
const maxIntervalSeconds = 365 * 86_400;

/** The seconds between the runs of a watched query; `undefined` = it is not to be watched. */
export function watchOption(scope: Scope): number | undefined {
  const watchDirective = scope.directive('watch');
  const interval = watchDirective && intervalOf(watchDirective.directive.value.text);
  return interval !== undefined && interval >= minIntervalSeconds && interval <= maxIntervalSeconds
    ? interval
    : undefined;
}

/** The interval of a text in seconds; `undefined` = the text is not an interval. */
function intervalOf(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,9})([mhd])$/.exec(text) ?? [];
  const length = seconds[unit];
  return length === undefined ? undefined : Number(digits) * length;
}

/** Units as people write them, by their first letters. */
const longUnits = /^(m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)$/i;

/** The interval that a text means in other words; `undefined` = none. */
function meantInterval(text: string): string | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,9})\s*([A-Za-z]*)$/.exec(text) ?? [];
  if (digits === '' || (unit !== '' && !longUnits.test(unit))) return undefined;
  const meant = `${Number(digits)}${unit.slice(0, 1).toLowerCase() || 'm'}`;
  const length = intervalOf(meant) ?? 0;
  return length >= minIntervalSeconds && length <= maxIntervalSeconds ? meant : undefined;
}

/** Checks the interval of `@watch`. */
export function checkWatch(directive: Directive): Problem[] {
  const interval = intervalOf(directive.value.text);
  if (interval === undefined) {
    const nearestInterval = meantInterval(directive.value.text);
    return [
      directiveProblem('bad-interval', directive, {
        ...(nearestInterval !== undefined && { nearest: nearestInterval }),
      }),
    ];
  }
  if (interval < minIntervalSeconds)
    return [directiveProblem('short-interval', directive, { nearest: '1m' })];
  return interval > maxIntervalSeconds
    ? [directiveProblem('long-interval', directive, { nearest: '365d' })]
    : [];
}
