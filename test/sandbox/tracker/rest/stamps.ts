/** A point in time as the REST interface writes it: `2026-01-15T10:00:00.000+0000`. */
export const stamp = (time: number): string => new Date(time).toISOString().replace('Z', '+0000');

/** A day: `2026-01-15`. */
export const date = (time: number): string => new Date(time).toISOString().slice(0, 10);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day for people: `15/Jan/26`. */
export const shownDate = (time: number): string => {
  const [year = '', month = '', day = ''] = date(time).split('-');
  return `${day}/${months[Number(month) - 1] ?? ''}/${year.slice(2)}`;
};

/** A point in time for people: `15/Jan/26 10:00 AM`. */
export function shownStamp(time: number): string {
  const moment = new Date(time);
  const hours = moment.getUTCHours();
  return `${shownDate(time)} ${hours % 12 || 12}:${String(moment.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** A duration for people: `1 day, 2 hours`; a day of work has eight hours. */
export function shownDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 28_800), 'day'],
    [Math.floor((seconds % 28_800) / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(', ');
}
