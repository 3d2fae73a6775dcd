import type { Field } from '../fields.ts';
import type { Context } from './context.ts';
import type { JqlProblem } from './errors.ts';
import { callFunction } from './functions.ts';
import { meaningOf, unresolved } from './names.ts';
import type { Operand } from './nodes.ts';
import type { Value } from './values.ts';

/** The evaluated right side of a clause. */
export interface Wanted {
  readonly values: readonly Value[];
  /** True = the empty field is wanted as well. */
  readonly empty: boolean;
  readonly problems: readonly JqlProblem[];
}

const nothing: Wanted = { values: [], empty: false, problems: [] };

/** @param fieldName the field as the query writes it, for messages */
export function wantedOf(operand: Operand, field: Field, fieldName: string, context: Context): Wanted {
  switch (operand.kind) {
    case 'empty':
      return { ...nothing, empty: true };
    case 'list': {
      const all = operand.items.map(item => wantedOf(item, field, fieldName, context));
      return {
        values: all.flatMap(({ values }) => values),
        empty: all.some(({ empty }) => empty),
        problems: all.flatMap(({ problems }) => problems),
      };
    }
    case 'function': {
      const answer = callFunction(operand.name, operand.args, field, fieldName, context);
      return 'problem' in answer
        ? { ...nothing, problems: [answer.problem] }
        : { ...nothing, values: answer.values };
    }
    case 'value': {
      const meaning = meaningOf(operand.text, field, context);
      if ('problem' in meaning)
        return { ...nothing, problems: [{ id: meaning.problem, args: [operand.text, fieldName] }] };
      return { ...nothing, values: meaning, empty: meaning.includes(unresolved) };
    }
  }
}

/** An operand as messages have it. */
export function shown(operand: Operand): string {
  switch (operand.kind) {
    case 'empty':
      return 'EMPTY';
    case 'value':
      return operand.text;
    case 'list':
      return `(${operand.items.map(item => `"${shown(item)}"`).join(', ')})`;
    case 'function':
      return `${operand.name}(${operand.args.join(', ')})`;
  }
}
