import type { ActiveModule, WikiModel } from './model.ts';
import { multipleValues } from './values/list.ts';

/**
 * Whether a query has a value (`prop=user`) or a parameter (`slots`) of a module, written or by default. A value with an
 * undefined variable may be any.
 */
export function isUsed(model: WikiModel, active: ActiveModule, use: string): boolean {
  const [name = '', value] = use.split('=');
  const node = model.nodeOf(active, name);
  if (value === undefined) return node !== undefined;
  const parameter = active.module.parameter(name);
  if (node === undefined)
    return String(parameter?.default ?? '')
      .split('|')
      .includes(value);
  if (node.value?.text.includes('{{') === true) return true;
  const values = node.value === undefined ? [] : multipleValues(node.value).map(({ text }) => text);
  return (
    values.includes(value) ||
    (parameter?.allSpecifier !== undefined && values.includes(parameter.allSpecifier))
  );
}
