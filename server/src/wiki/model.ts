/** Resolves the names of a wiki query by a catalogue. */
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import { allowedValues, type Catalogue, type Module, type Parameter } from './catalogue/wiki-catalogue.ts';
import { isOpen } from './catalogue/module.ts';
import type { ParameterNode, ValueNode, WikiQuery } from './wiki-nodes.ts';
import { multipleValues, singleValue } from './values/value-list.ts';

/** How a query uses a module: by `list=`, `prop=`, `meta=`, `generator=`, as the action, the format, or always. */
export type Role = 'main' | 'action' | 'format' | 'list' | 'prop' | 'meta' | 'generator';
export const submoduleRoles = ['prop', 'list', 'meta', 'generator'] as const;

/** A module that a query uses. */
export interface ActiveModule {
  readonly module: Module;
  readonly role: Role;
  /** The value that names it; absent for a module that is always used. */
  readonly at?: ValueNode;
}

/** The module and the parameter that a name refers to in a query. */
export interface Binding {
  readonly active: ActiveModule;
  readonly parameter: Parameter;
  /** The value in a templated name, such as `main` in `contentformat-main`. */
  readonly template?: string;
}

/** The name of a module's parameter in the request: `g` for a generator, the prefix, its own name. */
export const wireName = (active: ActiveModule, name: string): string =>
  (active.role === 'generator' ? 'g' : '') + active.module.prefix + name;

/** Whether wikijql decides the value of a parameter, whatever the file says. */
export const isAlwaysSent = (active: ActiveModule, name: string): boolean =>
  (active.role === 'main' || active.role === 'action' || active.role === 'format') &&
  alwaysSentParameters.has(name);

/** Bindings by name in the request. */
export type Names = Pick<ReadonlyMap<string, Binding>, 'get' | 'has' | 'keys' | typeof Symbol.iterator>;

/** A parameter, and the place of its module among those that a query uses. */
interface Declared {
  readonly at: number;
  readonly parameter: Parameter;
}

/** By the modules that queries use together: checks read the same few combinations again and again. */
const combinations = new WeakMap<Catalogue, Map<string, ReadonlyMap<string, Declared>>>();
const maxCombinations = 500;

/** The names that modules declare. The names of each combination of modules are collected once. */
class DeclaredNames implements Names {
  readonly #active: readonly ActiveModule[];
  readonly #declared: ReadonlyMap<string, Declared>;

  constructor(active: readonly ActiveModule[], catalogue: Catalogue) {
    this.#active = active;
    this.#declared = declaredBy(active, catalogue);
  }

  get(name: string): Binding | undefined {
    const declared = this.#declared.get(name);
    return declared && this.#bound(declared);
  }

  has(name: string): boolean {
    return this.#declared.has(name);
  }

  keys(): MapIterator<string> {
    return this.#declared.keys();
  }

  [Symbol.iterator](): MapIterator<[string, Binding]> {
    return new Map(Array.from(this.#declared, ([name, declared]) => [name, this.#bound(declared)]))[
      Symbol.iterator
    ]();
  }

  #bound({ at, parameter }: Declared): Binding {
    return { active: this.#active[at]!, parameter };
  }
}

function declaredBy(active: readonly ActiveModule[], catalogue: Catalogue): ReadonlyMap<string, Declared> {
  const declaredByKey = combinations.get(catalogue) ?? new Map<string, ReadonlyMap<string, Declared>>();
  combinations.set(catalogue, declaredByKey);
  let key = '';
  for (const { role, module } of active)
    key += role === 'generator' ? `g:${module.path}|` : `${module.path}|`;
  const cached = declaredByKey.get(key);
  if (cached !== undefined) return cached;
  const declared = new Map<string, Declared>();
  for (const [at, each] of active.entries())
    for (const parameter of each.module.parameters) {
      const name = wireName(each, parameter.name);
      if (!declared.has(name)) declared.set(name, { at, parameter });
    }
  if (declaredByKey.size >= maxCombinations) declaredByKey.clear();
  declaredByKey.set(key, declared);
  return declared;
}

/** A query resolved by a catalogue: its modules, and the parameter of each name. */
export class WikiModel {
  readonly query: WikiQuery;
  readonly catalogue: Catalogue;
  /** In the order in which the wiki reads them: main, query, the generator, prop, list, meta, the format. */
  readonly active: readonly ActiveModule[];
  /** Every name that this query may use, by name in the request. */
  readonly names: Names;
  /** Those of them that contain a value of another parameter. */
  readonly templated: ReadonlyMap<string, Binding>;
  readonly #last: ReadonlyMap<string, ParameterNode>;
  readonly #byModule = new Map<ActiveModule, ReadonlyMap<string, ParameterNode>>();

  constructor(query: WikiQuery, catalogue: Catalogue) {
    this.query = query;
    this.catalogue = catalogue;
    this.#last = new Map(query.parameters.map(node => [node.name.text, node]));
    this.active = this.#readActive();
    this.templated = this.#readTemplated();
    const declared = new DeclaredNames(this.active, catalogue);
    this.names = this.templated.size === 0 ? declared : new Map([...declared, ...this.templated]);
  }

  /** Whether the query names no module yet. */
  get isBare(): boolean {
    return this.active.every(({ at }) => at === undefined);
  }

  /** The parameter that a node refers to; undefined if the wiki does not recognize it. */
  binding(node: ParameterNode): Binding | undefined {
    return this.names.get(node.name.text);
  }

