import { alwaysSentParameters } from '../always-sent.ts';
import { type Written, valueSpan } from './check.ts';

/** Another action is refused: this tool only reads. Other values of what it decides itself have no effect. */
export function checkAlwaysSent({ check, name, node, text }: Written): void {
  const value = alwaysSentParameters.get(name);
  if (value === text) return;
  if (name === 'action') check.error('foreign-action', valueSpan(node), { value: text });
  else if (value === null) check.warning('never-sent', node.span, { name }, { tags: ['unnecessary'] });
  else check.warning('forced-value', valueSpan(node), { name, value: text, forced: value ?? '' });
}
