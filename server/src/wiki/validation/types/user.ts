import type { ValueNode } from '../../nodes.ts';
import { isSeveral } from '../../values/list.ts';
import { readUser, type UserKind } from '../../values/user.ts';
import { type Written, valueSpan } from '../check.ts';

const defaultKinds: readonly string[] = ['name', 'ip', 'cidr', 'interwiki'];

/** Checks for a user of one of the kinds that the parameter accepts; the account need not exist. */
export function checkUser({ check, parameter, name, node }: Written, value: ValueNode): void {
  const kinds = parameter.subtypes.length > 0 ? parameter.subtypes : defaultKinds;
  const kind = readUser(value.text, check.facts);
  if (kind !== undefined && takes(kinds, kind)) return;
  const span = value.text === '' ? valueSpan(node) : value.span;
  const unknown = isSeveral(value.text) ? 'baduser.several' : 'baduser';
  const message = kind === undefined ? unknown : (`baduser.${kind}` as const);
  check.error('baduser', span, { name, value: value.text, kinds: kinds.join(', ') }, { message });
}

/** To a wiki that knows no temporary accounts, their names are names as any other. */
const takes = (kinds: readonly string[], kind: UserKind): boolean =>
  kinds.includes(kind) || (kind === 'temp' && kinds.includes('name'));
