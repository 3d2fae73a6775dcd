import { type Module, modules } from './catalogue.ts';
import { type Json, type JsonObject, isList, isObject } from '../json.ts';
import type { Parameters } from './parameters.ts';

/** Answers `action=paraminfo` from the catalogue: `modules` are paths, `query+*` are all submodules of query. */
export function answerParamInfo(parameters: Parameters): JsonObject {
  const paths = [
    ...(parameters.list('modules') ?? []),
    ...(parameters.list('querymodules') ?? []).map(name => `query+${name}`),
  ];
  const found = new Set(paths.flatMap(path => modules.filter(module => matches(module, path))));
  return {
    paraminfo: { helpformat: parameters.text('helpformat') ?? 'none', modules: [...found].map(asNewer) },
  };
}

function matches({ path }: Module, wanted: string): boolean {
  if (wanted.endsWith('+*'))
    return (
      path.startsWith(wanted.slice(0, -1)) || (wanted === 'main+*' && !path.includes('+') && path !== 'main')
    );
  if (wanted.endsWith('+**')) return path.startsWith(wanted.slice(0, -2));
  return path === wanted;
}

const flags = new Set([
  'readrights',
  'writerights',
  'mustbeposted',
  'generator',
  'internal',
  'deprecated',
  'multi',
  'required',
  'sensitive',
  'allowsduplicates',
  'dynamicparameters',
  'enforcerange',
]);

/** The catalogue holds flags as formatversion 1 does, present and empty; the newer form has booleans. */
const asNewer = (module: Module): Json => newer(JSON.parse(JSON.stringify(module)));

function newer(value: Json): Json {
  if (isList(value)) return value.map(newer);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      flags.has(name) && member === '' ? true : newer(member),
    ]),
  );
}
