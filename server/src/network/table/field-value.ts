/** The values of a tracker's fields, as cells and as text. */
import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { developmentText, knownText } from './known-objects.ts';
import { documentText, isDocument } from './rich-document.ts';
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

const { display } = facts.columns;
const durations: ReadonlySet<string> = new Set(facts.fields.durations);

/** The kinds of custom fields whose values are keys of issues. */
const issueFields: ReadonlySet<string> = new Set(facts.columns.issueFields);

/** Whether the values of a field are keys of issues, by the schema of the field. */
export const isIssueField = (schema: Json | undefined): boolean =>
  isObject(schema) && issueFields.has(textOf(schema['custom']));

/** Whether the numbers of a field are seconds of work. */
export const isDuration = (id: string): boolean => durations.has(id);

/**
 * A field's value for a cell: objects as their display names, else as their members, and lists with commas; `null` = empty.
 */
export function cellOf(id: string, value: Json): null | boolean | number | string {
  if (typeof value === 'number') {
    if (id === 'workratio' && (value < 0 || value > Number.MAX_SAFE_INTEGER)) return null;
    return isDuration(id) ? durationOf(value) : value;
  }
  if (typeof value === 'string') return textOfString(value);
  if (isDocument(value)) return documentText(value) || null;
  if (isObject(value)) {
    const words = knownText(value);
    return words === undefined ? (summaryOf(value) ?? membersOf(value)) : words;
  }
  if (typeof value !== 'object' || value === null) return value;
  const items = arrayOf(value) ?? [];
  const texts = items.map(item => displayOf('', item)).filter(text => text !== '');
  return texts.length === 0 ? null : texts.join(texts.some(text => text.includes(',')) ? '; ' : ', ');
}

/** The text of a string; `null` = known, and empty. */
function textOfString(value: string): string | null {
  if (isPlaceholder(value)) return null;
  const development = developmentText(value);
  return development === undefined ? (utcTimestampOf(value) ?? sprintOf(value) ?? value) : development;
}

/** The members of an object of an unknown shape, with their texts; `null` = all are empty. */
function membersOf(object: JsonObject): string | null {
  const members = Object.entries(object).flatMap(([name, member]) => {
    const text = displayOf('', member);
    return text === '' ? [] : [`${name}: ${text}`];
  });
  return members.length === 0 ? null : members.join(' · ');
}

/** A field's value as text; empty for `null`. */
export const displayOf = (id: string, value: Json): string => String(cellOf(id, value) ?? '');

/** The name of an object, or the count or percentage that a cell shows for it; `undefined` = it has none. */
function summaryOf(object: JsonObject): number | string | undefined {
  const linked = linkOf(object);
  if (linked) return `${linked.relation} ${linked.key}`.trim();
  const { total, progress } = object;
  // A cell shows only the number of comments or worklogs.
  const entries = arrayOf(object['comments'] ?? object['worklogs']);
  if (entries) return typeof total === 'number' ? total : entries.length;
  for (const count of ['votes', 'watchCount', 'percent'])
    if (typeof object[count] === 'number') return object[count];
  if (typeof progress === 'number' && typeof total === 'number') return Math.round((100 * progress) / total);
  if (object['fields'] !== undefined && typeof object['key'] === 'string') return object['key'];
  const name = display.map(member => textOf(object[member])).find(text => text !== '');
  const child = isObject(object['child']) ? summaryOf(object['child']) : undefined;
  return name === undefined || child === undefined ? name : `${name} / ${textOf(child)}`;
}

/** A link between issues: its direction in the tracker's words, and the other issue; `undefined` = not a link. */
export function linkOf(link: JsonObject): { relation: string; key: string; issue: JsonObject } | undefined {
  const type = isObject(link['type']) ? link['type'] : {};
  for (const [end, direction] of [
    ['outwardIssue', 'outward'],
    ['inwardIssue', 'inward'],
  ] as const) {
    const issue = link[end];
    if (isObject(issue)) return { relation: textOf(type[direction]), key: textOf(issue['key']), issue };
  }
  return undefined;
}

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A timestamp in UTC, without milliseconds; `undefined` = not a timestamp. */
export function utcTimestampOf(value: string): string | undefined {
  if (!stamp.test(value)) return undefined;
  const time = Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(time) ? undefined : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Seconds as `26h 30m`, without days: only the tracker knows how long a working day is. */
export function durationOf(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'm'],
  ] as const;
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join(' ');
  return `${seconds < 0 && text !== '' ? '-' : ''}${text || '0m'}`;
}

const sprintClass = 'com.atlassian.greenhopper.';

/** The characters of a sprint in which its name is looked for: its goal can be long. */
const maxSprintLength = 4000;

/**
 * The name in a sprint of older servers, the text form of a Java object: it ends before the next member, and may itself
 * have commas and brackets. `undefined` = not a sprint.
 */
function sprintOf(value: string): string | undefined {
  if (!value.startsWith(sprintClass)) return undefined;
  const text = value.slice(0, maxSprintLength);
  const begin = text.indexOf(',name=');
  if (begin < 0) return /\[name=([^,\]]*)/.exec(text)?.[1];
  const rest = text.slice(begin + ',name='.length);
  const end =
    /,(?:goal|startDate|endDate|completeDate|activatedDate|sequence|autoStartStop|synced|id|state|rapidViewId|incompleteIssuesDestinationId)=|\]$/.exec(
      rest,
    );
  return rest.slice(0, end?.index);
}

/** The name of a class of Java and the number of one of its objects: the text form of an object without one of its own. */
const javaObject = /^(?:com|org|net|io)(?:\.\w{1,100}){2,20}(?:\$\w{1,100})?@[0-9a-f]{1,8}$/;

/**
 * Values of apps that mean nothing to the user: an empty development panel, the time in each status, and objects without a
 * text form.
 */
const isPlaceholder = (value: string): boolean =>
  value === '{}' ||
  (value.length < 10_000 && (/^\d+_\*:\*_\d+_\*:\*_\d+(?:_\*\|\*_|$)/.test(value) || javaObject.test(value)));
