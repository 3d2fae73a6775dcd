import { type Catalogue, mergeCatalogues } from './wiki-catalogue.ts';
import { allowedValues, type Module, type Parameter } from './module.ts';
import { readParameter, readParamInfoLazily, texts } from './paraminfo.ts';
import { JsonReader } from '#shared/base/text/json-reader.ts';

const maxElements = 1_000;

/** Values that an extension adds to a parameter of another module, or a parameter that it adds. */
interface Amendment {
  readonly path: string;
  readonly extension: string;
  readonly values?: { readonly parameter: string; readonly added: readonly string[] };
  readonly parameter?: Parameter;
}

/**
 * Adds the modules of Wikimedia's extensions to a catalogue, and what these extensions add to the modules in it.
 *
 * @param data `{paraminfo, amendments}`
 * @throws CatalogueError when the shape is wrong
 */
export function withWikimedia(core: Catalogue, data: unknown): Catalogue {
  const amendments = JsonReader.of(data, 'wikimedia')
    .member('amendments')
    .elements(maxElements)
    .map(readAmendment);
  const byPath = Map.groupBy(amendments, ({ path }) => path);
  const amended = core.all
    .filter(({ path }) => byPath.has(path))
    .map(module => byPath.get(module.path)!.reduce(amend, module));
  return mergeCatalogues(core, [...amended, ...readParamInfoLazily(data)]);
}

function readAmendment(reader: JsonReader): Amendment {
  const path = reader.member('path').text();
  const extension = reader.member('extension').text();
  const added = reader.member('addparameter').optional(readParameter);
  if (added !== undefined) return { path, extension, parameter: { ...added, extension } };
  const parameter = reader.member('parameter').text();
  return { path, extension, values: { parameter, added: texts(reader.member('addvalues'), maxElements) } };
}

function amend(module: Module, { extension, parameter, values }: Amendment): Module {
  const parameters = parameter
    ? [...module.parameters, parameter]
    : module.parameters.map(each =>
        each.name === values?.parameter ? withValues(each, values.added, extension) : each,
      );
  return { ...module, parameters, parameter: name => parameters.find(candidate => candidate.name === name) };
}

function withValues(parameter: Parameter, added: readonly string[], extension: string): Parameter {
  const values = allowedValues(parameter) ?? [];
  return {
    ...parameter,
    type: [...values, ...added],
    valueExtensions: new Map([
      ...parameter.valueExtensions,
      ...added.map(value => [value, extension] as const),
    ]),
  };
}
