import { additions } from './additions.ts';
import { argument, fix, type Fixer, listed, nodeOf, removal } from './fix-context.ts';

/** Swaps the two ends of an empty range. */
export const fixSwapped: Fixer = context => {
  const { model, editor, problem } = context;
  const [start, end] = [argument(context, 'start'), argument(context, 'end')];
  const [first, last] = [model.node(start), model.node(end)];
  if (first === undefined || last === undefined || problem.message === 'empty-range.prefix') return [];
  return fix('range', 'fix.swap', { start, end }, editor.swapValues(first, last), true);
};

/** Adds what a parameter has no effect without, or removes the parameter. */
export const fixEffect: Fixer = context => [
  ...additions(context, 'beside', listed(context, 'others'), nodeOf(context)),
  ...removal(context, 'ignored'),
];
