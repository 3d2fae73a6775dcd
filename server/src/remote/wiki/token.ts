import { withDefaults } from './request.ts';
import { isObject, textOf, type JsonObject } from '../json.ts';

/** The parameters to request a token of a type (`csrf`, `patrol`, …). */
export function tokenParameters(type: string): ReadonlyMap<string, string> {
  return withDefaults([
    ['meta', 'tokens'],
    ['type', type],
  ]);
}

/** The token in the response; empty = none. */
export function tokenIn(answer: JsonObject, type: string): string {
  const query = answer['query'];
  const tokens = isObject(query) ? query['tokens'] : undefined;
  return isObject(tokens) ? textOf(tokens[`${type}token`]) : '';
}
