/** The wording of the wiki side: complete, short, said once, and true to the catalogue. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import coreData from '../../../server/catalogue/wiki/texts.json' with { type: 'json' };
import wikimediaData from '../../../server/catalogue/wiki/wikimedia-texts.json' with { type: 'json' };
import { allowedValues, type Module } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { wikiTexts } from '../../../server/src/wiki/catalogue/catalogue-texts.ts';
import { builtInCatalogue } from '../../support/catalogue.ts';

type Phrases = Readonly<Record<string, string>>;

const texts = wikiTexts(coreData, wikimediaData);
const coreValues: Readonly<Record<string, Phrases>> = coreData.values;
const addedValues: Readonly<Record<string, Phrases>> = wikimediaData.values;
const values: Readonly<Record<string, Phrases>> = Object.fromEntries(
  [...new Set([...Object.keys(coreValues), ...Object.keys(addedValues)])].map(set => [
    set,
    { ...coreValues[set], ...addedValues[set] },
  ]),
);
const data = {
  ...coreData,
  modules: { ...coreData.modules, ...wikimediaData.modules },
  parameters: { ...coreData.parameters, ...wikimediaData.parameters },
  valueSets: { ...coreData.valueSets, ...wikimediaData.valueSets },
  values,
};
const valueSets: Phrases = data.valueSets;
const summaries = Object.entries<{ readonly summary: string; readonly example?: string }>(data.parameters);
const keysOf = (value: object) => new Set(Object.keys(value));

const parametersOf = (module: Module) => [...module.parameters, ...module.templatedParameters];
const declared = builtInCatalogue.all.flatMap(module =>
  parametersOf(module).map(parameter => ({ module, parameter, key: `${module.name}.${parameter.name}` })),
);
const enumerations = declared.flatMap(each => {
  const allowed = allowedValues(each.parameter);
  return allowed === undefined ? [] : [{ ...each, allowed }];
});
const setOf = (key: string) => valueSets[key] ?? valueSets[key.replace(/^\w+/, '*')] ?? key;
const general = new Set(['action', 'format', 'formatversion', 'titles', 'list', 'prop', 'meta']);

/** One line for each thing that is wrong; empty when nothing is. */
const none = (wrong: Iterable<string>) => assert.deepEqual([...wrong], []);
const twice = (all: readonly string[]) => all.filter((each, at) => all.indexOf(each) < at);
const lines = (example: string) =>
  example.split('\n').map(line => {
    const [name = '', ...rest] = line.split('=');
    return { name, value: rest.length > 0 ? rest.join('=') : undefined };
  });

