/** Checks the names of fields and functions. */
import {
  type FieldEntry,
  type JqlFunction,
  type Platform,
  entryOf,
  functionOf,
  nameOf,
} from '../catalogue/catalogue.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { FunctionCall } from '../syntax/tree/operands.ts';
import { holdsLookAlike, withLatinLetters } from '../mistakes/look-alikes.ts';
import { foreignFunction, otherFieldName } from '../mistakes/foreign-words.ts';
import type { Check } from './jql-check.ts';

/**
 * Returns the catalogue's entry of a field; reports an unknown field, or one that the site's platform does not have.
 */
export function checkField(check: Check, field: Field): FieldEntry | undefined {
  const entry = entryOf(check.knowledge.catalogue, field);
  if (entry === undefined) checkUnknownField(check, field);
  else checkPlatform(check, field, entry);
  return entry;
}

/** Reports an unknown field. */
export function checkUnknownField(check: Check, field: Field): void {
  if (field.form === 'number' || check.hasUndefinedVariable(field)) return;
  const name = nameOf(field);
  if (field.properties.length > 0 || name === '') return;
  if (holdsLookAlike(name) || check.isBroken(field)) return;
  const latinName = withLatinLetters(name);
  if (latinName !== name && check.knowledge.catalogue.field(latinName) !== undefined) {
    check.warning(
      'unknown-field',
      field.nameSpan,
      { name, nearest: latinName },
      { message: 'unknown-field.letters' },
    );
    return;
  }
  const otherName = customFieldName(name) ?? otherFieldName(name) ?? withoutColon(check, field, name);
  const nearest = otherName ?? nearestField(check, field, name);
  const isQuoted = field.form === 'quoted';
  if (
    nearest === undefined &&
    !check.knowledge.catalogue.complete &&
    (isQuoted || !check.isFirstUnknown(name))
  )
    return;
  // Custom fields mostly begin with a capital: “Label” is more likely one of them than “labels” misspelled.
  const isSure =
    (otherName !== undefined && !/^\p{Lu}/u.test(name)) || (nearest !== undefined && isTypo(name, nearest));
  reportUnknown(check, 'unknown-field', field, { name, nearest, isSure });
}

/** The minimum length of a name for suggestions: shorter ones resemble too many others. */
const minSuggestedLength = 3;
const words = /[\s_-]+/;

/**
 * Returns the field whose name is most likely misspelled; undefined where the name is more likely one of
 * the tracker's own: of one or two letters, in another script, with a type in brackets after it, or of several words
 * unless the field has as many.
 */
export function nearestField(check: Check, { form }: Field, name: string): string | undefined {
  if (name.length < minSuggestedLength || !/^[\w\s.-]+$/.test(name)) return undefined;
  const count = name.split(words).length;
  const isPhrase = form === 'quoted' && count > 1;
  const names = isPhrase
    ? Array.from(fieldNames(check)).filter(fieldName => fieldName.split(words).length === count)
    : fieldNames(check);
  return check.suggest(name, names);
}

/** The maximum number of wrong letters in a function's name: names of functions have similar endings. */
const maxWrongLetters = 2;

/** Returns the name in queries of a custom field that has its REST API name; undefined = any other name. */
function customFieldName(name: string): string | undefined {
  const number = /^(?:customfield_|cf_?(?=\d{5}))(\d+)$/i.exec(name)?.[1];
  return number === undefined ? undefined : `cf[${number}]`;
}

/** Returns the known field in `status:= Open`; undefined = any other name. */
function withoutColon(
  { knowledge: { catalogue } }: Check,
  { form }: Field,
  name: string,
): string | undefined {
  const fieldName = form === 'quoted' ? undefined : /^([^:]+):$/.exec(name)?.[1];
  return fieldName === undefined || catalogue.field(fieldName) === undefined ? undefined : fieldName;
}

function* fieldNames({ knowledge: { catalogue } }: Check): Iterable<string> {
  for (const { name, aliases, form } of catalogue.fields) {
    if (form === undefined) yield name;
    yield* aliases;
  }
}

interface UnknownName {
  readonly name: string;
  /** The name that is probably meant. */
  readonly nearest: string | undefined;
  /** The name is more likely misspelled than one that the tracker has. */
  readonly isSure: boolean;
}

function reportUnknown(
  check: Check,
  code: 'unknown-field' | 'unknown-function',
  node: Field | FunctionCall,
  { name, nearest, isSure }: UnknownName,
): void {
  const { complete } = check.knowledge.catalogue;
  const span = node.kind === 'field' ? node.nameSpan : node.name.span;
  const args = { name, ...(nearest !== undefined && { nearest }) };
  const unexplained = complete ? (`${code}.site` as const) : code;
  const message = nearest === undefined ? unexplained : (`${code}.nearest` as const);
  if (complete || isSure) check.warning(code, span, args, { message });
  else
    check.report('information', code, span, args, { message, oncePerFile: `${code} ${name.toLowerCase()}` });
}

