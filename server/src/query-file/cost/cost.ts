/** The cost of a run in requests and rows, and its sentences. */
import texts from '../../../catalogue/messages/cost.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { isReference, usesIn } from '../variables.ts';

const say = wordingOf(texts);

/** Something that makes a run longer or shorter than its number of requests says, by a key of the table of texts. */
export interface CostNote {
  readonly key: Exclude<keyof typeof texts, `requests.${string}` | 'rows'>;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The requests and rows of a run, as far as they are known before it. */
export interface Cost {
  /** The rows that are fetched at first; Infinity = all that there are, absent = the result is not a list of rows. */
  readonly rows?: number;
  /** The most rows of one request. */
  readonly perRequest?: number;
  /** The most rows of one request of an account with the right to high limits, where that is another number. */
  readonly perRequestHigh?: number;
  /** The number of requests; Infinity = until all rows are fetched. */
  readonly requests: number;
  readonly notes: readonly CostNote[];
}

/** How many requests a minute a site accepts from who asks; 0 = any number. */
export interface Pace {
  readonly tier: 'unidentified' | 'identified';
  readonly perMinute: number;
  /** How many it accepts from the next tier. */
  readonly next: number;
}

/** A cost with how long a run takes at least, where it makes more requests than a site accepts in a minute. */
export function withPace(cost: Cost, pace: Pace | undefined): Cost {
  if (pace === undefined || pace.perMinute === 0 || cost.requests <= pace.perMinute) return cost;
  const values = { each: pace.perMinute, next: pace.next };
  const note: CostNote =
    cost.requests === Infinity
      ? { key: `pace.${pace.tier}`, values }
      : {
          key: `minutes.${pace.tier}`,
          values: { ...values, minutes: Math.ceil(cost.requests / pace.perMinute) - 1 },
        };
  return { ...cost, notes: [...cost.notes, note] };
}

/**
 * A cost with what the rows of other queries add to it, where their columns are values of the query.
 *
 * @param text the query as written
 * @param most how many values one request takes where a column is used
 * @param ofMany what takes many values where a column is used, if the query has it for one at a time
 */
export function withChain(
  cost: Cost,
  text: string,
  most: (name: string) => number,
  ofMany: (name: string) => string | undefined = () => undefined,
): Cost {
  const references = new Set(
    usesIn(text, 0, text.length).flatMap(({ name }) => (isReference(name) ? name : [])),
  );
  const notes = [...references].flatMap((name): CostNote[] => {
    const values = most(name);
    const [query = ''] = name.split('.');
    const instead = ofMany(name);
    return [
      { key: values === 1 ? 'chain.each' : 'chain.several', values: { name, query, values } },
      ...(instead === undefined ? [] : [{ key: 'chain.instead' as const, values: { instead } }]),
    ];
  });
  return notes.length === 0 ? cost : { ...cost, notes: [...notes, ...cost.notes] };
}

/** The requests for a number of rows, each with a fixed number of them. */
export const requestsFor = (rows: number, perRequest: number): number =>
  rows === Infinity ? Infinity : Math.max(1, Math.ceil(rows / perRequest));

/** The requests for a number of rows where each asks for twice as many as the one before, from `first` to `largest`. */
export function growingRequests(rows: number, first: number, largest: number): number {
  if (rows === Infinity) return Infinity;
  let requests = 0;
  for (let size = first, here = 0; here < rows; size = Math.min(largest, size * 2)) {
    if (size === largest) return requests + requestsFor(rows - here, largest);
    here += size;
    requests++;
  }
  return Math.max(1, requests);
}

/** A number as people read it: 5,000. */
const formatNumber = (number: number): string => number.toLocaleString('en-US');

/** A cost as plain sentences. */
export function costInWords({ rows, perRequest, perRequestHigh, requests, notes }: Cost): readonly string[] {
  const values = {
    requests: formatNumber(requests),
    rows: rows === undefined ? '' : formatNumber(rows),
    each: perRequest === undefined ? '' : formatNumber(perRequest),
    high: perRequestHigh === undefined ? '' : formatNumber(perRequestHigh),
  };
  const isLonger = notes.some(({ key }) => key.startsWith('propertyPages'));
  const sentence = sentenceOf({ rows, perRequest, perRequestHigh, requests }, isLonger);
  return [say(sentence, values), ...notes.map(noteInWords)];
}

type Counts = { [Key in 'rows' | 'perRequest' | 'perRequestHigh']: Cost[Key] | undefined } & Pick<
  Cost,
  'requests'
>;

/** @param isLonger the number of requests can grow by what the notes say */
function sentenceOf(
  { rows, perRequest, perRequestHigh, requests }: Counts,
  isLonger: boolean,
): keyof typeof texts {
  if (requests === 1 && isLonger)
    return (rows ?? 1) === 1 ? 'requests.atLeastOne' : 'requests.atLeastOneForRows';
  if (rows === undefined) return requests === 1 ? 'requests.one' : 'requests.several';
  if (perRequest === undefined) return 'requests.growing';
  const high = perRequestHigh === undefined ? '' : '.high';
  if (requests === Infinity)
    return perRequest === 1 && high === '' ? 'requests.allByOne' : `requests.all${high}`;
  if (requests > 1) return `requests.severalForRows${high}`;
  return rows === 1 ? 'requests.oneForRow' : 'requests.oneForRows';
}

const noteInWords = ({ key, values = {} }: CostNote): string =>
  say(
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(value) : value,
      ]),
    ),
  );
