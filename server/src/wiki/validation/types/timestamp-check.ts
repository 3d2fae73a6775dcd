import type { WikiMessage } from '../../message-keys.ts';
import type { ValueNode } from '../../wiki-nodes.ts';
import { readTimestamp } from '../../values/timestamp.ts';
import { type WrittenParameter, valueSpan } from '../wiki-check.ts';

/** Digits alone that look like a date but are read as seconds: years, months, days, minutes. */
const dateLike =
  /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])?(?:[0-5]\d)?)?)?$/;

/** Checks for a timestamp in one of the forms that the wiki accepts, and with the meaning that it seems to have. */
export function checkTimestamp({ check, name, node }: WrittenParameter, value: ValueNode): void {
  const { text } = value;
  const span = text === '' ? valueSpan(node) : value.span;
  if (text === '' || text === '0') {
    check.warning('unclearnowtimestamp', span, { name, value: text });
    return;
  }
  const timestamp = readTimestamp(text, check.now);
  if (timestamp === undefined) {
    check.error('badtimestamp', span, { name, value: text }, { message: messageFor(text) });
    return;
  }
  const meaning = new Date(timestamp.time).toISOString().replace('.000Z', 'Z');
  if (timestamp.form === 'unix' && dateLike.test(text))
    check.warning('unix-date', span, { name, value: text, meaning });
  else if (timestamp.rolledOver) check.warning('date-rollover', span, { name, value: text, meaning });
}

function messageFor(text: string): WikiMessage {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'badtimestamp.dateOnly';
  return 'badtimestamp';
}
