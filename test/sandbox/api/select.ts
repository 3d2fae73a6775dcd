import { byText, dbKey, readTitle } from '../world/titles.ts';
import type { Title, User } from '../world/types.ts';
import { type Call, titleIn } from './call.ts';
import type { Parameters } from './parameters.ts';

/** Rows between `start` and `end`, in the order that `dir` asks for. @param rows oldest first */
export function* inTime<T extends { readonly time: number }>(
  rows: readonly T[],
  parameters: Parameters,
): Generator<T> {
  const newer = parameters.text('dir') === 'newer';
  const start = parameters.number('start');
  const end = parameters.number('end');
  const [earliest, last] = newer ? [start, end] : [end, start];
  for (const row of newer ? rows : backwards(rows))
    if (row.time >= (earliest ?? Number.NEGATIVE_INFINITY) && row.time <= (last ?? Number.POSITIVE_INFINITY))
      yield row;
}

/** From the last to the first, without a copy: few of many rows are wanted. */
function* backwards<T>(rows: readonly T[]): Generator<T> {
  for (let index = rows.length - 1; index >= 0; index -= 1) yield* rows.slice(index, index + 1);
}

const descends = (parameters: Parameters): boolean =>
  ['descending', 'desc', 'older'].includes(parameters.text('dir') ?? '');

/** Rows in the order of `dir`. */
export const inOrder = <T>(rows: readonly T[], parameters: Parameters): readonly T[] =>
  descends(parameters) ? rows.toReversed() : rows;

/** Rows between `from` and `to` and with `prefix`, by a text of theirs in database form, in the order of `dir`. */
export function inText<T>(
  rows: readonly T[],
  textOf: (row: T) => string,
  call: Call,
  namespace = 0,
): readonly T[] {
  const { parameters } = call;
  const part = (name: string): string | undefined => {
    const text = parameters.text(name);
    return text === undefined || text === '' ? text : dbKey(titlePart(call, name, text, namespace));
  };
  const [from, to, prefix] = [part('from'), part('to'), part('prefix')];
  const [least, most] = descends(parameters) ? [to, from] : [from, to];
  const chosen = rows
    .map(row => ({ row, key: dbKey(textOf(row)) }))
    .filter(
      ({ key }) =>
        (least === undefined || byText(key, least) >= 0) &&
        (most === undefined || byText(key, most) <= 0) &&
        key.startsWith(prefix ?? ''),
    )
    .toSorted((a, b) => byText(a.key, b.key))
    .map(({ row }) => row);
  return inOrder(chosen, parameters);
}

/** The beginning of a title, without a namespace. @throws Failure `invalidtitle` */
function titlePart(call: Call, name: string, text: string, namespace: number): string {
  const trailing = text.endsWith(' ') || text.endsWith('_') ? ' ' : '';
  const reading = readTitle(`${text}x`, namespace);
  const title =
    reading.kind === 'local' && reading.title.namespace === namespace
      ? reading.title
      : titleIn(call, name, `${text}<`);
  return title.text.slice(0, -1) + (trailing && !title.text.slice(0, -1).endsWith(' ') ? trailing : '');
}

export const inNamespaces = ({ namespace }: Title, parameters: Parameters): boolean =>
  !parameters.has('namespace') ||
  parameters.holds('namespace', String(namespace)) ||
  parameters.text('namespace') === String(namespace);

/** `user`, `excludeuser` and `tag`, which are the same in all lists of edits. */
export function byWhom(
  { user, tags }: { readonly user: User; readonly tags: readonly string[] },
  parameters: Parameters,
): boolean {
  const wanted = userName(parameters.text('user'));
  const unwanted = userName(parameters.text('excludeuser'));
  const tag = parameters.text('tag');
  return (
    (wanted === undefined || user.name === wanted) &&
    (unwanted === undefined || user.name !== unwanted) &&
    (tag === undefined || tags.includes(tag))
  );
}

/** A user's name as given, with blanks for underscores and without `User:`. */
export const userName = (text: string | undefined): string | undefined => {
  const name = text?.replace(/^User:/iu, '').replaceAll('_', ' ');
  return name === undefined ? undefined : name.charAt(0).toUpperCase() + name.slice(1);
};

/** Whether a row shows what `show` asks for: `x` wants the fact, `!x` its opposite. */
export const isShown = (parameters: Parameters, facts: Readonly<Record<string, boolean>>): boolean =>
  (parameters.list('show') ?? []).every(item =>
    item.startsWith('!') ? facts[item.slice(1)] !== true : facts[item] !== false,
  );
