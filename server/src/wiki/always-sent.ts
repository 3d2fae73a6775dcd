import forced from '../../catalogue/wiki/always-sent.json' with { type: 'json' };
import type { ActiveModule } from './model.ts';

/** Parameters whose value this tool decides, so that it can read the answer; null = never sent. */
export const alwaysSentParameters: ReadonlyMap<string, string | null> = new Map(Object.entries(forced));

/** True for a name that keeps what this tool gives it, whatever the file says. */
export const isAlwaysSent = (active: ActiveModule, name: string): boolean =>
  (active.role === 'main' || active.role === 'action' || active.role === 'format') &&
  alwaysSentParameters.has(name);