const marks = (text: string) => text.split('`').length - 1;
const assignment = /`([a-z]+)=([^`]*)`/g;
const writable = (name: string, value: string) =>
  builtInCatalogue
    .declarations(name)
    .some(({ parameter }) => allowedValues(parameter)?.includes(value) ?? true);
const takes = (module: Module, name: string) =>
  general.has(name) || module.parameters.some(each => module.prefix + each.name === name);

describe('the texts of the wiki side', () => {
  it('has one for every module', () => {
    none(builtInCatalogue.all.flatMap(({ name }) => (texts.module(name) ? [] : [name])));
  });

  it('has one for every parameter', () => {
    none(
      declared.flatMap(({ module, parameter, key }) =>
        texts.parameter(module.name, parameter.name) ? [] : [key],
      ),
    );
  });

  it('has one for every allowed value', () => {
    none(
      enumerations.flatMap(({ module, parameter, key, allowed }) =>
        allowed.flatMap(value =>
          texts.value(module.name, parameter.name, value) ? [] : [`${key}=${value}`],
        ),
      ),
    );
  });

  it('has one for every type', () => {
    const types = new Set(
      declared.map(({ parameter }) => (typeof parameter.type === 'string' ? parameter.type : 'enum')),
    );
    none([...types].filter(type => texts.type(type) === undefined));
  });

  it('has none for what the catalogue does not know', () => {
    const declaredKeys = new Set(declared.map(({ key }) => key));
    const shared = new Set(
      [...Map.groupBy(declared, ({ parameter }) => parameter.name)]
        .filter(([, uses]) => uses.length > 1)
        .map(([name]) => `*.${name}`),
    );
    const keys = [...keysOf(data.parameters), ...keysOf(valueSets)];
    none(keys.filter(key => !declaredKeys.has(key) && !shared.has(key)));
    none([...keysOf(data.modules)].filter(name => builtInCatalogue.module(name) === undefined));
  });

  it('has no shared text that no module falls back on', () => {
    const used = new Set(
      declared.flatMap(({ key, parameter }) => (key in data.parameters ? [] : [`*.${parameter.name}`])),
    );
    none([...keysOf(data.parameters)].filter(key => key.startsWith('*.') && !used.has(key)));
  });

  it('has no phrase for a value that no parameter allows', () => {
    const allowed = new Set(
      enumerations.flatMap(each => each.allowed.map(value => `${setOf(each.key)}=${value}`)),
    );
    const phrased = Object.entries(values).flatMap(([set, phrases]) =>
      Object.keys(phrases).map(value => `${set}=${value}`),
    );
    none(phrased.filter(each => !allowed.has(each)));
  });
});

describe('the wording', () => {
  it('never says the same of two things', () => {
    none(twice(summaries.map(([, { summary }]) => summary)));
    none(twice(Object.values(data.modules).map(({ summary }) => summary)));
  });

  it('is a sentence of one line', () => {
    const sentence = /^[`A-Z][^\n]*[^\s.]\.$/;
    const all = [...Object.values(data.modules), ...summaries.map(([, text]) => text)];
    none(all.map(({ summary }) => summary).filter(summary => !sentence.test(summary)));
  });

  it('fits: 110 characters for a module, 120 for a parameter, 80 for a value', () => {
    none(Object.values(data.modules).flatMap(({ summary }) => (summary.length > 110 ? [summary] : [])));
    none(summaries.flatMap(([key, { summary }]) => (summary.length > 120 ? [key] : [])));
    const phrases = Object.values(values).flatMap(set => Object.values(set));
    none(phrases.filter(phrase => phrase.length > 80 || phrase.endsWith('.') || phrase.trim() !== phrase));
  });

  it('holds no link and closes its code marks', () => {
    none(JSON.stringify(data).match(/\]\(|<[a-z]/g) ?? []);
    none(summaries.flatMap(([key, { summary }]) => (/https?:\/\/\w/.test(summary) ? [key] : [])));
    none(summaries.flatMap(([key, { summary }]) => (marks(summary) % 2 === 0 ? [] : [key])));
  });

  it('splits names into words, and offers two to six ways to look for each module', () => {
    none(
      builtInCatalogue.all.flatMap(({ name }) => {
        const text = texts.module(name);
        const well = text?.parts.join('') === name && text.parts.every(part => part.length > 0);
        return well && text.keywords.length >= 2 && text.keywords.length <= 6 ? [] : [name];
      }),
    );
  });

  it('names only parameters that exist, with values that they allow', () => {
    none(
      summaries.flatMap(([key, { summary }]) =>
        [...summary.matchAll(assignment)].flatMap(([, name = '', value = '']) =>
          writable(name, value) ? [] : [`${key}: ${name}=${value}`],
        ),
      ),
    );
  });

  it('refers to a parameter with the prefix of its own module', () => {
    none(
      declared.flatMap(({ module, parameter, key }) => {
        const summary = texts.parameter(module.name, parameter.name)?.summary ?? '';
        const named = [...summary.matchAll(/`([a-z]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
        const bare = named.filter(name => name !== parameter.name && module.parameter(name) !== undefined);
        return module.prefix === '' ? [] : bare.map(name => `${key}: ${name}`);
      }),
    );
  });
});

describe('the examples', () => {
  it('of a module use that module, and only parameters that it takes', () => {
    none(
      builtInCatalogue.all.flatMap(module => {
        const example = lines(texts.module(module.name)?.example ?? '');
        const chosen =
          module.group === undefined ||
          example.some(({ name, value }) => name === module.group && value === module.name);
        const strange = example
          .filter(({ name }) => !takes(module, name))
          .map(({ name }) => `${module.name}: ${name}`);
        return chosen ? strange : [...strange, `${module.name} is not chosen`];
      }),
    );
  });

  it('of a module give what it requires', () => {
    none(
      builtInCatalogue.all.flatMap(module => {
        const exampleNames = new Set(lines(texts.module(module.name)?.example ?? '').map(({ name }) => name));
        return module.parameters
          .map(parameter => ({ parameter, name: module.prefix + parameter.name }))
          .filter(({ parameter, name }) => parameter.required && !exampleNames.has(name))
          .map(({ name }) => `${module.name}: ${name}`);
      }),
    );
  });

  const whole = /^-?\d+$/;
  const forms: Readonly<Record<string, (value: string) => boolean>> = {
    integer: value => whole.test(value),
    limit: value => whole.test(value) || value === 'max',
    namespace: value => whole.test(value) && texts.namespace(Number(value)) !== undefined,
    timestamp: value => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value)),
    string: value => value !== '',
    title: value => value !== '',
    user: value => value !== '',
    boolean: () => false,
  };

  it('of a parameter are values that it takes', () => {
    none(
      declared.flatMap(({ module, parameter, key }) => {
        const example = texts.parameter(module.name, parameter.name)?.example;
        if (example === undefined) return [];
        const parts = parameter.multi ? example.split('|') : [example];
        const fits = (part: string) =>
          typeof parameter.type === 'string' ? forms[parameter.type]?.(part) : parameter.type.includes(part);
        const within = (part: string) =>
          !whole.test(part) ||
          ((parameter.min ?? -Infinity) <= Number(part) && Number(part) <= (parameter.max ?? Infinity));
        return parts.every(part => fits(part) === true && within(part)) ? [] : [`${key}: ${example}`];
      }),
    );
  });

  it('never hold a secret', () => {
    none(
      declared.flatMap(({ module, parameter, key }) =>
        parameter.sensitive && texts.parameter(module.name, parameter.name)?.example !== undefined
          ? [key]
          : [],
      ),
    );
  });
});

describe('looking texts up', () => {
  it('prefers what is said of one module to what is said of all', () => {
    const small = wikiTexts({
      ...data,
      parameters: { '*.limit': { summary: 'Any.' }, 'random.limit': { summary: 'Own.', example: '5' } },
    });
    assert.deepEqual(small.parameter('random', 'limit'), { summary: 'Own.', example: '5' });
    assert.deepEqual(small.parameter('search', 'limit'), { summary: 'Any.', example: undefined });
  });

  it('says nothing of what it does not know', () => {
    assert.equal(texts.module('nothinglikeit'), undefined);
    assert.equal(texts.parameter('nothinglikeit', 'continue'), undefined);
    assert.equal(texts.parameter('search', 'nothing'), undefined);
    assert.equal(texts.value('nothinglikeit', 'dir', 'newer'), undefined);
    assert.equal(texts.value('recentchanges', 'dir', 'sideways'), undefined);
    assert.equal(texts.namespace(4242), undefined);
    assert.equal(texts.type('colour'), undefined);
    assert.equal(texts.module('__proto__') ?? texts.value('constructor', 'a', 'b'), undefined);
  });

  it('explains a value that is a module by what the module does', () => {
    assert.equal(texts.value('query', 'list', 'search'), texts.module('search')?.summary);
    assert.equal(texts.value('query', 'generator', 'search'), texts.module('search')?.summary);
  });

  it('finds values that several parameters share', () => {
    assert.equal(
      texts.value('allusers', 'rights', 'delete'),
      texts.value('contributors', 'rights', 'delete'),
    );
    assert.equal(
      texts.value('revisions', 'contentformat-{slot}', 'text/css'),
      texts.value('revisions', 'contentformat', 'text/css'),
    );
  });

  it('names namespaces', () => {
    assert.deepEqual([-1, 0, 1, 10, 14, 828].map(texts.namespace), [
      'Special',
      '(Main)',
      'Talk',
      'Template',
      'Category',
      'Module',
    ]);
  });
});
