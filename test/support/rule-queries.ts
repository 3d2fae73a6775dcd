/** Queries that violate a rule of the table, and similar queries that do not. */
import assert from 'node:assert/strict';
import { allowedValues, type Module, type Parameter } from '../../server/src/wiki/catalogue/module.ts';
import type { Catalogue } from '../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type { Rule, Use } from '../../server/src/wiki/catalogue/rule.ts';

/** Parameters by unprefixed name; those of `query` have the prefix `query.`. */
type Written = Readonly<Record<string, string>>;

/** One query in which a module has a role. */
export interface RuleQuery {
  readonly module: Module;
  readonly generator: boolean;
  readonly parameters: URLSearchParams;
  /** The code of the rule when it is violated by this query. */
  readonly code: string;
  readonly broken: boolean;
}

/** Values of parameters, as `module.parameter` or only `.parameter`, that exist on the wiki. */
export type Samples = Readonly<Record<string, string>>;

/** All queries for a rule: for each of its modules in the catalogue, in each role that the rule allows. */
export function ruleQueries(rule: Rule, catalogue: Catalogue, samples: Samples): readonly RuleQuery[] {
  return rule.modules.flatMap(name => {
    const module = catalogue.module(name);
    if (module === undefined) return [];
    const cases = new RuleCases(module, samples);
    const roles = module.generator ? [false, true] : [false];
    return roles
      .filter(generator => rule.role === undefined || (rule.role === 'generator') === generator)
      .flatMap(generator => {
        const prefix = (generator ? 'g' : '') + module.prefix;
        const wanted = rule.code.replace('{name}', prefix + ('parameter' in rule ? rule.parameter : ''));
        const make = (written: Written, broken: boolean, code = wanted): RuleQuery => ({
          module,
          generator,
          parameters: cases.query(rule, written, generator),
          code,
          broken,
        });
        const many = rule.kind === 'exactlyOne' ? rule.many?.code : undefined;
        return [
          ...cases.broken(rule).map(each => make(each, true)),
          ...(many === undefined ? [] : cases.crowded(rule).map(each => make(each, true, many))),
          ...cases.kept(rule).map(each => make(each, false)),
          ...cases.withoutPages(rule).map(each => make(each, false)),
        ];
      });
  });
}

class RuleCases {
  readonly #module: Module;
  readonly #samples: Samples;

  constructor(module: Module, samples: Samples) {
    this.#module = module;
    this.#samples = samples;
  }

