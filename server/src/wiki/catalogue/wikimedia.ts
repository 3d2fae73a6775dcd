import { type Catalogue, mergeCatalogues } from './wiki-catalogue.ts';
import { allowedValues, type Module, type Parameter } from './module.ts';
import { readParameter, readParamInfoLazily, texts } from './paraminfo.ts';
import { JsonReader } from '#shared/base/text/json-reader.ts';

const maxElements = 1_000;

/** A parameter that an extension adds to another module, or values that it adds to one of that module's parameters. */
type Amendment = { readonly path: string; readonly extension: string } & (
  | { readonly addedParameter: Parameter }
  | { readonly parameter: string; readonly addedValues: readonly string[] }
);

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
  const addedParameter = reader.member('addparameter').optional(readParameter);
  if (addedParameter !== undefined)
    return { path, extension, addedParameter: { ...addedParameter, extension } };
  const parameter = reader.member('parameter').text();
  return { path, extension, parameter, addedValues: texts(reader.member('addvalues'), maxElements) };
}

function amend(module: Module, amendment: Amendment): Module {
  const parameters =
    'addedParameter' in amendment
      ? [...module.parameters, amendment.addedParameter]
      : module.parameters.map(each =>
          each.name === amendment.parameter
            ? withValues(each, amendment.addedValues, amendment.extension)
            : each,
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
