import table from './formatversion1.json' with { type: 'json' };
import { type Json, type JsonObject, isList, isObject } from '../json.ts';

const starred = new Map<string, string>(Object.entries(table.starred));

/**
 * An answer as formatversion=1 has it: true is an empty string and false is absent, pages are by id,
 * warnings and main texts are under `*`.
 */
export function olderFormat(answer: JsonObject): JsonObject {
  const { warnings, query, ...rest } = answer;
  const older: Record<string, Json> = { ...plainObject(rest, '') };
  if (isObject(warnings))
    older['warnings'] = Object.fromEntries(
      Object.entries(warnings).map(([module, value]) => [
        module,
        { '*': isObject(value) ? (value['warnings'] ?? '') : '' },
      ]),
    );
  else if (warnings !== undefined) older['warnings'] = plain(warnings, 'warnings');
  if (isObject(query)) {
    const { pages, ...others } = query;
    older['query'] = {
      ...plainObject(others, ''),
      ...(isList(pages) ? { pages: byId(pages) } : {}),
    };
  }
  return older;
}

function byId(pages: readonly Json[]): JsonObject {
  let missing = 0;
  return Object.fromEntries(
    pages.filter(isObject).map(page => {
      const id = page['pageid'];
      if (typeof id !== 'number') missing -= 1;
      return [String(typeof id === 'number' ? id : missing), plainObject(page, '')];
    }),
  );
}

function plain(value: Json, key: string): Json {
  if (isList(value)) return value.map(item => plain(item, key));
  if (!isObject(value)) return value;
  const object = plainObject(value, key);
  const isNumbered = table.lists.includes(key) || Object.keys(object).length === 0;
  return isNumbered ? Object.values(object) : object;
}

/** @param key the member that holds the object; members named by numbers take the rules of their holder */
function plainObject(value: JsonObject, key: string): JsonObject {
  const renamed = starred.get(key);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== false || table.kept.includes(name))
      .map(([name, member]) => [
        name === renamed ? '*' : name,
        member === true
          ? ''
          : plain(member, /^-?\d+$/u.test(name) && !table.lists.includes(key) ? key : name),
      ]),
  );
}

/** The reasons of invalid titles as plain texts, which the older form of errors goes with. */
export function withBriefReasons(answer: JsonObject): JsonObject {
  const { query } = answer;
  const pages = isObject(query) ? query['pages'] : undefined;
  if (!isObject(query) || !isList(pages)) return answer;
  const brief = pages.map(page => {
    const reason = isObject(page) ? page['invalidreason'] : undefined;
    return isObject(page) && isObject(reason) ? { ...page, invalidreason: reason['text'] ?? '' } : page;
  });
  return { ...answer, query: { ...query, pages: brief } };
}
