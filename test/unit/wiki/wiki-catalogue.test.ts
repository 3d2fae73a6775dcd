/** Reading paraminfo of either format version, refusing anything else, and merging a site's own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import data from '../../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import {
  CatalogueError,
  mergeCatalogues,
  readCatalogue,
  readParamInfo,
} from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { coreCatalogue } from '../../support/catalogue.ts';

const answer = (...modules: readonly unknown[]) => ({ paraminfo: { modules } });
const module = (more: object = {}) => ({ name: 'x', path: 'query+x', group: 'list', prefix: 'x', ...more });
const parameter = (more: object = {}) => ({ index: 1, name: 'p', type: 'string', ...more });
const withParameter = (more: object) => answer(module({ parameters: [parameter(more)] }));
const only = (json: unknown) => readParamInfo(json)[0];
const declaring = (name: string) => coreCatalogue.declarations(name).map(each => each.module.path);
const readDefault = (value: unknown) => only(withParameter({ default: value }))?.parameter('p')?.default;
const names = (modules: readonly { readonly name: string }[]) => modules.map(({ name }) => name);

describe('reading paraminfo', () => {
  it('looks a module up by path, by name, and by nothing else', () => {
    assert.equal(coreCatalogue.module('query+allpages'), coreCatalogue.module('allpages'));
    assert.equal(coreCatalogue.module('main'), coreCatalogue.main);
    assert.equal(coreCatalogue.module('query'), coreCatalogue.query);
    for (const name of ['', 'Allpages', 'nothing', '__proto__', 'constructor'])
      assert.equal(coreCatalogue.module(name), undefined, name);
  });

  it('tells everything of a parameter', () => {
    const { parameter: of } = coreCatalogue.module('checkuser') ?? assert.fail();
    const { type, required, sensitive, tokenType, multi } = of('token') ?? assert.fail();
    assert.deepEqual([type, required, sensitive, tokenType, multi], ['string', true, true, 'csrf', false]);
    const { min, max, highMax, default: usual } = of('limit') ?? assert.fail();
    assert.deepEqual([min, max, highMax, usual], [1, 500, 5000, 500]);
    assert.deepEqual(of('request')?.deprecatedValues, ['edits']);
    assert.deepEqual(of('target')?.subtypes, ['name', 'ip', 'temp', 'cidr']);
    assert.equal(of('cutoken'), undefined);
    const links = coreCatalogue.module('links')?.parameter('namespace') ?? assert.fail();
    assert.deepEqual([links.multi, links.lowLimit, links.highLimit], [true, 50, 500]);
    assert.deepEqual([links.allSpecifier, links.extraNamespaces], ['*', [-2, -1]]);
    const start = coreCatalogue.module('deletedrevs')?.parameter('start');
    assert.deepEqual(start?.info, [{ name: 'modes', values: [1, 2] }]);
    const [templated] = coreCatalogue.module('revisions')?.templatedParameters ?? [];
    assert.deepEqual([...(templated?.templateVars ?? [])], [['slot', 'slots']]);
    assert.equal(coreCatalogue.query.parameter('generator')?.submoduleParamPrefix, 'g');
  });

  it('lists the modules of a group, and those that generate', () => {
    assert.equal(coreCatalogue.modules('list').length, 43);
    assert.equal(coreCatalogue.modules('prop').length, 21);
    assert.equal(coreCatalogue.modules('meta').length, 12);
    assert.equal(coreCatalogue.generators.length, 36);
  });

  it('finds who declares a name', () => {
    assert.deepEqual(declaring('cmtitle'), ['query+categorymembers']);
    assert.deepEqual(declaring('iwurl'), ['query', 'query+iwlinks']);
    assert.deepEqual(declaring('gcmtitle'), []);
  });

  const flags = ['generator', 'readrights', 'writerights', 'mustbeposted', 'deprecated', 'internal'];
  const readFlags = (value: unknown) => {
    const read = only(answer(module(Object.fromEntries(flags.map(name => [name, value]))))) ?? assert.fail();
    return [
      read.generator,
      read.readRights,
      read.writeRights,
      read.mustBePosted,
      read.deprecated,
      read.internal,
    ];
  };
  it('takes the flags of both format versions', () => {
    for (const yes of ['', true]) assert.deepEqual(readFlags(yes), Array(6).fill(true));
    for (const no of [undefined, false]) assert.deepEqual(readFlags(no), Array(6).fill(false));
    assert.equal(only(withParameter({ multi: true }))?.parameter('p')?.multi, true);
    assert.equal(only(withParameter({ multi: false }))?.parameter('p')?.multi, false);
  });

  it('takes a default of any type, a boolean one as none', () => {
    const values = ['', 'a|b', -1, false, undefined];
    assert.deepEqual(values.map(readDefault), ['', 'a|b', -1, undefined, undefined]);
  });

  it('takes types it has never heard of', () => {
    assert.equal(only(withParameter({ type: 'expiry' }))?.parameter('p')?.type, 'expiry');
  });

  it('sorts parameters by their index', () => {
    const read = only(answer(module({ parameters: [parameter({ index: 2 }), parameter({ name: 'q' })] })));
    assert.deepEqual(names(read?.parameters ?? []), ['q', 'p']);
  });

  it('does not take an inherited or a special name for a member', () => {
    const json: unknown = JSON.parse('{"paraminfo":{"__proto__":{"modules":[]}}}');
    assert.throws(() => readParamInfo(json), CatalogueError);
    const read = only(answer(module({ parameters: [parameter({ name: '__proto__' })] })));
    assert.equal(read?.parameter('__proto__')?.name, '__proto__');
    assert.equal(read?.parameter('toString'), undefined);
  });

  const long = 'x'.repeat(10_001);
  const wrong: readonly (readonly [unknown, string, string])[] = [
    [undefined, 'missing', 'data'],
    [null, 'missing', 'data'],
    ['<html>', 'notAnObject', 'data'],
    [[], 'notAnObject', 'data'],
    [{ error: {} }, 'missing', 'data.paraminfo'],
    [{ paraminfo: {} }, 'missing', 'data.paraminfo.modules'],
    [{ paraminfo: { modules: {} } }, 'notAnArray', 'data.paraminfo.modules'],
    [answer(7), 'notAnObject', 'data.paraminfo.modules[0]'],
    [answer({}), 'missing', 'data.paraminfo.modules[0].path'],
    [answer(module({ path: 5 })), 'notText', 'data.paraminfo.modules[0].path'],
    [answer(module({ name: long })), 'tooLong', 'data.paraminfo.modules[0].name'],
    [answer(module({ group: 'lists' })), 'unknownValue', 'data.paraminfo.modules[0].group'],
    [answer(module({ generator: 'no' })), 'notAFlag', 'data.paraminfo.modules[0].generator'],
    [answer(module({ helpurls: 'x' })), 'notAnArray', 'data.paraminfo.modules[0].helpurls'],
    [answer(module(), module()), 'duplicate', 'data.paraminfo.modules[1]'],
    [answer(...Array<unknown>(2_001).fill(module())), 'tooMany', 'data.paraminfo.modules'],
    [withParameter({ index: '1' }), 'notAnInteger', 'data.paraminfo.modules[0].parameters[0].index'],
    [withParameter({ index: 1.5 }), 'notAnInteger', 'data.paraminfo.modules[0].parameters[0].index'],
    [withParameter({ type: undefined }), 'missing', 'data.paraminfo.modules[0].parameters[0].type'],
    [withParameter({ type: { a: 1 } }), 'notAnArray', 'data.paraminfo.modules[0].parameters[0].type'],
    [withParameter({ type: [['a']] }), 'notText', 'data.paraminfo.modules[0].parameters[0].type[0]'],
    [withParameter({ default: {} }), 'notAnInteger', 'data.paraminfo.modules[0].parameters[0].default'],
    [withParameter({ info: [{}] }), 'missing', 'data.paraminfo.modules[0].parameters[0].info[0].name'],
    [
      withParameter({ submodules: { a: 1 } }),
      'notText',
      'data.paraminfo.modules[0].parameters[0].submodules{0}',
    ],
    [
      answer(module({ parameters: [parameter(), parameter()] })),
      'duplicate',
      'data.paraminfo.modules[0].parameters[1]',
    ],
    [
      withParameter({ type: Array(1_000).fill('x'.repeat(9_000)) }),
      'tooBig',
      'data.paraminfo.modules[0].parameters[0].type[888]',
    ],
  ];
  for (const [json, fault, path] of wrong)
    it(`refuses data that is ${fault} at ${path}`, () => {
      assert.throws(() => readParamInfo(json), { name: 'CatalogueError', fault, path });
    });

  it('refuses a catalogue without query', () => {
    const rest = data.paraminfo.modules.filter(({ path }) => path !== 'query');
    assert.throws(() => readCatalogue(answer(...rest)), { name: 'CatalogueError', fault: 'missing' });
  });
});

describe('merging a site into the built-in catalogue', () => {
  const images = module({
    name: 'pageimages',
    path: 'query+pageimages',
    group: 'prop',
    prefix: 'pi',
    generator: '',
  });
  const merged = mergeCatalogues(coreCatalogue, readParamInfo(answer(images)));

  it('offers a module that only the site has', () => {
    assert.equal(merged.module('pageimages')?.prefix, 'pi');
    assert.ok(names(merged.modules('prop')).includes('pageimages'));
    assert.ok(names(merged.generators).includes('pageimages'));
    assert.ok(merged.query.parameter('prop')?.type.includes('pageimages'));
    assert.equal(merged.modules('prop').length, 22);
    assert.equal(merged.modules('list').length, 43);
  });

  it('takes the site’s word for a module that both have', () => {
    const pages = module({
      name: 'allpages',
      path: 'query+allpages',
      prefix: 'ap',
      parameters: [parameter()],
    });
    const site = mergeCatalogues(coreCatalogue, readParamInfo(answer(pages)));
    assert.deepEqual(names(site.module('allpages')?.parameters ?? []), ['p']);
    assert.equal(site.modules('list').length, 43);
    assert.deepEqual(site.declarations('aplimit'), []);
  });

  it('offers only what the site’s own query offers', () => {
    const list = parameter({
      name: 'list',
      type: ['allpages', 'x'],
      multi: true,
      submodules: { x: 'query+x' },
    });
    const query = { name: 'query', path: 'query', group: 'action', prefix: '', parameters: [list] };
    const site = mergeCatalogues(coreCatalogue, readParamInfo(answer(query, module())));
    assert.deepEqual(names(site.modules('list')), ['allpages', 'x']);
    assert.deepEqual(names(site.modules('meta')), []);
    assert.equal(site.module('checkuser')?.prefix, 'cu');
  });

  it('leaves the built-in catalogue as it was', () => {
    assert.equal(coreCatalogue.module('pageimages'), undefined);
    assert.ok(!coreCatalogue.query.parameter('prop')?.type.includes('pageimages'));
    const same = mergeCatalogues(coreCatalogue, []);
    assert.deepEqual(names(same.all), names(coreCatalogue.all));
  });
});
