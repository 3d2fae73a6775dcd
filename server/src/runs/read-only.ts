/** Whether a request only reads: agents may send no other. */
import { shorten } from '#shared/base/shorten.ts';
import type { Values } from '#shared/base/text/wording.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { RunRequest } from '#shared/protocol/request.ts';

/** UTF-16 units of a name that are shown. */
const maxNameLength = 100;

/** Names and values that ask for a token: it would let its owner write. */
const token = /token/i;
/** The parameters whose values are names of modules or of properties. */
const asking = /^(?:meta|prop|list|generator)$|prop$/;

/** Other names reach the wiki as another one (PHP changes them), or as a list. */
const usualName = /^[\w-]+$/;

/** Why a request may do more than read. */
export interface WritingProblem {
  readonly code: 'parameter-name' | 'only-reading' | 'token';
  readonly arguments: Values;
}

/** Why a request may do more than read, or its response let anybody write; `undefined` = it only reads. */
export function writingProblem(request: RunRequest['request']): WritingProblem | undefined {
  if (request.kind === 'tracker') return undefined;
  const { parameters } = request;
  const unusual = parameters.find(([name]) => !usualName.test(name));
  if (unusual !== undefined)
    return { code: 'parameter-name', arguments: { name: visibleLine(shorten(unusual[0], maxNameLength)) } };
  const actions = parameters.filter(([name]) => name === 'action').map(([, value]) => value);
  if (actions.length !== 1 || actions[0] !== 'query') return { code: 'only-reading', arguments: {} };
  const asksToken = parameters.some(
    ([name, value]) => token.test(name) || (asking.test(name) && token.test(value)),
  );
  return asksToken || request.token !== undefined ? { code: 'token', arguments: {} } : undefined;
}
