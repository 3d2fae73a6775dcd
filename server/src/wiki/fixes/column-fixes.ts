import type { Fix } from '../../language/problem.ts';
import { additions, splitUse } from './additions.ts';
import { argument, fix, type FixContext } from './fix-context.ts';

/** Adds what the query lacks for a column: another value of `prop`, after those that it has by default, or a parameter. */
export function fixColumn(context: FixContext): readonly Fix[] {
  const use = argument(context, 'first');
  const [name, value] = splitUse(use);
  const { model } = context;
  const last = model.query.parameters.at(-1);
  const binding = model.names.get(name);
  const fallback = String(binding?.parameter.default ?? '');
  if (last === undefined || value === undefined || model.node(name) !== undefined || fallback === '')
    return additions(context, 'beside', [use], last, true);
  const whole = `${name}=${fallback}|${value}`;
  const own = model.query.parameters.findLast(node => model.binding(node)?.active === binding?.active);
  return fix(
    'beside',
    'fix.add',
    { text: whole },
    context.editor.add(own ?? last, name, `${fallback}|${value}`),
    true,
  );
}
