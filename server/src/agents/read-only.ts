import type { RunRequest } from '../remote/remote.ts';
import { Refusal } from './refusal.ts';

/** Names and values that ask for a token: it would let its owner write. */
const token = /token/i;
/** The parameters whose values are names of modules or of properties. */
const asking = /^(?:meta|prop|list|generator)$|prop$/;

/** @throws Refusal unless a request only reads, and nothing in its response lets anybody write */
export function mustOnlyRead(request: RunRequest['request']): void {
  if (request.kind === 'tracker') return;
  const actions = request.parameters.filter(([name]) => name === 'action').map(([, value]) => value);
  if (actions.length !== 1 || actions[0] !== 'query') throw new Refusal('only-reading');
  const asksToken = request.parameters.some(
    ([name, value]) => token.test(name) || (asking.test(name) && token.test(value)),
  );
  if (asksToken || request.token !== undefined) throw new Refusal('token');
}
