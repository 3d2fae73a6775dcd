/** The menus of cells and of column titles. */
import { text } from '../panel-texts.ts';
import type { Command } from './popup-menu.ts';
import type { TableView } from './table-view.ts';
import { dateUnits } from '#shared/base/tables/aggregates.ts';
import type { Column } from '#shared/protocol/run.ts';
import { withKey } from './change-grouping.ts';

/** The commands of the selected cells, in groups. */
export const cellCommands = (view: TableView): readonly (readonly Command[])[] =>
  [
    view.groups
      ? [{ label: text('cell.menu.group'), run: () => view.enter() }]
      : [
          { label: text('cell.menu.value'), key: 'Space', run: () => view.open() },
          { label: text('cell.menu.record'), key: 'Alt+Enter', run: () => view.showRecord() },
        ],
    view.cellFilters.flatMap(({ label, filter }, index) => [
      {
        label: text('cell.menu.only', { value: label }),
        ...(index === 0 && { key: '=' }),
        run: () => view.filterCell(filter, false),
      },
      {
        label: text('cell.menu.exclude', { value: label }),
        ...(index === 0 && { key: '!' }),
        run: () => view.filterCell(filter, true),
      },
    ]),
    [
      { label: text('cell.menu.copy'), run: () => view.copy() },
      { label: text('cell.menu.tsv'), run: () => view.copy('tsv') },
      { label: text('cell.menu.markdown'), run: () => view.copy('markdown') },
      { label: text('cell.menu.json'), run: () => view.copy('json') },
    ],
  ].filter(commands => commands.length > 0);

/** The commands of a column's title, in groups. */
export function columnCommands(view: TableView, column: Column): readonly (readonly Command[])[] {
  const { key } = column;
  const sorted = view.sort.some(sorting => sorting.column === key);
  const sorting: Command[] = [
    { label: text('column.ascending'), run: () => view.sortBy([{ column: key, descending: false }]) },
    { label: text('column.descending'), run: () => view.sortBy([{ column: key, descending: true }]) },
    ...(sorted
      ? [
          {
            label: text('column.unsorted'),
            run: () => view.sortBy(view.sort.filter(sortKey => sortKey.column !== key)),
          },
        ]
      : []),
  ];
  const width: Command = { label: text('column.fit'), run: () => view.fit(column) };
  if (view.groups) return [sorting, ungrouping(view, column), [width]];
  const isFrozen = view.columns.isFrozen(column);
  const freeze: Command = {
    label: text(isFrozen ? 'column.unfreeze' : 'column.freeze'),
    run: () => view.columns.freeze(column, !isFrozen),
  };
  const hide: Command = { label: text('column.hide'), run: () => view.columns.setHidden([column], true) };
  const moves = (
    [
      ['left', -1],
      ['right', 1],
    ] as const
  )
    .filter(([, by]) => view.columns.canMove(key, by))
    .map(([side, by]) => ({ label: text(`column.${side}`), run: () => void view.columns.move(key, by) }));
  const units = column.type === 'date' ? dateUnits : [];
  return [
    sorting,
    [
      { label: text('column.group'), run: () => view.group(withKey(undefined, 0, { column: key })) },
      ...units.map(unit => ({
        label: text(`column.group.${unit}`),
        run: () => view.group(withKey(undefined, 0, { column: key, unit })),
      })),
    ],
    moves,
    [freeze, hide, width],
  ].filter(commands => commands.length > 0);
}

/** The command that removes a column of groups from the grouping. */
function ungrouping(view: TableView, column: Column): readonly Command[] {
  const { grouping } = view.groups ?? {};
  const index = view.columns.shown.findIndex(({ key }) => key === column.key);
  if (!grouping || index < 0) return [];
  const { by, aggregates } = grouping;
  const rest = by.filter((_, place) => place !== index);
  if (index < by.length)
    return [
      {
        label: text('column.ungroup'),
        run: () => view.group(rest.length > 0 ? { ...grouping, by: rest } : undefined),
      },
    ];
  const others = aggregates.filter((_, place) => place !== index - by.length);
  return [{ label: text('column.remove'), run: () => view.group({ ...grouping, aggregates: others }) }];
}
