import { alwaysSentParameters } from '../common/always-sent.ts';
import type { ActiveModule } from './model.ts';

/** Whether wikijql decides the value of a parameter, whatever the file says. */
export const isAlwaysSent = (active: ActiveModule, name: string): boolean =>
  (active.role === 'main' || active.role === 'action' || active.role === 'format') &&
  alwaysSentParameters.has(name);
