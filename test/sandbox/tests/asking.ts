import { fetchJson } from '../../support/fetch-json.ts';
import { type JsonObject, isList, isObject } from '../json.ts';

interface Reported {
  readonly code: string;
  readonly module: string;
}

/** An answer of the API in the newer format. */
export interface Answer {
  readonly query?: JsonObject;
  readonly continue?: Readonly<Record<string, string | number>>;
  readonly batchcomplete?: true;
  readonly errors?: readonly Reported[];
  readonly warnings?: readonly Reported[];
  readonly limits?: Readonly<Record<string, number>>;
}

const form = { action: 'query', format: 'json', formatversion: '2', errorformat: 'plaintext' };

export type Fields = Readonly<Record<string, string | number>>;

function encoded(fields: Fields): string {
  const all: Fields = { ...form, ...fields };
  return new URLSearchParams(
    Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Asks once. */
export const ask = (url: string, fields: Fields): Promise<Answer> => fetchJson(`${url}?${encoded(fields)}`);

/** Asks until nothing continues, at most 200 times; every answer in order. */
export async function answers(url: string, fields: Fields): Promise<Answer[]> {
  const all: Answer[] = [];
  let next: Answer['continue'] = {};
  while (next && all.length < 200) {
    const answer = await ask(url, { ...fields, ...next });
    all.push(answer);
    next = answer.continue;
  }
  return all;
}

/** The results in a response: rows of lists, pages, or the members of a part. */
export function rowsOf({ query = {} }: Answer): readonly unknown[] {
  return Object.values(query).flatMap((part): readonly unknown[] => {
    if (isList(part)) return part;
    if (!isObject(part)) return [];
    const { results } = part;
    return isList(results) ? results : Object.keys(part);
  });
}

export const everything = async (url: string, fields: Fields): Promise<readonly unknown[]> =>
  (await answers(url, fields)).flatMap(rowsOf);
