import type { Catalogue, Module, Parameter } from '../../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { isAlwaysSent } from '../../../../server/src/wiki/model.ts';
import { cases } from '../../../support/depth.ts';
import samples from '../rule-samples.json' with { type: 'json' };
import { type Filling, fillings } from './values.ts';

/** A query to ask both judges. */
export interface Question {
  /** The test case: module, parameter, variant. */
  readonly what: string;
  /** A query file. */
  readonly text: string;
  /** Asked about only by the deep tests, and where the judges are known to differ. */
  readonly isExtra?: boolean;
}

/** One way to fill in a parameter, and whether it may be left out. */
type Case = Filling & Pick<Question, 'isExtra'>;

type Parameters = readonly (readonly [string, string])[];

const known: Readonly<Record<string, string | undefined>> = samples;
/** Long lists of cases are spread over the parameters of that type: each parameter gets so many of them, in turn. */
const casesEach = 5;
/** How many of these cases are always asked about; over all parameters of a type every case is. */
const askedEach = cases(2, casesEach);

/** Queries for every parameter of every module that a site describes, plain and in a generator. */
export function generatedQuestions(catalogue: Catalogue): Question[] {
  const turns = new Map<string, number>();
  return [
    ...parameterQuestions(catalogue.main, 'main', [['meta', 'siteinfo']], '', turns),
    ...parameterQuestions(catalogue.query, 'query', [['prop', 'info']], '', turns),
    ...parameterQuestions(catalogue.json, 'json', [['meta', 'siteinfo']], '', turns),
    ...catalogue.all
      .filter(({ group }) => group !== undefined)
      .flatMap(module => [
        ...moduleQuestions(module, false, turns),
        ...(module.generator ? moduleQuestions(module, true, turns) : []),
      ]),
  ];
}

function moduleQuestions(module: Module, generator: boolean, turns: Map<string, number>): Question[] {
  const chosen: Parameters = generator ? [['generator', module.name]] : [[module.group!, module.name]];
  const pages: Parameters = module.group === 'prop' ? [['titles', titleFor(module)]] : [];
  const prefix = (generator ? 'g' : '') + module.prefix;
  const needed: Parameters = neededBy(module).map(parameter => [
    prefix + parameter.name,
    sampleValue(module, parameter),
  ]);
  const base = [...chosen, ...pages, ...needed];
  const what = `${generator ? 'generator ' : ''}${module.name}`;
  const missing = needed.map(([name]) =>
    question(
      `${what} without ${name}`,
      base.filter(each => each[0] !== name),
    ),
  );
  const misnamed: Question[] = module.parameters
    .slice(0, 1)
    .flatMap(({ name }) => [
      question(`${what} unprefixed ${name}`, [...base, [`x${name}`, '1']]),
      question(`${what} with the prefix of the other role`, [
        ...base,
        [generator ? module.prefix + name : `g${prefix}${name}`, '1'],
      ]),
    ]);
  return [
    question(what, base),
    ...missing,
    ...misnamed,
    ...parameterQuestions(module, what, base, prefix, turns),
  ];
}

const roles: ReadonlyMap<string, 'main' | 'format'> = new Map([
  ['main', 'main'],
  ['json', 'format'],
]);

function parameterQuestions(
  module: Module,
  what: string,
  base: Parameters,
  prefix: string,
  turns: Map<string, number>,
): Question[] {
  const role = roles.get(module.name) ?? 'action';
  return module.parameters.flatMap(parameter => {
    const name = prefix + parameter.name;
    if (module.group === undefined && isAlwaysSent({ module, role }, name)) return [];
    const others = base.filter(each => each[0] !== name);
    return [plain(module, parameter), ...inTurn(parameter, turns)].map(
      ({ what: tried, value, isExtra = false }) => ({
        ...question(`${what} ${name}: ${tried}`, [...others, [name, value]]),
        isExtra,
      }),
    );
  });
}

const plain = (module: Module, parameter: Parameter): Case => ({
  what: 'plain',
  value: sampleValue(module, parameter),
});

/** The next cases of a parameter's type, so that over all parameters every case is tried many times. */
function inTurn(parameter: Parameter, turns: Map<string, number>): readonly Case[] {
  const all = fillings(parameter);
  if (all.length <= casesEach) return all;
  const kind = `${typeof parameter.type === 'string' ? parameter.type : 'enumeration'} ${parameter.multi} ${all.length}`;
  const turn = turns.get(kind) ?? 0;
  turns.set(kind, turn + casesEach);
  const first = turn / casesEach;
  return Array.from({ length: casesEach }, (_, index) => ({
    ...all[(turn + ((first + index) % casesEach)) % all.length]!,
    isExtra: index >= askedEach,
  }));
}

/** The parameters that a module needs: those declared as required, and one that satisfies its rules. */
function neededBy(module: Module): readonly Parameter[] {
  const wanted = known[`${module.name}.needs`];
  return module.parameters.filter(({ name, required }) => required || name === wanted);
}

const titleFor = (module: Module): string =>
  /image|file|stash/.test(module.name) ? 'File:Leaf.png' : 'Physics';

function sampleValue(module: Module, parameter: Parameter): string {
  const { type, name, deprecatedValues } = parameter;
  const listedValue = known[`${module.name}.${name}`] ?? known[`.${name}`];
  if (listedValue !== undefined && typeof type === 'string') return listedValue;
  if (typeof type !== 'string')
    return type.find(value => value !== '' && !deprecatedValues.includes(value)) ?? '';
  return known[type] ?? 'Sample';
}

/** In the form of a URL, which can hold every character. */
function question(what: string, parameters: Parameters): Question {
  return {
    what,
    text: `?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString()}`,
  };
}
