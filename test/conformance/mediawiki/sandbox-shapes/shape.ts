import { type Json, isList, isObject } from '../../../sandbox/json.ts';

/** The values seen at one path of a response. */
interface Place {
  /** `string`, `number`, `boolean`, `null`, `object`, `array`. */
  readonly types: Set<string>;
  /** How often something stood there. */
  count: number;
  /** True where an empty text stood there: in the older format that is true, and false is absent. */
  flag: boolean;
}

/** The places of an answer, by path: `query.pages[].title`. */
export type Shape = ReadonlyMap<string, Place>;

/** Objects whose members are named by data, not by the format: their members are written `*`. */
const openPaths = [
  /^query\.(?:pages|namespaces|languageinfo|defaultoptions|languagevariants|badrevids|redirects)$/u,
  /^query\.general\.(?:imagelimits|thumblimits|magiclinks)$/u,
  /^query\.userinfo\.(?:options|ratelimits|theoreticalratelimits)$/u,
  /\.(?:pageprops|varianttitles|extmetadata|ratelimits|options|actions|centralids|attachedlocal)$/u,
];

/** The shape of an answer: the kinds of values at every path, over all rows. */
export function shapeOf(answer: Json): Shape {
  const shape = new Map<string, Place>();
  visit(answer, '', shape);
  return shape;
}

function visit(value: Json, path: string, shape: Map<string, Place>): void {
  const place = shape.get(path) ?? { types: new Set(), count: 0, flag: false };
  place.types.add(kindOf(value));
  place.count += 1;
  place.flag ||= value === '';
  shape.set(path, place);
  if (isList(value)) for (const item of value) visit(item, `${path}[]`, shape);
  else if (isObject(value)) {
    const isOpen = openPaths.some(pattern => pattern.test(path));
    for (const [name, member] of Object.entries(value))
      visit(member, `${path === '' ? '' : `${path}.`}${isOpen ? '*' : name}`, shape);
  }
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return isList(value) ? 'array' : typeof value;
}

const parentOf = (path: string): string =>
  path.endsWith('[]') ? path.slice(0, -2) : path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Members that are in an answer only where they are true: which rows have them is a matter of data. */
const onlyWhereTrue = /\.(?:new|redirect|missing|invalid|anon|special)$/u;

const isAlways = (shape: Shape, path: string): boolean =>
  (shape.get(path)?.count ?? 0) >= (shape.get(parentOf(path))?.count ?? 1);

/**
 * Differences of a sandbox response from the real wiki's: a member that is never there, another type of value, or a
 * missing member that the real wiki has on every row.
 * @returns `path: what`, empty where the shapes agree
 */
export function differences(sandbox: Shape, real: Shape): string[] {
  const extra = [...sandbox].flatMap(([path, { types }]) => {
    const known = real.get(path);
    if (!known)
      return real.has(parentOf(path)) && hasItems(real, parentOf(path), path)
        ? [`${path}: not in the real wiki`]
        : [];
    const other = [...types].filter(type => !known.types.has(type));
    return other.length > 0 ? [`${path}: ${other.join(', ')} for ${[...known.types].join(', ')}`] : [];
  });
  const missing = [...real.keys()].flatMap(path => {
    const parent = parentOf(path);
    const expected =
      isAlways(real, path) && !onlyWhereTrue.test(path) && sandbox.has(parent) && !path.endsWith('[]');
    return expected && !isAlways(sandbox, path) ? [`${path}: missing in the sandbox`] : [];
  });
  return [...extra, ...missing];
}

/** An empty array says nothing about its items. */
const hasItems = (shape: Shape, parent: string, path: string): boolean =>
  !path.endsWith('[]') || shape.has(`${parent}[]`);
