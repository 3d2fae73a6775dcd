import type { ValueNode } from '../nodes.ts';
import { multipleValues, singleValue } from '../values/list.ts';
import { checkBoolean } from './types/boolean.ts';
import { checkEnumeration } from './types/enumeration.ts';
import { checkInteger, checkLimit } from './types/integer.ts';
import { checkNamespace } from './types/namespace.ts';
import { checkText } from './types/text.ts';
import { checkTimestamp } from './types/timestamp.ts';
import { checkTitle } from './types/title.ts';
import { checkUser } from './types/user.ts';
import { checkCount } from './value-count.ts';
import { type Written, valueSpan } from './check.ts';

type TypeCheck = (written: Written, value: ValueNode) => void;

/** Types without an entry accept any text. */
const types: ReadonlyMap<string, TypeCheck> = new Map<string, TypeCheck>([
  ['boolean', checkBoolean],
  ['integer', checkInteger],
  ['limit', checkLimit],
  ['namespace', checkNamespace],
  ['string', checkText],
  ['text', checkText],
  ['password', checkText],
  ['timestamp', checkTimestamp],
  ['title', checkTitle],
  ['user', checkUser],
]);

/** Checks every value of a parameter by its type. */
export function checkValues(written: Written): void {
  const { parameter, text, node, check, name } = written;
  if (!parameter.multi) {
    if (text.startsWith('\u001F') && parameter.type !== 'boolean')
      check.error('badvalue', valueSpan(node), { name, value: '' }, { message: 'badvalue.separator' });
    else checkValue(written, node.value ? singleValue(node.value) : bareValue(written));
    return;
  }
  const values = node.value ? multipleValues(node.value) : [];
  checkCount(written, values);
  if (
    values.length === 1 &&
    parameter.allSpecifier !== undefined &&
    values[0]!.text === parameter.allSpecifier
  )
    return;
  for (const value of values) checkValue(written, value);
}

function checkValue(written: Written, value: ValueNode): void {
  const { type } = written.parameter;
  if (typeof type === 'string') types.get(type)?.(written, value);
  else checkEnumeration(written, value);
}

const bareValue = ({ node }: Written): ValueNode => ({ text: '', start: 0, end: 0, span: node.name.span });
