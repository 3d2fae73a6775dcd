import type { Call } from './call.ts';
import type { JsonObject } from '../json.ts';

/** A meta module: members of `query`, and what continues them. */
export interface MetaModule {
  readonly name: string;
  answer(call: Call): {
    readonly members: JsonObject;
    readonly next?: Readonly<Record<string, string | number>>;
  };
}
