/** The line above a table that names its grouping, or the group that its rows belong to. */
import type { GroupKey, Membership } from '#shared/protocol/grouping.ts';
import type { Groups } from '#shared/protocol/results.ts';
import type { Column } from '#shared/protocol/run.ts';
import { visible } from '../cells/hidden-characters.ts';
import { preview } from '../cells/nested.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../panel-texts.ts';
import type { Steps } from './table-steps.ts';
import { shorten } from '#shared/base/shorten.ts';

const maxValueLength = 60;

export interface GroupBarEvents {
  readonly back: () => void;
  readonly ungroup: () => void;
}

function titleOf({ column, unit }: GroupKey, columns: readonly Column[]): string {
  const title = visible(columns.find(({ key }) => key === column)?.title ?? column, maxValueLength);
  return unit === undefined ? title : text('group.unit', { title, unit });
}

/** The names of the groups that the rows belong to; empty = all rows. */
export const memberNames = (members: readonly Membership[], columns: readonly Column[]): readonly string[] =>
  members.map(member => text('group.member', { title: titleOf(member, columns), value: valueText(member) }));

/** The line; empty if all rows are shown ungrouped. */
export function groupBar(
  steps: Steps,
  columns: readonly Column[],
  { overlap = false, tooMany = false }: Partial<Pick<Groups, 'overlap' | 'tooMany'>>,
  events: GroupBarEvents,
): readonly Node[] {
  const back = button('', events.back, {
    class: 'secondary',
    title: text('group.backHint'),
    children: [drawing(icons.back), element('span', { text: text('group.back') })],
  });
  const members = memberNames(steps.of, columns).map(name =>
    element('span', { class: 'member', text: name }),
  );
  const { group } = steps;
  const grouped = text('group.grouped', {
    columns: group?.by.map(key => titleOf(key, columns)).join(', ') ?? '',
  });
  return [
    ...(steps.canGoBack ? [back] : []),
    ...members,
    ...(group
      ? [
          element('span', { text: grouped }),
          ...(steps.filtersRows ? [element('span', { class: 'quiet', text: text('group.filtered') })] : []),
          ...(overlap ? [element('span', { class: 'quiet', text: text('group.overlap') })] : []),
          ...(tooMany ? [element('span', { text: text('group.tooMany') })] : []),
          element('span', { class: 'gap' }),
          button(text('group.remove'), events.ungroup, { class: 'secondary' }),
        ]
      : []),
  ];
}

function valueText({ value }: Membership): string {
  return value === undefined ? text('cell.empty') : visible(shorten(preview(value), maxValueLength));
}
