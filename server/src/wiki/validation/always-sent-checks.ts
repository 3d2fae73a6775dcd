import { alwaysSentParameters } from '../../common/always-sent.ts';
import type { WikiMessage } from '../message.ts';
import { type Written, valueSpan } from './check.ts';

/** Reports another action than `query`, and what has no effect because wikijql decides it itself. */
export function checkAlwaysSent({ check, name, node, text }: Written): void {
  const value = alwaysSentParameters.get(name);
  if (value === text) return;
  if (name === 'action') check.error('foreign-action', valueSpan(node), { value: text });
  else if (value === null) check.hint('never-sent', node.span, { name }, unused(`never-sent.${name}`));
  else
    check.hint(
      'forced-value',
      node.span,
      { name, value: text, forced: value ?? '' },
      unused(`forced-value.${name}`),
    );
}

const unused = (message: WikiMessage) => ({ message, tags: ['unnecessary'] as const });
