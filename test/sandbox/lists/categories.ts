import { type Call, fail } from '../api/call.ts';
import { type JsonObject, compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { inNamespaces, inOrder, inText } from '../api/select.ts';
import { titleMembers } from '../api/show.ts';
import { digitStamp, stamp } from '../stamps.ts';
import site from '../world/site.json' with { type: 'json' };
import type { Membership } from '../world/tables.ts';
import { byText, dbKey, sameTitle } from '../world/titles.ts';
import type { Title } from '../world/types.ts';
import type { World } from '../world/world.ts';
import { subject } from './backlinks.ts';

function kindOf({ from }: Membership): 'file' | 'page' | 'subcat' {
  if (from.title.namespace === 14) return 'subcat';
  return from.title.namespace === 6 ? 'file' : 'page';
}

/** The key that members are sorted by: what the text gives, then the title, in upper case. */
const sortKeyOf = ({ prefix, from }: Membership): string => {
  const text = from.title.text.toUpperCase();
  return prefix === '' ? text : `${prefix.toUpperCase()}\n${text}`;
};

export const hexKeyOf = (member: Membership): string => Buffer.from(sortKeyOf(member)).toString('hex');

export const isHidden = ({ text }: Title): boolean => site.hiddenCategories.includes(text);

/** How many members a category has, by kind. */
export function countMembers(world: World, category: Title): JsonObject {
  const members = world.tables.categories.filter(({ title }) => sameTitle(title, category));
  const count = (kind: string): number => members.filter(member => kindOf(member) === kind).length;
  return { size: members.length, pages: count('page'), files: count('file'), subcats: count('subcat') };
}

export const categorymembers = defineList<Membership>({
  name: 'categorymembers',
  rows: call => {
    const { parameters, world } = call;
    const category = subject(call);
    if (category.namespace !== 14) fail(call, 'invalidcategory', 'title');
    const kinds = ['page', 'subcat', 'file'].filter(kind => parameters.holds('type', kind));
    const members = world.tables.categories.filter(
      member =>
        sameTitle(member.title, category) &&
        inNamespaces(member.from.title, parameters) &&
        kinds.includes(kindOf(member)) &&
        isWithin(member, call),
    );
    const byTime = parameters.text('sort') === 'timestamp';
    const order = (a: Membership, b: Membership): number =>
      byTime
        ? a.time - b.time || a.from.id - b.from.id
        : kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b)) ||
          byText(sortKeyOf(a), sortKeyOf(b)) ||
          a.from.id - b.from.id;
    return inOrder(members.toSorted(order), parameters);
  },
  token: member => `${kindOf(member)}|${hexKeyOf(member)}|${member.from.id}`,
  show: (member, { parameters }) => {
    const wants = (name: string): boolean => parameters.holds('prop', name);
    return compact({
      pageid: wants('ids') ? member.from.id : undefined,
      ...(wants('title') ? titleMembers(member.from.title) : {}),
      sortkey: wants('sortkey') ? hexKeyOf(member) : undefined,
      sortkeyprefix: wants('sortkeyprefix') ? member.prefix : undefined,
      type: wants('type') ? kindOf(member) : undefined,
      timestamp: wants('timestamp') ? stamp(member.time) : undefined,
    });
  },
  page: ({ from }) => from.title,
});

function isWithin(member: Membership, { parameters }: Call): boolean {
  const first = parameters.text('startsortkeyprefix')?.toUpperCase() ?? '';
  const last = parameters.text('endsortkeyprefix')?.toUpperCase();
  const key = sortKeyOf(member);
  const backward = ['older', 'desc', 'descending'].includes(parameters.text('dir') ?? '');
  const [start, end] = backward ? ['end', 'start'] : ['start', 'end'];
  const inSpan =
    parameters.text('sort') !== 'timestamp' ||
    (digitStamp(member.time) >= digitStamp(parameters.number(start) ?? 0) &&
      member.time <= (parameters.number(end) ?? Number.POSITIVE_INFINITY));
  return inSpan && key >= first && (last === undefined || key <= last);
}

export const allcategories = defineList<Title>({
  name: 'allcategories',
  rows: call => {
    const { parameters, world } = call;
    const names = [...new Set(world.tables.categories.map(({ title }) => title.text))];
    const [least, most] = [
      parameters.number('min') ?? 0,
      parameters.number('max') ?? Number.POSITIVE_INFINITY,
    ];
    const categories = names
      .map((text): Title => ({ namespace: 14, text }))
      .filter(title => {
        const size = Number(countMembers(world, title)['size']);
        return size >= least && size <= most;
      });
    return inText(categories, ({ text }) => text, call, 14);
  },
  token: ({ text }) => dbKey(text),
  show: (title, { parameters, world }) => ({
    category: title.text,
    ...(parameters.holds('prop', 'size') ? countMembers(world, title) : {}),
    ...(parameters.holds('prop', 'hidden') ? { hidden: isHidden(title) } : {}),
  }),
  page: title => title,
});
