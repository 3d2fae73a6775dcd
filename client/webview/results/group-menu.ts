/** The pop-up in which the user chooses the keys and the aggregates of the grouping. */
import { aggregateFits, aggregateLabel, aggregateNames, dateUnits } from '#shared/base/tables/aggregates.ts';
import { directiveLine } from '#shared/base/queries/directive-line.ts';
import { groupText } from '#shared/base/tables/view-text.ts';
import type { Grouping } from '#shared/protocol/grouping.ts';
import type { Column } from '#shared/protocol/run.ts';
import { visible } from '../cells/hidden-characters.ts';
import { button, element } from '../dom.ts';
import { text } from '../panel-texts.ts';
import { computes, groupsBy, toggleAggregate, toggleKey } from './change-grouping.ts';
import type { TableView } from './table-view.ts';

/** @param copy copies a line for the query's file to the clipboard */
export function groupItems(view: TableView, copy: (line: string) => void): readonly Node[] {
  const refreshers: (() => void)[] = [];
  const change = (grouping: Grouping | undefined): void => {
    view.group(grouping);
    for (const refresh of refreshers) refresh();
  };
  const toggle = (
    label: string,
    name: string,
    isOn: () => boolean,
    needsGroup: boolean,
    turn: () => Grouping | undefined,
  ): HTMLElement => {
    const toggleButton = button(label, () => change(turn()), {
      class: 'toggle',
      attributes: { 'aria-label': name },
    });
    const refresh = (): void => {
      toggleButton.setAttribute('aria-pressed', String(isOn()));
      toggleButton.disabled = needsGroup && !view.grouping;
    };
    refreshers.push(refresh);
    refresh();
    return toggleButton;
  };
  const computing = (column: Column | undefined, title: string): readonly HTMLElement[] =>
    aggregateNames
      .filter(name => (column ? aggregateFits(name, column.type) : name === 'count'))
      .map(name => {
        const label = aggregateLabel(name);
        return toggle(
          label,
          text('group.compute', { name: label, title }),
          () => computes(view.grouping, name, column?.key),
          true,
          () => view.grouping && toggleAggregate(view.grouping, name, column?.key),
        );
      });
  const columns = view.header.columns.map(column => {
    const title = visible(column.title);
    const units = column.type === 'date' ? [undefined, ...dateUnits] : [undefined];
    const keys = units.map(unit => {
      const label = text(unit ? `group.by.${unit}` : 'group.by');
      return toggle(
        label,
        text('group.byColumn', { name: label, title }),
        () => groupsBy(view.grouping, column.key, unit),
        false,
        () => toggleKey(view.grouping, column.key, unit),
      );
    });
    return row(title, [...keys, ...computing(column, title)]);
  });
  const ungroup = button(text('group.remove'), () => change(undefined));
  const directive = button(text('group.copy'), () => {
    if (view.grouping) copy(directiveLine('group', groupText(view.grouping, view.header.columns)));
  });
  refreshers.push(() => {
    ungroup.disabled = !view.grouping;
    directive.disabled = !view.grouping;
  });
  for (const refresh of refreshers) refresh();
  return [
    element('div', {
      class: 'grouping',
      children: [row(text('group.rows'), computing(undefined, text('group.rows'))), ...columns],
    }),
    element('div', { class: 'actions', children: [directive, ungroup] }),
  ];
}

const row = (title: string, toggles: readonly HTMLElement[]): HTMLElement =>
  element('div', {
    class: 'choice',
    attributes: { role: 'group', 'aria-label': title },
    children: [
      element('span', { class: 'name', text: title, title }),
      element('span', { class: 'toggles', children: toggles }),
    ],
  });