  /** The query with the other parameters that the module needs, unless the rule is about them. */
  query(rule: Rule, written: Written, generator: boolean): URLSearchParams {
    const { group, name, prefix } = this.#module;
    const parameters = new URLSearchParams();
    const all = { ...this.#beside(rule, written), ...written };
    const sources = ['query.titles', 'query.pageids', 'query.revids', 'titles', 'pageids', 'revids'];
    if (group === 'prop' && !sources.some(source => source in all))
      parameters.set('titles', this.#samples[`${name}.titles`] ?? this.#sample('titles'));
    if (group !== undefined) parameters.set(generator ? 'generator' : group, name);
    for (const [key, value] of Object.entries(all)) {
      const [parameterName = '', ofQuery] = key.split('.').toReversed();
      parameters.set(ofQuery ? parameterName : `${generator ? 'g' : ''}${prefix}${parameterName}`, value);
    }
    return parameters;
  }

  broken(rule: Rule): readonly Written[] {
    switch (rule.kind) {
      case 'onlyWith':
        return [rule.use, ...rule.also].map(use => ({
          ...Object.assign({}, ...rule.with.map(other => this.#without(other))),
          ...this.#use(use),
        }));
      case 'needs':
        return [{}];
      case 'excludes':
        return [this.#use(rule.use)];
      case 'conflict':
        return [{ ...this.#use(rule.uses[0]), ...this.#use(rule.uses[1]) }];
      case 'atMostOne':
        return this.crowded(rule);
      case 'atLeastOne':
      case 'exactlyOne':
        return [{}];
      case 'contradictoryValues':
        return rule.pairs.map(pair => ({ [rule.parameter]: pair.join('|') }));
      case 'notEmpty':
        return [{ [rule.parameter]: '' }];
      case 'singlePage':
        return rule.uses.map(use => ({ ...this.#use(use), 'query.titles': this.#sample('severalTitles') }));
      case 'title':
        return this.#listed(rule.part ? 'titlePart' : 'title', 'bad', rule.parameter);
      case 'titleNamespace':
        return this.#listed('titleNamespace', 'bad', rule.parameter);
      case 'rangeLength':
        return this.#listed('rangeLength', 'bad', rule.parameter);
      case 'sameCount':
        return [{ [rule.parameters[0]]: 'Z1|Z2', [rule.parameters[1]]: 'Z1' }];
      case 'runtime':
        return [];
      case 'pattern':
      case 'address':
      case 'wildcards':
        break;
    }
    return this.#listed(rule.parameter, 'bad');
  }

  /** Queries with two of the parameters together. */
  crowded(rule: Rule): readonly Written[] {
    return 'parameters' in rule ? pairs(rule.parameters).map(pair => this.#all(pair)) : [];
  }

  /** The violating queries without the parameters that the wiki needs to notice. */
  withoutPages(rule: Rule): readonly Written[] {
    if (rule.pages === undefined) return [];
    const missing = rule.pages === 'existing' ? [{ 'query.titles': this.#sample('missingTitle') }] : [];
    return [{ 'query.titles': '' }, ...missing].flatMap(pages =>
      this.broken(rule).map(each => ({ ...each, ...pages })),
    );
  }

  kept(rule: Rule): readonly Written[] {
    switch (rule.kind) {
      case 'onlyWith':
        return [
          ...rule.with.map(use => ({ ...this.#use(rule.use), ...this.#use(use) })),
          ...rule.with.map(use => this.#use(use)),
          ...(rule.use.except === undefined ? [] : [{ [rule.use.parameter]: rule.use.except }]),
        ];
      case 'excludes':
        return [{}];
      case 'needs':
        return rule.with.map(use => this.#use(use));
      case 'conflict':
        return rule.uses.map(use => this.#use(use));
      case 'atLeastOne':
      case 'exactlyOne':
      case 'atMostOne':
        return rule.parameters.map(parameter => this.#all([parameter]));
      case 'contradictoryValues':
        return [...new Set(rule.pairs.flat())].map(value => ({ [rule.parameter]: value }));
      case 'notEmpty':
        return [this.#all([rule.parameter])];
      case 'singlePage':
        return rule.uses.map(use => this.#use(use));
      case 'pattern':
        return [
          ...this.#listed(rule.parameter, 'good'),
          ...rule.unless.flatMap(use =>
            this.#listed(rule.parameter, 'bad').map(bad => ({ ...bad, ...this.#use(use) })),
          ),
        ];
      case 'title':
        return [this.#all([rule.parameter])];
      case 'titleNamespace':
        return this.#listed('titleNamespace', 'good', rule.parameter);
      case 'rangeLength':
        return this.#listed('rangeLength', 'good', rule.parameter);
      case 'sameCount':
        return [{ [rule.parameters[0]]: '1|2', [rule.parameters[1]]: 'Z1|Z2' }];
      case 'runtime':
        return [];
      case 'address':
      case 'wildcards':
        break;
    }
    return this.#listed(rule.parameter, 'good');
  }

  /**
   * The further parameters that the samples require: for the module, unless it or a rival is written, or for the
   * kind.
   */
  #beside(rule: Rule, written: Written): Written {
    const name = this.#module.name;
    const [value, ...names] = (this.#samples[`${name}.${rule.kind}.beside`] ?? '').split('=').toReversed();
    const ofKind = names[0] === undefined ? {} : { [names[0]]: value ?? '' };
    const [needed, ...rivals] = (this.#samples[`${name}.needs`] ?? '').split(' ');
    const bare =
      (rule.kind === 'exactlyOne' || rule.kind === 'atLeastOne') && rule.parameters.includes(needed ?? '');
    if (!needed || bare || [needed, ...rivals].some(each => each in written)) return ofKind;
    return { ...ofKind, ...this.#all([needed]) };
  }

  /** The parameters that make a use untrue that would be true by default. */
  #without(use: Use): Written {
    const parameter = this.#module.parameter(use.parameter);
    if (use.query || use.value === undefined || parameter?.default !== use.value) return {};
    const other = allowedValues(parameter)?.find(value => value !== use.value);
    return other === undefined ? {} : { [use.parameter]: other };
  }

  #use(use: Use): Written {
    if (use.query) return { [`query.${use.parameter}`]: this.#sample(use.parameter) };
    if (use.value !== undefined) return { [use.parameter]: use.value };
    if (use.except === undefined || use.except === '') return this.#all([use.parameter]);
    const other = allowedValues(this.#parameter(use.parameter))?.find(value => value !== use.except);
    return { [use.parameter]: other ?? assert.fail(`no other value than ${use.except}`) };
  }

  #all(names: readonly string[]): Written {
    return Object.fromEntries(names.map(name => [name, this.#value(name)]));
  }

  #value(name: string): string {
    const { type } = this.#parameter(name);
    const sample = this.#samples[`${this.#module.name}.${name}`] ?? this.#samples[`.${name}`];
    if (sample !== undefined) return sample;
    if (typeof type !== 'string') return type[0] ?? '';
    return this.#samples[type] ?? assert.fail(`no sample for ${this.#module.name}.${name} (${type})`);
  }

  #sample(name: string): string {
    return this.#samples[`query.${name}`] ?? assert.fail(`no sample for ${name}`);
  }

  #listed(name: string, which: 'good' | 'bad', parameter = name): readonly Written[] {
    const key = `${this.#module.name}.${name}.${which}`;
    const values = this.#samples[key] ?? this.#samples[`.${name}.${which}`] ?? assert.fail(`no ${key}`);
    return values.split(' & ').map(value => ({ [parameter]: value }));
  }

  #parameter(name: string): Parameter {
    return this.#module.parameter(name) ?? assert.fail(`${this.#module.name} has no ${name}`);
  }
}

function pairs<T>(values: readonly T[]): readonly (readonly [T, T])[] {
  return values.flatMap((first, at) => values.slice(at + 1).map(second => [first, second] as const));
}
