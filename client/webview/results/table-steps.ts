/** The steps of a user through a table: its rows, their groups, the rows of a group, their groups, and so on. */
import type * as v from 'valibot';
import {
  type Grouping,
  type Membership,
  groupingSchema,
  membershipSchema,
} from '#shared/protocol/grouping.ts';
import { type View, viewSchema } from '#shared/protocol/results.ts';
import { list, object, optional } from '#shared/protocol/schema.ts';
import { plainView, viewOf } from '../rows/sort-and-filter.ts';

export const stepSchema = object({
  /** The groups whose rows are shown or grouped; empty = all rows. */
  of: list(membershipSchema),
  /** Absent = the rows are not grouped. */
  group: optional(groupingSchema),
  /** The sort, search and filters of the rows, which also apply before they are grouped. */
  rows: viewSchema,
  /** The sort, search and filters of the groups. */
  groups: viewSchema,
});
export type Step = v.InferOutput<typeof stepSchema>;

/** The sort, search and filters of rows or groups. */
export type Level = Pick<View, 'sort' | 'search' | 'filters'>;

const first: Step = { of: [], rows: plainView, groups: plainView };

export class Steps {
  #done: readonly Step[];
  #now: Step;

  /** @param kept the steps of an earlier document, the last one being the present */
  constructor(kept: readonly Step[] = []) {
    this.#done = kept.slice(0, -1);
    this.#now = kept.at(-1) ?? first;
  }

  get kept(): readonly Step[] {
    return [...this.#done, this.#now];
  }

  /** The sort, search and filters of the current rows or groups. */
  get level(): Level {
    return this.#now.group ? this.#now.groups : this.#now.rows;
  }

  set level(level: Level) {
    this.#now = { ...this.#now, [this.#now.group ? 'groups' : 'rows']: level };
  }

  get group(): Grouping | undefined {
    return this.#now.group;
  }

  /**
   * Groups the current rows, or shows them ungrouped. The sort and filters of columns that the groups still have are
   * kept.
   */
  set group(group: Grouping | undefined) {
    const { group: _group, ...rest } = this.#now;
    this.#now = { ...rest, ...(group && { group }) };
  }

  /** The groups that were opened. */
  get of(): readonly Membership[] {
    return this.#now.of;
  }

  /** Whether the groups before the opened one can be shown again. */
  get canGoBack(): boolean {
    return this.#done.length > 0;
  }

  /** Shows the rows of a group. */
  open(members: readonly Membership[]): void {
    this.#done = this.kept;
    const { of, rows } = this.#now;
    this.#now = { of: [...of, ...members], rows, groups: plainView };
  }

  back(): void {
    const before = this.#done.at(-1);
    if (!before) return;
    this.#done = this.#done.slice(0, -1);
    this.#now = before;
  }

  /** Removes the search and the filters, also those of the rows before they are grouped. */
  clear(): void {
    const all = { search: '', filters: {} };
    const { rows, groups } = this.#now;
    this.#now = { ...this.#now, rows: { ...rows, ...all }, groups: { ...groups, ...all } };
  }

  /** Whether the rows are those of a group that was opened, or other groups are shown than the query's. */
  isGrouped(group: Grouping | undefined): boolean {
    return this.canGoBack || JSON.stringify(this.#now.group) !== JSON.stringify(group);
  }

  /**
   * Removes all sorting, searching and grouping, and leaves an opened group.
   *
   * @param filters those that remain, of rows
   * @param group the query's own; `undefined` = rows are shown
   */
  reset(filters: Level['filters'], group: Grouping | undefined): void {
    this.#done = [];
    this.#now = { ...first, ...(group && { group }), rows: { ...plainView, filters } };
  }

  /** The view to request from the store. */
  get view(): View {
    const { of, group, rows, groups } = this.#now;
    const members = of.length > 0 ? { of } : {};
    const plain = normal(rows);
    if (!group) return { ...plain, ...members };
    const { search, filters } = plain;
    return { ...normal(groups), ...members, group: { ...group, search, filters } };
  }

  /** Whether a search or a filter removes rows before they are grouped. */
  get filtersRows(): boolean {
    const { search, filters } = normal(this.#now.rows);
    return search !== '' || Object.keys(filters).length > 0;
  }
}

const normal = ({ sort, search, filters }: Level): View =>
  viewOf(sort, search, new Map(Object.entries(filters)));
