/** The modules and parameters of a wiki's API, as paraminfo describes them. */
import openValues from '../../../catalogue/wiki/open-values.json' with { type: 'json' };

/** The groups in which the query module has its submodules; each is also a parameter of `query`. */
export const moduleGroups = ['list', 'prop', 'meta'] as const;
export type ModuleGroup = (typeof moduleGroups)[number];

/** A remark that paraminfo attaches to a parameter: `useronly`, `singlepageonly`, or `modes` with their numbers. */
export interface ParameterInfo {
  readonly name: string;
  readonly values: readonly number[];
}

/** One parameter of a module, named without the module's prefix. What paraminfo leaves out is undefined or empty. */
export interface Parameter {
  /** The position in the module's declared order, in which the wiki checks. */
  readonly index: number;
  readonly name: string;
  /** A type name (`string`, `limit`, `namespace`, …), or the allowed values. */
  readonly type: string | readonly string[];
  /** Several default values are joined with `|`. An empty string is a default too: nothing selected. */
  readonly default: string | number | undefined;
  /** Whether the wiki's settings and extensions decide which values it accepts. */
  readonly open: boolean;
  /** The extension that adds it to a module of something else; undefined = the module's own. */
  readonly extension: string | undefined;
  /** The extensions that add allowed values to those of the module itself, by value. */
  readonly valueExtensions: ReadonlyMap<string, string>;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly deprecatedValues: readonly string[];
  readonly internalValues: readonly string[];
  readonly multi: boolean;
  /** How many values a list may have: normally, and with the right `apihighlimits`. */
  readonly lowLimit: number | undefined;
  readonly highLimit: number | undefined;
  readonly allowsDuplicates: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly highMax: number | undefined;
  /** True when a value out of bounds is an error instead of being clamped. */
  readonly enforceRange: boolean;
  readonly allSpecifier: string | undefined;
  readonly extraNamespaces: readonly number[];
  readonly subtypes: readonly string[];
  readonly info: readonly ParameterInfo[];
  readonly sensitive: boolean;
  readonly tokenType: string | undefined;
  /** For a templated parameter: from the placeholder in its name to the parameter whose values replace it. */
  readonly templateVars: ReadonlyMap<string, string>;
  /** For a parameter whose values are modules: from the value to the module's path. */
  readonly submodules: ReadonlyMap<string, string>;
  /** The prefix of a chosen submodule's own prefix (`g` for `generator`). */
  readonly submoduleParamPrefix: string | undefined;
}

/** One module of the API as its paraminfo describes it. */
export interface Module {
  readonly name: string;
  readonly path: string;
  /** Undefined for `main`, `query` and other modules that no query selects. */
  readonly group: ModuleGroup | undefined;
  readonly prefix: string;
  /** The name of the software that provides the module; empty when the wiki does not say. */
  readonly source: string;
  /** Which of Wikimedia's wikis have it, in words; undefined for a module that the built-in catalogue has for every wiki. */
  readonly coverage: string | undefined;
  readonly generator: boolean;
  readonly readRights: boolean;
  readonly writeRights: boolean;
  readonly mustBePosted: boolean;
  readonly deprecated: boolean;
  readonly internal: boolean;
  /** Whether the module also accepts parameters that it does not describe. */
  readonly dynamicParameters: boolean;
  readonly helpUrls: readonly string[];
  /** In declared order. */
  readonly parameters: readonly Parameter[];
  readonly templatedParameters: readonly Parameter[];
  /** The parameter of that unprefixed name, templated ones excluded; `undefined` = none. */
  readonly parameter: (name: string) => Parameter | undefined;
}

/** The values that a parameter allows; undefined when its type is not an enumeration. */
export function allowedValues(parameter: Parameter): readonly string[] | undefined {
  return typeof parameter.type === 'string' ? undefined : parameter.type;
}

const open: ReadonlySet<string> = new Set(openValues);

/** Whether a wiki's own configuration decides which values a parameter has, such as the types of its logs. */
export const isOpen = (module: Module, parameter: Parameter): boolean =>
  parameter.open || open.has(`${module.name}.${parameter.name}`);
