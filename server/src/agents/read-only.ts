import type { RunRequest } from '../remote/remote.ts';
import { shorten } from '../common/shorten.ts';
import { visibleLine } from '../common/visible-text.ts';
import { Refusal } from './refusal.ts';

/** UTF-16 units of a name that are shown. */
const longestName = 100;

/** Names and values that ask for a token: it would let its owner write. */
const token = /token/i;
/** The parameters whose values are names of modules or of properties. */
const asking = /^(?:meta|prop|list|generator)$|prop$/;

/** Other names reach the wiki as another one (PHP changes them), or as a list. */
const usualName = /^[\w-]+$/;

/** @throws Refusal unless a request only reads, and nothing in its response lets anybody write */
export function mustOnlyRead(request: RunRequest['request']): void {
  if (request.kind === 'tracker') return;
  const actions = request.parameters.filter(([name]) => name === 'action').map(([, value]) => value);
  const odd = request.parameters.find(([name]) => !usualName.test(name));
  if (odd !== undefined)
    throw new Refusal('parameter-name', {}, { name: visibleLine(shorten(odd[0], longestName)) });
  if (actions.length !== 1 || actions[0] !== 'query') throw new Refusal('only-reading');
  const asksToken = request.parameters.some(
    ([name, value]) => token.test(name) || (asking.test(name) && token.test(value)),
  );
  if (asksToken || request.token !== undefined) throw new Refusal('token');
}
