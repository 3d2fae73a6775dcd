import { namespaces, readTitle } from '../world/titles.ts';
import type { Parameter } from './catalogue.ts';
import type { Reading } from './parameters.ts';
import { type Details, type ProblemCode, Failure, problem } from './problems.ts';
import type { JsonObject } from '../json.ts';
import { readTimestamp } from './timestamps.ts';

export type Value = string | number | boolean | readonly string[];

/** Where a value is, for what is reported about it. */
export interface Place {
  readonly module: string;
  readonly wireName: string;
  readonly reading: Reading;
}

/**
 * Checks one parameter's text by its type.
 * @returns `undefined` = not given and without a default
 * @throws Failure
 */
export function readValue(parameter: Parameter, sent: string | undefined, place: Place): Value | undefined {
  if (parameter.type === 'boolean') return sent !== undefined;
  if ('sensitive' in parameter && place.reading.inAddress.has(place.wireName)) fail(place, 'mustpostparams');
  if ('required' in parameter && (sent === undefined || sent === '')) fail(place, 'missingparam');
  if (sent === undefined) return presetOf(parameter);
  return 'multi' in parameter ? readMany(parameter, sent, place) : readOne(parameter, sent, place);
}

const fail = (place: Place, code: ProblemCode, details: Details = {}, data?: JsonObject): never => {
  throw new Failure(problem(place.module, code, { parameter: place.wireName, ...details }, data));
};

const warn = (
  { module, wireName, reading }: Place,
  code: ProblemCode,
  details: Details,
  data?: JsonObject,
): void => {
  reading.warnings.push(problem(module, code, { parameter: wireName, ...details }, data));
};

function presetOf(parameter: Parameter): Value | undefined {
  const preset = parameter.default;
  if (preset === undefined) return undefined;
  if (!('multi' in parameter)) return parameter.type === 'namespace' ? String(preset) : preset;
  if (preset === '') return [];
  return String(preset) === parameter.allspecifier ? choices(parameter) : String(preset).split('|');
}

/** The values that a parameter can take; a text type can take any. */
function choices({ type, extranamespaces }: Parameter): readonly string[] {
  if (type === 'namespace')
    return namespaces
      .map(({ id }) => id)
      .filter(id => id >= 0 || extranamespaces?.includes(id))
      .map(String);
  return Array.isArray(type) ? type : [];
}

/** The actions of a log are checked by the module itself: its values hold wildcards. */
const isChoice = ({ type }: Parameter): boolean =>
  type === 'namespace' || (Array.isArray(type) && !type.some(value => value.endsWith('/*')));

function readMany(parameter: Parameter, sent: string, place: Place): readonly string[] {
  if (sent === '') return [];
  const parts = sent.startsWith('\u001f') ? sent.slice(1).split('\u001f') : sent.split('|');
  const limit = (place.reading.highLimits ? parameter.highlimit : parameter.lowlimit) ?? 50;
  const all = parameter.allspecifier;
  if (all !== undefined && sent === all) return isChoice(parameter) ? choices(parameter) : [all];
  if (parts.length > limit) {
    const { lowlimit = 50, highlimit = 500 } = parameter;
    fail(place, 'toomanyvalues', { max: limit }, { parameter: place.wireName, limit, lowlimit, highlimit });
  }
  const values = 'allowsduplicates' in parameter ? parts : [...new Set(parts)];
  if (!isChoice(parameter)) return values.map(part => String(readOne(parameter, part, place)));
  const allowed = choices(parameter);
  const unknown = values.filter(value => !allowed.includes(value));
  if (unknown.length > 0)
    warn(place, 'unrecognizedvalues', { value: unknown.join(', ') }, { values: unknown });
  const kept = values.filter(value => allowed.includes(value));
  for (const value of kept) warnDeprecated(parameter, value, place);
  return kept;
}

function readOne(parameter: Parameter, sent: string, place: Place): string | number {
  if (sent.startsWith('\u001f')) fail(place, 'badvalue', { value: sent });
  if (isChoice(parameter)) {
    if (!choices(parameter).includes(sent)) fail(place, 'badvalue', { value: sent });
    warnDeprecated(parameter, sent, place);
    return sent;
  }
  if (parameter.type === 'integer') return withinRange(parameter, integer(sent, place), place);
  if (parameter.type === 'limit') return limitOf(parameter, sent, place);
  if (parameter.type === 'timestamp') return timestamp(sent, place);
  if (parameter.type === 'user' && !isUser(sent)) fail(place, 'baduser', { value: sent });
  if (parameter.type === 'title' && readTitle(sent).kind === 'invalid')
    fail(place, 'badtitle', { value: sent });
  return sent;
}

/** A deprecated module is reported by itself, not as a value of `list`. */
function warnDeprecated({ deprecatedvalues }: Parameter, value: string, place: Place): void {
  if (place.module === 'query') return;
  const feature = `${place.wireName}=${value}`;
  if (deprecatedvalues?.includes(value))
    warn(place, 'deprecation', { parameter: feature }, { feature: `action=query&${feature}` });
}

function integer(sent: string, place: Place): number {
  if (!/^[+-]?\d+$/u.test(sent)) fail(place, 'badinteger', { value: sent });
  return Number(sent);
}

function withinRange({ min, max, highmax }: Parameter, value: number, place: Place): number {
  const least = min ?? Number.NEGATIVE_INFINITY;
  const most = (place.reading.highLimits ? highmax : undefined) ?? max ?? Number.POSITIVE_INFINITY;
  if (value >= least && value <= most) return value;
  const data = {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { curmax: most, max, highmax: highmax ?? max }),
  };
  warn(place, 'outofrange', { value, min: least, max: most }, data);
  return Math.min(Math.max(value, least), most);
}

function limitOf(parameter: Parameter, sent: string, place: Place): number {
  const highest = (place.reading.highLimits ? parameter.highmax : undefined) ?? parameter.max ?? 500;
  if (sent !== 'max') return withinRange(parameter, integer(sent, place), place);
  place.reading.limits.set(place.module, highest);
  return highest;
}

function timestamp(sent: string, place: Place): number {
  if (sent === '' || sent === '0') warn(place, 'unclearnowtimestamp', { value: sent });
  return readTimestamp(sent, place.reading.now) ?? fail(place, 'badtimestamp', { value: sent });
}

const isUser = (text: string): boolean => text !== '' && !/[[\]<>{}|]|^#(?!\d+$)/u.test(text);
