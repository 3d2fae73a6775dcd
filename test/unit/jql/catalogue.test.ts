/** The built-in catalogue, its look-ups, and how a tracker describes itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import data from '../../../server/catalogue/jql/catalogue.json' with { type: 'json' };
import { operatorsOf } from '../../../server/src/jql/catalogue/catalogue.ts';
import { readJqlCatalogue } from '../../../server/src/jql/catalogue/read-catalogue.ts';
import { JqlSites } from '../../../server/src/jql/catalogue/jql-sites.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import { knowledge } from '../../support/jql.ts';

const { catalogue } = knowledge;

const counts = (name: string) => catalogue.function(name)!.counts;

describe('the built-in catalogue', () => {
  it('names operators, functions and predicates that it has', () => {
    const operators = catalogue.fields.flatMap(({ operators: ofField, cloud }) => [
      ...ofField,
      ...cloud.added,
      ...cloud.removed,
    ]);
    assert.deepEqual(
      operators.filter(name => catalogue.operator(name) === undefined),
      [],
    );
    const functions = catalogue.fields.flatMap(field => [...field.functions.values()].flat());
    assert.deepEqual(
      functions.filter(name => catalogue.function(name) === undefined),
      [],
    );
    const predicates = catalogue.operators.flatMap(operator => operator.predicates);
    assert.deepEqual(
      predicates.filter(name => catalogue.predicate(name) === undefined),
      [],
    );
  });

  it('lets EMPTY be asked of where the field may be empty', () => {
    const wrong = catalogue.fields.filter(
      field => field.operators.has('is') !== field.acceptsEmpty && field.type !== 'RANK',
    );
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [],
    );
  });

  it('is on some platform, each entry', () => {
    assert.ok([...catalogue.fields, ...catalogue.functions].every(({ on }) => on.length > 0));
  });

  it('never has two fields or functions of one name', () => {
    const names = catalogue.fields.flatMap(field => [field.name, ...field.aliases, ...field.cloud.aliases]);
    assert.equal(new Set(names.map(name => name.toLowerCase())).size, names.length);
  });

  for (const [name, entries] of [
    ['ASSIGNEE', 'assignee'],
    ['createdDate', 'created'],
    ['issuetype', 'type'],
    ['workType', 'type'],
    ['cf[10042]', 'cf[ID]'],
    ['CF [ 1 ]', 'cf[ID]'],
    ['issue.property[a].b', 'issue.property[key].path'],
    ['development[pullrequests].all', 'development[kind].metric'],
    ['Team[Team]', 'Team'],
    ['Story Points[Number]', 'Story Points'],
    // a custom field with the name of one of Jira’s own
    ['Category[Dropdown]', 'cf[ID]'],
    ['Time to resolution', 'SLA field'],
    ['time spent', undefined],
    ['__proto__', undefined],
    ['(', undefined],
  ] as const)
    it(`finds ${name}`, () => assert.equal(catalogue.field(name)?.name, entries));

  it('finds functions by their newer names', () => {
    assert.equal(catalogue.function('LINKEDWORKITEMS')?.name, 'linkedIssues');
  });

  it('counts arguments', () => {
    assert.deepEqual(counts('now'), { least: 0, most: 0 });
    assert.deepEqual(counts('updatedBy'), { least: 1, most: 3 });
    assert.deepEqual(counts('approver'), { least: 1, most: Infinity });
  });

  it('knows what differs on Cloud', () => {
    const key = catalogue.field('key')!;
    assert.ok(operatorsOf(key, undefined).has('~') && operatorsOf(key, undefined).has('is'));
    assert.ok(operatorsOf(key, 'cloud').has('~') && !operatorsOf(key, 'cloud').has('is'));
    assert.ok(!operatorsOf(key, 'datacenter').has('~'));
  });

  it('refuses words that have no meaning', () => {
    const field = { name: 'a', type: 'T', operators: '=', on: ['cloud'] };
    for (const change of [{ operators: 'none' }, { form: 'x' }, { on: ['x'] }, { functions: { in: 'none' } }])
      assert.throws(() => readJqlCatalogue({ ...data, fields: [{ ...field, ...change }] }), TypeError);
  });
});

describe('a tracker of its own', () => {
  const told = {
    visibleFieldNames: [
      {
        value: 'assignee',
        displayName: 'assignee',
        auto: 'true',
        orderable: 'true',
        searchable: 'true',
        operators: ['=', 'in', 'is', 'was'],
        types: ['com.atlassian.jira.user.ApplicationUser'],
      },
      {
        value: '"Risk & Cost"',
        displayName: 'Risk &amp; Cost - cf[10042]',
        cfid: 'cf[10042]',
        operators: ['=', '!=', '>'],
        types: ['java.lang.Number'],
      },
      {
        value: 'cf[10043]',
        displayName: '<b>Notes</b> - cf[10043]',
        cfid: 'cf[10043]',
        operators: ['~', '!~', 'is'],
        types: ['java.lang.String'],
      },
      {
        value: '"Go live"',
        displayName: 'Go live - cf[10044]',
        cfid: 'cf[10044]',
        orderable: 'true',
        operators: ['=', '<'],
        types: ['java.util.Date'],
      },
    ],
    visibleFunctionNames: [
      {
        value: 'currentUser()',
        displayName: 'currentUser()',
        types: ['com.atlassian.jira.user.ApplicationUser'],
      },
      { value: 'hasLinks("")', displayName: 'hasLinks("")', isList: 'true', types: [] },
    ],
    jqlReservedWords: ['ZEBRA'],
  };
  const merged = mergeTracker(catalogue, told, [
    {
      id: 'customfield_10044',
      name: 'Go live',
      clauseNames: ['cf[10044]', 'Go live'],
      schema: { type: 'date' },
    },
    { id: 'thumbnail', name: 'Images', clauseNames: [] },
  ]);

  it('says which operators its fields take', () => {
    assert.deepEqual([...operatorsOf(merged.field('assignee')!, undefined)], ['=', 'in', 'is', 'was']);
  });
  it('tells its custom fields by name and by number', () => {
    assert.equal(merged.field('cf[10043]')?.name, 'Notes');
    assert.equal(merged.field('Risk & Cost')?.type, 'NUMBER');
    assert.equal(merged.field('notes')?.type, 'TEXT');
    assert.equal(merged.field('go live')?.type, 'DATE');
    assert.equal(merged.field('cf [ 10044 ]')?.name, 'Go live');
    assert.equal(merged.field('cf[99]')?.name, 'cf[ID]');
  });
  it('adds its functions and reserved words', () => {
    assert.deepEqual([merged.function('haslinks')?.shape, merged.function('now')?.name], ['list', 'now']);
    assert.equal(merged.function('hasLinks')!.counts, undefined);
    assert.ok(merged.reservedWords.has('zebra'));
    assert.ok(merged.complete && !catalogue.complete);
  });
  it('leaves out names that cannot be seen whole: they could begin another query', () => {
    const names = ['a\n### b', 'a\rb', 'a\u2028b', 'a\u0000b', 'a\u202Eb', 'a\u200Bb', ''];
    const field = { operators: ['='], types: [] };
    const hostile = mergeTracker(catalogue, {
      visibleFieldNames: [...names, 'Notes'].map((value, index) => ({
        ...field,
        value: `"${value}"`,
        displayName: value,
        ...(index % 2 === 1 && { value: `cf[${index}]`, cfid: `cf[${index}]` }),
      })),
      visibleFunctionNames: names.map(name => ({ value: `${name}()`, displayName: name, types: [] })),
      jqlReservedWords: [],
    });
    const fromSite = hostile.fields.filter(each => each.isFromSite);
    assert.deepEqual(
      fromSite.map(({ name }) => name),
      ['Notes'],
    );
    assert.deepEqual(
      hostile.functions.filter(each => each.isFromSite),
      [],
    );
  });
  it('keeps what is built in where the tracker is silent', () => {
    assert.equal(merged.field('status')?.name, 'status');
  });
  it('is refused where it has another shape or is too big', () => {
    const field = { value: 'a', displayName: 'a', operators: [] };
    for (const wrong of [
      null,
      [],
      { visibleFieldNames: 1 },
      { visibleFieldNames: [{}] },
      { visibleFieldNames: Array.from({ length: 20_001 }, () => field) },
    ])
      assert.throws(() => mergeTracker(catalogue, wrong), CatalogueError);
  });

  it('is known by its site until the settings change', () => {
    const sites = new JqlSites(knowledge);
    const configured = [{ name: 'c', kind: 'tracker', url: 'https://acme.atlassian.net' } as const];
    assert.equal(sites.of('c', configured).platform, 'cloud');
    assert.equal(sites.of('c', []).platform, undefined);
    sites.learn('c', { autocompleteData: told, fields: undefined, deploymentType: 'Server' });
    assert.deepEqual(
      [sites.of('c', configured).platform, sites.of('c', []).catalogue.complete],
      ['datacenter', true],
    );
    sites.forget();
    assert.equal(sites.of('c', configured).catalogue.complete, false);
  });

  it('counts in its own time zone, if times can be shown in that', () => {
    const sites = new JqlSites(knowledge);
    const zoneOf = (timeZone: string): string | undefined => {
      sites.learn('c', { autocompleteData: told, timeZone });
      return sites.of('c', []).timeZone;
    };
    assert.equal(zoneOf('Asia/Tokyo'), 'Asia/Tokyo');
    assert.equal(zoneOf('Moon/Tranquility'), undefined);
  });
});
