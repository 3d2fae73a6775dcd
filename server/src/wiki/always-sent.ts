import forced from '../../catalogue/wiki/always-sent.json' with { type: 'json' };
import type { ActiveModule } from './model.ts';

/** Parameters whose value wikijql decides, so that it can read the response; null if it never sends them. */
export const alwaysSentParameters: ReadonlyMap<string, string | null> = new Map(Object.entries(forced));

/** Whether wikijql decides the value of a parameter, whatever the file says. */
export const isAlwaysSent = (active: ActiveModule, name: string): boolean =>
  (active.role === 'main' || active.role === 'action' || active.role === 'format') &&
  alwaysSentParameters.has(name);
