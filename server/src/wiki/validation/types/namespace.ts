import type { ValueNode } from '../../nodes.ts';
import { namespaceOf } from '../../values/title.ts';
import { type Written, valueSpan } from '../check.ts';

/** Checks for the id of a namespace. If those of the wiki are not known, every number from 0 can be one. */
export function checkNamespace({ check, parameter, name, node }: Written, value: ValueNode): void {
  if (/^[+-]?\d+$/.test(value.text)) {
    const id = Number(value.text);
    const known = check.facts.namespaces;
    if (parameter.extraNamespaces.includes(id) || (id >= 0 && (known === undefined || known.has(id)))) return;
  }
  const code = parameter.multi ? 'unrecognizedvalues' : 'badvalue';
  const id = namespaceOf(value.text, check.facts);
  const span = value.text === '' ? valueSpan(node) : value.span;
  const message = id === undefined ? (`${code}.namespace` as const) : (`${code}.namespaceName` as const);
  check.report(
    parameter.multi ? 'warning' : 'error',
    code,
    span,
    { name, value: value.text, ...(id !== undefined && { nearest: String(id) }) },
    { message },
  );
}
