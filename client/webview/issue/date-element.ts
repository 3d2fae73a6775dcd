/** Points in time and days, with how far they are from now. */
import { timeOf } from '../../../server/src/common/time-of.ts';
import { localTimes, relativeTimes } from '../cells/cell-dates.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';

const local = localTimes(undefined);
const relative = relativeTimes('en');
const day = /^\d{4}-\d\d-\d\d$/;

/** To the minute, in the user's own time zone, then how long ago; anything else is shown as it is. */
export function dateElement(value: string): HTMLElement {
  const time = timeOf(value);
  if (time !== undefined) return dated(value, local(time).slice(0, 16), relative(time, Date.now()));
  const start = day.test(value) ? Date.parse(`${value}T00:00`) : NaN;
  if (Number.isNaN(start)) return element('span', { text: visible(value) });
  return dated(value, value, relative(start, new Date().setHours(0, 0, 0, 0)));
}

const dated = (value: string, exact: string, distance: string): HTMLElement =>
  element('time', {
    title: value,
    attributes: { datetime: value },
    children: [`${exact} `, element('span', { class: 'quiet', text: distance })],
  });
