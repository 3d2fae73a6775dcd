/** What can be done with the selected cells. */
import { text } from '../texts.ts';
import type { Command } from './popup-menu.ts';
import type { TableView } from './table-view.ts';

export const cellCommands = (view: TableView): readonly (readonly Command[])[] => [
  [{ label: text(view.groups ? 'cell.menu.group' : 'cell.menu.value'), run: () => view.enter() }],
  [
    { label: text('cell.menu.copy'), run: () => view.copy() },
    { label: text('cell.menu.tsv'), run: () => view.copy('tsv') },
    { label: text('cell.menu.markdown'), run: () => view.copy('markdown') },
    { label: text('cell.menu.json'), run: () => view.copy('json') },
  ],
];
