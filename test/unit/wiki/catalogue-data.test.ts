/** The shape of every entry of the built-in catalogue: the paraminfo format, flags as empty texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import { allowedValues } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { coreCatalogue } from '../../support/catalogue.ts';

type Json = Readonly<Record<string, unknown>>;
type Check = (value: unknown, owner?: Json) => boolean;

const modules: readonly Json[] = data.paraminfo.modules;
const submodules = modules.filter(({ path }) => String(path).startsWith('query+'));
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);
const pathOf = (module: Json) => String(module['path']);
const nameOf = (entry: Json) => String(entry['name']);
const parametersOf = (module: Json) => [
  ...list(module['parameters']),
  ...list(module['templatedparameters']),
];
const parameters = modules.flatMap(module =>
  parametersOf(module).map(parameter => ({
    at: `${pathOf(module)}.${nameOf(parameter)}`,
    module,
    parameter,
  })),
);
const valueCount = (at: string) => list(parameters.find(each => each.at === at)?.parameter['type']).length;

const flag: Check = value => value === '';
const text: Check = value => typeof value === 'string' && value !== '';
const integer: Check = value => Number.isSafeInteger(value);
const texts = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every(each => typeof each === 'string') &&
  new Set(value).size === value.length;
const textMap = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && texts(Object.values(value)) && Object.keys(value).length > 0;
const isOneOf =
  (...values: readonly unknown[]): Check =>
  value =>
    values.includes(value);
const partOfType: Check = (value, { type } = {}) => texts(value) && value.every(each => isIn(type, each));
const isIn = (type: unknown, value: string) => Array.isArray(type) && type.includes(value);
const typeNames = new Set([
  'string',
  'integer',
  'boolean',
  'timestamp',
  'limit',
  'namespace',
  'user',
  'title',
]);
const userKinds = new Set(['name', 'ip', 'temp', 'cidr', 'interwiki', 'id']);

const moduleMembers: Readonly<Record<string, Check>> = {
  name: text,
  path: (value, owner = {}) => value === nameOf(owner) || value === `query+${nameOf(owner)}`,
  group: isOneOf('list', 'prop', 'meta', 'action', 'format'),
  prefix: value => typeof value === 'string' && /^[a-z]*$/.test(value),
  source: text,
  sourcename: text,
  licensetag: isOneOf('GPL-2.0-or-later', 'MIT', 'GPL-2.0-or-later AND GPL-3.0-or-later'),
  licenselink: (value, { source } = {}) =>
    value === `https://www.mediawiki.org/wiki/Special:Version/License/${String(source).replace(' ', '_')}`,
  readrights: flag,
  writerights: flag,
  mustbeposted: flag,
  generator: flag,
  internal: flag,
  deprecated: flag,
  helpurls: value => texts(value) && value.every(url => url.startsWith('https://www.mediawiki.org/')),
  parameters: Array.isArray,
  templatedparameters: Array.isArray,
};

const parameterMembers: Readonly<Record<string, Check>> = {
  index: integer,
  name: text,
  type: value => (Array.isArray(value) ? texts(value) && value.length > 0 : typeNames.has(String(value))),
  templatevars: textMap,
  required: flag,
  default: (value, { type, multi } = {}) => {
    if (type === 'integer' || type === 'limit' || type === 'namespace') return integer(value);
    if (typeof value !== 'string' || type === 'boolean') return false;
    const values = multi === '' && value !== '' ? value.split('|') : [value];
    return !Array.isArray(type) || (multi === '' && value === '') || values.every(each => isIn(type, each));
  },
  deprecated: flag,
  multi: flag,
  lowlimit: isOneOf(50),
  highlimit: isOneOf(500),
  limit: isOneOf(50),
  allowsduplicates: flag,
  min: isOneOf(0, 1),
  max: integer,
  highmax: integer,
  allspecifier: isOneOf('*'),
  extranamespaces: value => JSON.stringify(value) === '[-2,-1]',
  subtypes: (value, { type } = {}) =>
    type === 'user' && texts(value) && value.every(each => userKinds.has(each)),
  deprecatedvalues: partOfType,
  internalvalues: partOfType,
  sensitive: flag,
  tokentype: isOneOf('csrf'),
  info: value =>
    list(value).length === 1 &&
    list(value).every(({ name, values, ...rest }) =>
      name === 'modes'
        ? Array.isArray(values) &&
          values.every(each => [1, 2, 3].includes(each)) &&
          Object.keys(rest).length === 0
        : ['useronly', 'nonuseronly', 'singlepageonly', 'preloadcontentonly', 'editintroonly'].includes(
            String(name),
          ) && values === undefined,
    ),
  submodules: (value, { type } = {}) => textMap(value) && Object.keys(value).every(name => isIn(type, name)),
  submoduleparamprefix: isOneOf('g'),
};

const faults = (entry: Json, members: Readonly<Record<string, Check>>): readonly string[] =>
  Object.entries(entry)
    .filter(([name, value]) => !(Object.hasOwn(members, name) && members[name]?.(value, entry)))
    .map(([name]) => name);

const withFlag = (name: string) => submodules.filter(module => name in module).map(module => module['name']);
const withMember = (name: string) =>
  parameters
    .filter(({ module, parameter }) => submodules.includes(module) && name in parameter)
    .map(({ at }) => at);

describe('the built-in catalogue', () => {
  it('has helpformat none and main, query, json, then the 76 submodules by name', () => {
    const paths = modules.map(({ path }) => String(path));
    assert.equal(data.paraminfo.helpformat, 'none');
    assert.deepEqual(paths.slice(0, 3), ['main', 'query', 'json']);
    assert.equal(submodules.length, 76);
    assert.deepEqual(paths.slice(3), paths.slice(3).toSorted());
    assert.equal(new Set(paths).size, paths.length);
  });

  for (const module of modules)
    it(`${pathOf(module)} has the members of a module, each of its kind`, () => {
      assert.deepEqual(faults(module, moduleMembers), []);
      const must =
        'name path prefix source sourcename licensetag licenselink helpurls parameters templatedparameters';
      assert.deepEqual(
        must.split(' ').filter(name => !(name in module)),
        [],
      );
      assert.equal('group' in module, module['path'] !== 'main');
      for (const parameter of parametersOf(module)) {
        assert.deepEqual(faults(parameter, parameterMembers), [], nameOf(parameter));
        assert.deepEqual(['index', 'name', 'type'], Object.keys(parameter).slice(0, 3));
      }
    });

  it('numbers parameters from 1 upwards, a templated one holding the number that is skipped', () => {
    for (const module of modules) {
      const declared = list(module['parameters']).map(({ index }) => Number(index));
      assert.deepEqual(
        declared,
        declared.toSorted((a, b) => a - b),
        pathOf(module),
      );
      const numbers = parametersOf(module)
        .map(({ index }) => Number(index))
        .toSorted((a, b) => a - b);
      assert.deepEqual(
        numbers,
        [...numbers.keys()].map(at => at + 1),
        pathOf(module),
      );
    }
  });

  it('names a parameter once in its module', () => {
    assert.equal(new Set(parameters.map(({ at }) => at)).size, parameters.length);
  });

  it('gives every multi its limits, and no other parameter', () => {
    for (const { at, parameter } of parameters)
      for (const limit of ['lowlimit', 'highlimit', 'limit'])
        assert.equal(limit in parameter, 'multi' in parameter, at);
  });

  it('keeps to the bounds of the limits table', () => {
    const usual = [10, 1, 500, 5000];
    const special = new Map<string, readonly (number | undefined)[]>([
      ['imageinfo', [1, 1, 500, 5000]],
      ['random', [1, 1, 500, 5000]],
      ['alldeletedrevisions', [undefined, 1, 500, 5000]],
      ['allrevisions', [undefined, 1, 500, 5000]],
      ['deletedrevisions', [undefined, 1, 500, 5000]],
      ['revisions', [undefined, 1, 500, 5000]],
      ['checkuser', [500, 1, 500, 5000]],
      ['extracts', [20, 1, 20, undefined]],
      ['notifications', [20, 1, 50, 500]],
      ['unreadnotificationpages', [10, 1, 2000, undefined]],
    ]);
    const limits = parameters.filter(({ parameter }) => parameter['type'] === 'limit');
    assert.equal(limits.length, 58);
    for (const { at, module, parameter } of limits)
      assert.deepEqual(
        ['default', 'min', 'max', 'highmax'].map(name => parameter[name]),
        special.get(String(module['name'])) ?? usual,
        at,
      );
  });

  it('bounds four other numbers', () => {
    const bounded = parameters
      .filter(({ parameter }) => parameter['type'] !== 'limit' && ('min' in parameter || 'max' in parameter))
      .map(({ at, parameter }) => [at, parameter['min'], parameter['max'], parameter['highmax']]);
    assert.deepEqual(bounded, [
      ['query+extracts.chars', 1, 1200, undefined],
      ['query+extracts.sentences', 1, 10, undefined],
      ['query+prefixsearch.offset', 0, undefined, undefined],
      ['query+search.offset', 0, undefined, undefined],
    ]);
  });

  it('sets each module flag where it belongs', () => {
    assert.equal(withFlag('generator').length, 36);
    assert.equal(withFlag('readrights').length, 74);
    assert.deepEqual(withFlag('writerights'), ['checkuser']);
    assert.deepEqual(withFlag('mustbeposted'), ['checkuser']);
    assert.deepEqual(withFlag('deprecated'), ['deletedrevs']);
    assert.deepEqual(withFlag('internal'), ['checkuserformattedblockinfo', 'oath']);
  });

  it('sets each rare parameter member where it belongs', () => {
    assert.deepEqual(withMember('tokentype'), ['query+checkuser.token']);
    assert.deepEqual(withMember('allowsduplicates'), ['query+allmessages.args']);
    assert.deepEqual(withMember('sensitive'), [
      'query+checkuser.token',
      'query+watchlist.token',
      'query+watchlistraw.token',
    ]);
    assert.deepEqual(
      withMember('required'),
      [
        'checkuser.request',
        'checkuser.target',
        'checkuser.token',
        'codexicons.names',
        'pageswithprop.propname',
      ]
        .concat('prefixsearch.search', 'querypage.page', 'search.search')
        .map(at => `query+${at}`),
    );
    assert.deepEqual(
      withMember('templatevars'),
      ['alldeletedrevisions', 'allrevisions', 'deletedrevisions', 'revisions'].map(
        name => `query+${name}.contentformat-{slot}`,
      ),
    );
  });

  it('writes every shared enumeration out', () => {
    const counts: readonly (readonly [string, number])[] = [
      ['query+revisions.contentformat', 10],
      ['query+revisions.prop', 16],
      ['query+allusers.group', 8],
      ['query+allusers.rights', 133],
      ['query+contributors.rights', 121],
      ['query+contributors.excluderights', 121],
      ['query+exturlusage.protocol', 29],
      ['query+logevents.action', 63],
      ['query+fileusage.prop', 3],
    ];
    for (const [at, count] of counts) assert.equal(valueCount(at), count, at);
  });

  it('offers exactly its own modules in query', () => {
    for (const name of ['list', 'prop', 'meta', 'generator']) {
      const parameter = coreCatalogue.query.parameter(name) ?? assert.fail();
      const names = submodules
        .filter(module => (name === 'generator' ? 'generator' in module : module['group'] === name))
        .map(module => String(module['name']));
      assert.deepEqual([...(allowedValues(parameter) ?? [])].toSorted(), names);
      assert.deepEqual(parameter.submodules, new Map(names.map(each => [each, `query+${each}`])));
    }
  });

  it('has one name that two modules declare: iwurl', () => {
    const names = coreCatalogue.all.flatMap(module =>
      (module.generator ? ['', 'g'] : ['']).flatMap(g =>
        module.parameters.map(parameter => g + module.prefix + parameter.name),
      ),
    );
    const uses = Map.groupBy(names, name => name);
    assert.equal(uses.size, 956);
    assert.deepEqual(
      [...uses].filter(([, all]) => all.length > 1),
      [['iwurl', ['iwurl', 'iwurl']]],
    );
  });
});