/**
 * True where a name is more likely misspelled than one of the tracker's own: it has one wrong letter, two that changed
 * places, or is written together, and not just another ending. “Label”, “Approver” and “Task Type” are names that
 * trackers have.
 */
function isTypo(name: string, nearest: string): boolean {
  const [written, right] = [name, nearest].map(text => text.toLowerCase().split(words));
  if (written === undefined || right === undefined) return false;
  if (written.join('') === right.join('')) return true;
  if (written.length !== right.length) return false;
  return written.every((word, index) => isTypoOf(word, right[index] ?? ''));
}

function isTypoOf(word: string, right: string): boolean {
  if (word === right) return true;
  let from = 0;
  while (from < word.length && word[from] === right[from]) from++;
  let same = 0;
  while (same < Math.min(word.length, right.length) - from && word.at(-1 - same) === right.at(-1 - same))
    same++;
  const [wrong, expected] = [word.slice(from, word.length - same), right.slice(from, right.length - same)];
  const isSwapped = wrong.length === 2 && expected.length === 2 && wrong[0] === expected[1];
  const isEnding = same === 0;
  return isSwapped || (!isEnding && wrong.length <= 1 && expected.length <= 1 && right.length > 3);
}

/**
 * True for `openSprint` and `openSprints`: only the “s” of a plural differs. An app may have a function of the written
 * name, so this is no sure mistake, but the other name is offered.
 */
const differsOnlyInPlural = (name: string, other: string): boolean =>
  withoutLetterS(name) === withoutLetterS(other);

const withoutLetterS = (name: string): string => name.toLowerCase().replaceAll('s', '');

/** Reports a field that the site's platform does not have, or replaces by another one. */
export function checkPlatform(check: Check, field: Field, entry: FieldEntry): void {
  const { platform } = check.knowledge;
  if (platform === undefined) return;
  const name = nameOf(field);
  // A site's description of a field does not include the names that only the other platform has for it.
  const isCloudName =
    platform === 'datacenter' &&
    entry.cloud.aliases.some(alias => alias.toLowerCase() === name.toLowerCase());
  if (isCloudName) reportPlatform(check, field.nameSpan, name, platform);
  if (isCloudName || entry.isFromSite) return;
  if (platform === 'cloud' && entry.replacedBy !== undefined)
    check.warning(
      'deprecated-field',
      field.nameSpan,
      { name, replacement: entry.replacedBy },
      { tags: ['deprecated'] },
    );
  else if (!entry.on.includes(platform)) reportPlatform(check, field.nameSpan, name, platform);
}

const reportPlatform = (check: Check, span: Field['nameSpan'], name: string, platform: Platform): void =>
  check.warning('other-platform', span, { name }, { message: `other-platform.${platform}` });

/**
 * Returns the catalogue's entry of a function; reports an unknown function, or one that the site's platform does not
 * have.
 */
export function checkFunctionName(check: Check, call: FunctionCall): JqlFunction | undefined {
  const { knowledge } = check;
  const entry = functionOf(knowledge.catalogue, call.name);
  if (entry === undefined) {
    if (check.hasUndefinedVariable(call.name) || check.isBroken(call.name)) return undefined;
    const { text } = call.name;
    const to = call.arguments.length === 0 ? foreignFunction(text) : undefined;
    if (to !== undefined) {
      check.warning('foreign-syntax', call.span, { written: `${text}()`, to });
      return undefined;
    }
    const names = knowledge.catalogue.functions.map(({ name }) => name);
    const similar =
      text.length < minSuggestedLength ? undefined : check.suggest(text, names, maxWrongLetters);
    const isSure = similar !== undefined && isTypo(text, similar);
    const nearest =
      similar !== undefined && (isSure || differsOnlyInPlural(text, similar)) ? similar : undefined;
    if (nearest !== undefined || knowledge.catalogue.complete || check.isFirstUnknown(`${text}()`))
      reportUnknown(check, 'unknown-function', call, { name: text, nearest, isSure });
    return undefined;
  }
  const { platform } = knowledge;
  if (platform === undefined) return entry;
  const { text, span } = call.name;
  const isCloudName = entry.cloudName?.toLowerCase() === text.toLowerCase();
  if ((!entry.on.includes(platform) && !entry.isFromSite) || (isCloudName && platform === 'datacenter'))
    reportPlatform(check, span, text, platform);
  return entry;
}
