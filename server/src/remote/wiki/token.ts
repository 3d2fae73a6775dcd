import { withDefaults } from './request.ts';
import { isObject, textOf, type JsonObject } from '../json.ts';

/** The parameters that ask for a token of a type (`csrf`, `patrol`, …). */
export function tokenParameters(type: string): ReadonlyMap<string, string> {
  return withDefaults([
    ['meta', 'tokens'],
    ['type', type],
  ]);
}

/** The token in the answer to them; empty = the wiki gave none. */
export function tokenIn(answer: JsonObject, type: string): string {
  const query = answer['query'];
  const tokens = isObject(query) ? query['tokens'] : undefined;
  return isObject(tokens) ? textOf(tokens[`${type}token`]) : '';
}
