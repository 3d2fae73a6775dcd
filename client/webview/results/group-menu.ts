/** The pop-up in which the user picks the keys of the grouping, and what is computed of each group. */
import { directiveLine } from '#shared/base/queries/directive-line.ts';
import { groupText } from '#shared/base/tables/view-text.ts';
import type { Aggregate, Grouping, GroupKey } from '#shared/protocol/grouping.ts';
import { aggregateOptions, keyOptions, type Option, optionOf } from '../chart/chart-choice.ts';
import { pickList } from '../chart/chart-form.ts';
import { button, element } from '../dom.ts';
import { type TextId, text } from '../panel-texts.ts';
import { withAggregate, withKey } from './change-grouping.ts';
import type { TableView } from './table-view.ts';

/** @param copy copies a line for the query's file to the clipboard */
export function groupItems(view: TableView, copy: (line: string) => void): readonly Node[] {
  const { columns } = view.header;
  const [keys, values] = [keyOptions(columns), aggregateOptions(columns)];
  const pickers = element('div', { class: 'grouping' });
  const directive = button(text('group.copy'), () => {
    if (view.grouping) copy(directiveLine('group', groupText(view.grouping, columns)));
  });
  const actions = element('div', { class: 'actions', children: [directive] });
  const change = (grouping: Grouping | undefined): void => {
    const focused = document.activeElement?.getAttribute('data-choice');
    view.group(grouping);
    fill();
    pickers.querySelector<HTMLElement>(`[data-choice="${focused ?? 'by0'}"]`)?.focus();
  };
  const fill = (): void => {
    const { by = [], aggregates = [] } = view.grouping ?? {};
    pickers.replaceChildren(
      ...pickEach('by', by, keys).map(([picker, index]) =>
        picker(index === 0 ? 'group.by' : 'group.thenBy', key => change(withKey(view.grouping, index, key))),
      ),
      ...pickEach('compute', aggregates, values).map(([picker, index]) =>
        picker(index === 0 ? 'group.compute' : 'group.and', aggregate =>
          change(view.grouping && withAggregate(view.grouping, index, aggregate)),
        ),
      ),
    );
    for (const select of pickers.querySelectorAll<HTMLSelectElement>('[data-choice^=compute]'))
      select.disabled = !view.grouping;
    actions.hidden = !view.grouping;
  };
  fill();
  return [pickers, actions];
}

type Picker<Value> = (label: TextId, choose: (value: Value | undefined) => void) => HTMLElement;

/** A list for each part that is chosen, and one more to add another part; each with its index. */
function pickEach<Value extends GroupKey | Aggregate>(
  name: string,
  chosen: readonly Value[],
  options: readonly Option<Value>[],
): readonly (readonly [Picker<Value>, number])[] {
  const none: Option<Value | undefined> = { value: '', label: text('group.none'), chosen: undefined };
  return [...chosen, undefined].map((part, index) => [
    (label, choose) =>
      pickList(`${name}${index}`, label, [none, ...options], optionOf(options, part)?.value, choose),
    index,
  ]);
}
