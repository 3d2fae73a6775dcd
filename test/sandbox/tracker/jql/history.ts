import type { Field } from '../fields.ts';
import { day } from '../world/town-data.ts';
import type { Change, ChangeItem, Issue } from '../world/types.ts';
import type { Predicate, Terminal } from './nodes.ts';
import { type Value, valuesOf } from './values.ts';
import type { World } from '../world/world.ts';

/** A predicate whose operand has been looked up: times for dates, names for people, ids for values. */
export interface Condition {
  readonly name: Predicate['name'];
  readonly values: readonly Value[];
  readonly empty: boolean;
}

/** A value that a field had for a while. */
interface Stay {
  readonly value: Value | undefined;
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const changesOf = (field: Field, issue: Issue): { readonly change: Change; readonly item: ChangeItem }[] =>
  issue.history.flatMap(change =>
    change.items.filter(item => item.field === field.history).map(item => ({ change, item })),
  );

function staysOf(field: Field, issue: Issue, world: World): Stay[] {
  const changes = changesOf(field, issue);
  const starts = [
    {
      value: changes[0] ? changes[0].item.from : valuesOf(field.id, issue, world)[0],
      from: issue.created,
      by: issue.creator.name,
    },
    ...changes.map(({ change, item }) => ({ value: item.to, from: change.at, by: change.author.name })),
  ];
  return starts.map((start, index) => ({
    ...start,
    to: starts[index + 1]?.from ?? Number.POSITIVE_INFINITY,
  }));
}

const time = (values: readonly Value[], index = 0): number => Number(values[index] ?? Number.NaN);
const matches = ({ values, empty }: Omit<Condition, 'name'>, value: Value | undefined): boolean =>
  value === undefined ? empty : values.includes(value);

function stayFits({ from, to, by }: Stay, { name, values }: Condition): boolean {
  switch (name) {
    case 'after':
      return to > time(values);
    case 'before':
      return from < time(values);
    case 'on':
      return to > time(values) && from < time(values) + day;
    case 'during':
      return to > time(values) && from < time(values, 1);
    case 'by':
      return values.includes(by);
    case 'from':
    case 'to':
      return false;
  }
}

function changeFits(change: Change, item: ChangeItem, condition: Condition): boolean {
  const { name, values } = condition;
  switch (name) {
    case 'after':
      return change.at > time(values);
    case 'before':
      return change.at < time(values);
    case 'on':
      return change.at >= time(values) && change.at < time(values) + day;
    case 'during':
      return change.at >= time(values) && change.at < time(values, 1);
    case 'by':
      return values.includes(change.author.name);
    case 'from':
      return matches(condition, item.from);
    case 'to':
      return matches(condition, item.to);
  }
}

/** Whether a field ever had one of the values under all of the conditions; `was not` turns that around. */
export function wasMatch(
  field: Field,
  operator: Terminal['operator'],
  wanted: Omit<Condition, 'name'>,
  conditions: readonly Condition[],
): (issue: Issue, world: World) => boolean {
  const isNegated = operator.includes('not');
  return (issue, world) =>
    staysOf(field, issue, world).some(
      stay => matches(wanted, stay.value) && conditions.every(condition => stayFits(stay, condition)),
    ) !== isNegated;
}

/** Whether a field changed under all of the conditions. */
export const changedMatch =
  (field: Field, conditions: readonly Condition[]) =>
  (issue: Issue): boolean =>
    changesOf(field, issue).some(({ change, item }) =>
      conditions.every(condition => changeFits(change, item, condition)),
    );
