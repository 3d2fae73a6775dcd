/** The wording of the tracker side: complete, short, said once, and true to the catalogue. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import apps from '../../../server/catalogue/jql/apps.json' with { type: 'json' };
import data from '../../../server/catalogue/jql/texts.json' with { type: 'json' };
import { knowledge } from '../../support/jql.ts';

const { catalogue, texts } = knowledge;
const none = (wrong: Iterable<string>) => assert.deepEqual([...wrong], []);
const twice = (all: readonly string[]) => all.filter((each, at) => all.indexOf(each) < at);
const missing = <T>(all: readonly T[], nameOf: (each: T) => string, told: (name: string) => unknown) =>
  all.map(nameOf).filter(name => told(name) === undefined);
const told = [data.fields, data.functions, data.operators, data.predicates, data.keywords].flatMap(table =>
  Object.entries<{ summary: string; example: string }>(table),
);
const sentences = [...told.map(([, { summary }]) => summary), ...Object.values(data.arguments)];

/** Not of an app. */
const isOwn = ({ requires }: { readonly requires: string | undefined }): boolean =>
  requires === undefined || !(requires in apps);

describe('the texts of the tracker side', () => {
  it('has one for every field, function, operator and predicate', () => {
    none(missing(catalogue.fields.filter(isOwn), ({ name }) => name, texts.field));
    none(missing(catalogue.functions.filter(isOwn), ({ name }) => name, texts.function));
    none(missing(catalogue.operators, ({ name }) => name, texts.operator));
    none(missing(catalogue.predicates, ({ name }) => name, texts.predicate));
  });

  it('has one for every keyword that is not an operator and no predicate', () => {
    const left = catalogue.keywords.filter(
      name => !catalogue.operator(name) && !catalogue.predicate(name) && name !== 'IN',
    );
    none(missing(left, name => name, texts.keyword));
  });

  it('has one for every argument, type, unit and product', () => {
    const args = catalogue.functions.flatMap(each =>
      (each.arguments ?? []).map(argument => ({ owner: each.name, ...argument })),
    );
    none(
      args.flatMap(({ owner, name }) =>
        texts.argument(owner, name) === undefined ? [`${owner}.${name}`] : [],
      ),
    );
    const types = [...catalogue.fields, ...args]
      .map(({ type }) => type)
      .concat(catalogue.functions.flatMap(({ returns }) => returns ?? []));
    none([...new Set(types)].filter(type => texts.type(type) === undefined));
    none(['y', 'M', 'w', 'd', 'h', 'm'].filter(unit => texts.unit(unit) === undefined));
    const products = [...catalogue.fields, ...catalogue.functions].flatMap(({ requires }) => requires ?? []);
    none(products.filter(product => texts.product(product) === undefined));
  });

  it('has none for what the catalogue does not know', () => {
    none(Object.keys(data.fields).filter(name => catalogue.field(name) === undefined));
    none(Object.keys(data.functions).filter(name => catalogue.function(name) === undefined));
    none(Object.keys(data.operators).filter(name => catalogue.operator(name) === undefined));
    none(Object.keys(data.predicates).filter(name => catalogue.predicate(name) === undefined));
    none(Object.keys(data.keywords).filter(name => !catalogue.keywords.includes(name)));
  });

  it('never says the same of two things', () => {
    none(twice(Object.values(data.fields).map(({ summary }) => summary)));
    none(twice(Object.values(data.functions).map(({ summary }) => summary)));
    none(twice(Object.values(data.operators).map(({ summary }) => summary)));
  });

  it('is a sentence of one line and at most 120 characters', () => {
    none(sentences.filter(text => !/^[`A-Z][^\n]*[^\s.]\.$/.test(text) || text.length > 120));
    none(sentences.filter(text => text.split('`').length % 2 === 0));
  });

  it('says nothing of what it does not know', () => {
    assert.equal(
      texts.field('__proto__') ?? texts.function('constructor') ?? texts.argument('x', 'constructor'),
      undefined,
    );
  });
});