  /** The last parameter of that name, which is the one that the wiki uses; `undefined` = none. */
  node(name: string): ParameterNode | undefined {
    return this.#last.get(name);
  }

  /** The last parameter of a module by its own name; `undefined` = none. */
  nodeOf(active: ActiveModule, name: string): ParameterNode | undefined {
    let nodes = this.#byModule.get(active);
    if (nodes === undefined) {
      nodes = this.#nodesOf(wireName(active, ''));
      this.#byModule.set(active, nodes);
    }
    return nodes.get(name);
  }

  /** The last parameters whose names begin with the prefix of a module, by the rest of their names. */
  #nodesOf(lead: string): ReadonlyMap<string, ParameterNode> {
    if (lead === '') return this.#last;
    const nodes = new Map<string, ParameterNode>();
    for (const [name, node] of this.#last)
      if (name.startsWith(lead)) nodes.set(name.slice(lead.length), node);
    return nodes;
  }

  #readActive(): ActiveModule[] {
    const { catalogue } = this;
    const generator = this.#valueOf('generator').slice(0, 1);
    return [
      { module: catalogue.main, role: 'main' },
      { module: catalogue.query, role: 'action' },
      ...generator.flatMap(at => this.#submodule('generator', at)),
      ...(['prop', 'list', 'meta'] as const).flatMap(role =>
        unique(this.#valueOf(role)).flatMap(at => this.#submodule(role, at)),
      ),
      { module: catalogue.json, role: 'format' },
    ];
  }

  #submodule(role: 'prop' | 'list' | 'meta' | 'generator', at: ValueNode): ActiveModule[] {
    const { catalogue } = this;
    const offered = role === 'generator' ? catalogue.generators : catalogue.modules(role);
    const module = catalogue.module(`query+${at.text}`);
    return module !== undefined && offered.includes(module) ? [{ module, role, at }] : [];
  }

  #valueOf(name: string): ValueNode[] {
    const value = this.#last.get(name)?.value;
    if (value === undefined) return [];
    return name === 'generator' ? [singleValue(value)] : multipleValues(value);
  }

  #readTemplated(): ReadonlyMap<string, Binding> {
    const names = new Map<string, Binding>();
    for (const active of this.active)
      for (const parameter of active.module.templatedParameters) this.#addTemplated(names, active, parameter);
    return names;
  }

  /** A templated parameter exists once for each value of the parameter in its name. */
  #addTemplated(names: Map<string, Binding>, active: ActiveModule, parameter: Parameter): void {
    for (const [placeholder, source] of parameter.templateVars) {
      const nameFor = (template: string): string => parameter.name.replace(`{${placeholder}}`, template);
      for (const template of this.#chosen(active, source, nameFor)) {
        const name = nameFor(template);
        names.set(wireName(active, name), { active, parameter, template });
      }
    }
  }

  /**
   * The allowed values of a list, or all of them for the value that selects all. Where the configuration of the wiki
   * decides what is allowed, also others: those written in the list, or in the names that it gives.
   */
  #chosen(active: ActiveModule, name: string, nameFor: (value: string) => string): readonly string[] {
    const value = this.nodeOf(active, name)?.value;
    const parameter = active.module.parameter(name);
    if (value === undefined || parameter === undefined) return [];
    const texts = multipleValues(value).flatMap(({ text }) => (text === '' ? [] : [text]));
    const allowed = allowedValues(parameter);
    const open = isOpen(active.module, parameter);
    if (texts.length !== 1 || texts[0] !== parameter.allSpecifier)
      return allowed === undefined || open ? texts : texts.filter(text => allowed.includes(text));
    return open
      ? [...(allowed ?? []), ...this.#templates(wireName(active, nameFor('')))]
      : (allowed ?? texts);
  }

  /** The texts that names in the query have in place of the placeholder at the end. */
  #templates(lead: string): string[] {
    return [...this.#last.keys()].flatMap(name =>
      name.startsWith(lead) && name.length > lead.length ? [name.slice(lead.length)] : [],
    );
  }
}

function unique(values: readonly ValueNode[]): ValueNode[] {
  const seen = new Set<string>();
  return values.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/**
 * Whether a query has a value (`prop=user`) or a parameter (`slots`) of a module, written or by default. A value with an
 * undefined variable may be any.
 */
export function isUsed(model: WikiModel, active: ActiveModule, use: string): boolean {
  const [name = '', value] = use.split('=');
  const node = model.nodeOf(active, name);
  if (value === undefined) return node !== undefined;
  const parameter = active.module.parameter(name);
  if (node === undefined)
    return String(parameter?.default ?? '')
      .split('|')
      .includes(value);
  if (node.value?.text.includes('{{') === true) return true;
  const values = node.value === undefined ? [] : multipleValues(node.value).map(({ text }) => text);
  return (
    values.includes(value) ||
    (parameter?.allSpecifier !== undefined && values.includes(parameter.allSpecifier))
  );
}

/** The parameters that name pages. */
export const pageSources = ['titles', 'pageids', 'revids'];

/** How many pages a query names; 0 = none, or a generator gives them. */
export function pagesNamed(model: WikiModel): number {
  if (model.node('generator') !== undefined) return 0;
  const values = pageSources.flatMap(name => model.node(name)?.value ?? []);
  return values.reduce((sum, value) => sum + multipleValues(value).length, 0);
}
