import type { ValueNode } from '../../nodes.ts';
import type { Written } from '../check.ts';

/** Free text is only wrong if it is required and empty. */
export function checkText({ check, name, parameter, node }: Written, value: ValueNode): void {
  if (value.text === '' && parameter.required && !parameter.multi)
    check.error('missingparam', node.name.span, { name }, { message: 'missingparam.empty' });
}
