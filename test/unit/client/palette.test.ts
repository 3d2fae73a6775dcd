/** The entries of the command palette, by where the user is: `when` clauses as the editor evaluates them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import texts from '../../../package.nls.json' with { type: 'json' };

type Context = Readonly<Record<string, string | boolean>>;

/** Whether a `when` clause holds: of its operators those that the manifest uses. */
const holds = (clause: string, context: Context): boolean =>
  clause.split(' || ').some(either => either.split(' && ').every(term => isTrue(term, context)));

const isTrue = (term: string, context: Context): boolean => {
  const [, not, key = '', , equal, pattern] =
    /^(!?)([\w.]+)(?: (?:(== '?([\w.]+)'?)|=~ \/(.+)\/))?$/.exec(term) ?? [];
  assert.notEqual(key, '', `the test reads ${term}`);
  const value = key === 'false' ? false : (context[key] ?? false);
  if (equal !== undefined) return value === equal;
  if (pattern !== undefined) return new RegExp(pattern).test(String(value));
  return (value !== false) !== (not === '!');
};

/** Clauses with brackets, without them: `a && (b || c)` becomes `a && b || a && c`. */
const flat = (clause: string): string => {
  const [, before, inside] = /^(.* && )\((.*)\)$/.exec(clause) ?? [];
  return before === undefined || inside === undefined
    ? clause
    : inside
        .split(' || ')
        .map(term => before + term)
        .join(' || ');
};

const { commands, menus } = manifest.contributes;
const shown = (context: Context): readonly string[] =>
  commands
    .map(({ command }) => command)
    .filter(command => {
      const entry = menus.commandPalette.find(item => item.command === command);
      return entry === undefined || holds(flat(entry.when), context);
    });

const everything = { 'wikijql.hasSite': true, 'wikijql.hasTracker': true, 'wikijql.hasRun': true };

for (const editorLangId of ['wikiquery', 'jql'])
  test(`a ${editorLangId} file has at most 30 entries, whatever there is`, () => {
    const entries = shown({ ...everything, editorLangId });
    assert.ok(entries.length <= 30 && entries.length > 20, `${entries.length}: ${entries.join(' ')}`);
    assert.ok(entries.includes('wikijql.run') && entries.includes('wikijql.comparePrevious'));
  });

test('a program has few entries, and no query file’s', () => {
  const entries = shown({ ...everything, editorLangId: 'rust' });
  assert.ok(entries.length <= 20, entries.join(' '));
  for (const command of ['run', 'watch', 'copyAs', 'openSandbox', 'comparePrevious'])
    assert.ok(!entries.includes(`wikijql.${command}`), command);
});

test('a default site is enough before the extension is active', () => {
  const entries = shown({ editorLangId: 'rust', 'config.wikijql.defaultSite': 'enwiki' });
  for (const command of ['switchSite', 'signIn', 'fetchIssue'])
    assert.ok(entries.includes(`wikijql.${command}`), command);
  assert.ok(!entries.includes('wikijql.firstQuery'));
});

test('without a site, the first query is offered, and nothing that needs a site', () => {
  const entries = shown({ editorLangId: 'wikiquery' });
  assert.ok(entries.includes('wikijql.firstQuery') && entries.includes('wikijql.addSite'));
  for (const command of ['switchSite', 'signIn', 'fetchIssue', 'sites.diagnose', 'filters.checkAll'])
    assert.ok(!entries.includes(`wikijql.${command}`), command);
});

const idsOf = (...names: readonly string[]): readonly string[] => names.map(name => `wikijql.${name}`);

const titles = new Map(Object.entries(texts));
const titleOf = (id: string): string => {
  const { category = '', title = '' } = commands.find(({ command }) => command === id) ?? {};
  return `${category}: ${titles.get(title.slice(1, -1))}`;
};

test('no two entries have the same title', () => {
  const entries = shown({ ...everything, editorLangId: 'jql', activeWebviewPanelId: 'wikijql.issue' });
  assert.equal(new Set(entries.map(titleOf)).size, entries.length);
  assert.ok(entries.includes('wikijql.issueBack'));
});

test('“jira” finds what one does at a tracker, and “wiki” everything', () => {
  const found = (word: string, context: Context): readonly string[] =>
    shown(context).filter(id => titleOf(id).toLowerCase().includes(word));
  assert.deepEqual(found('jira', {}), idsOf('addSite', 'newJqlQuery'));
  assert.deepEqual(
    found('jira', { ...everything, editorLangId: 'jql' }),
    idsOf(
      'switchSite',
      'addSite',
      'newJqlQuery',
      'signIn',
      'fetchIssue',
      'openIssueAtCursor',
      'filters.checkAll',
      'filters.compareFile',
    ),
  );
  assert.deepEqual(found('wiki', {}), shown({}));
});

test('what the palette leaves out is reached from a menu or a view', () => {
  const elsewhere = new Set(
    Object.entries(menus).flatMap(([menu, items]) =>
      menu === 'commandPalette' ? [] : items.map(item => ('command' in item ? item.command : '')),
    ),
  );
  const never = menus.commandPalette.filter(({ when }) => when === 'false');
  assert.ok(never.length > 10);
  for (const { command } of never) assert.ok(elsewhere.has(command), command);
});

const welcomeOf = (view: string): string =>
  manifest.contributes.viewsWelcome.find(welcome => welcome.view === view)?.when ?? '';

test('the Sites view says that there is no site once it has looked', () => {
  const welcome = welcomeOf('wikijql.sitesView');
  const shownWith = [{}, { 'wikijql.hasSite': true }, { 'wikijql.hasNoSite': true }].map(context =>
    holds(welcome, context),
  );
  assert.deepEqual(shownWith, [false, false, true]);
});

test('the Queries view says that there is no query once it has looked', () => {
  const welcome = welcomeOf('wikijql.queriesView');
  const shownWith = [{}, { 'wikijql.queries': 'some' }, { 'wikijql.queries': 'none' }].map(context =>
    holds(welcome, context),
  );
  assert.deepEqual(shownWith, [false, false, true]);
});

/** The entries of the menu of a site. */
const siteMenu = (state: string): readonly string[] =>
  menus['view/item/context']
    .filter(({ when }) => holds(when, { view: 'wikijql.sitesView', viewItem: `site wiki ${state} unlocked` }))
    .map(({ command }) => command);

test('the menu of a site signs out where somebody is signed in', () => {
  assert.ok(siteMenu('signedIn').includes('wikijql.signOut'));
  assert.ok(!siteMenu('signedOut').includes('wikijql.signOut'));
  assert.ok(siteMenu('signedOut').includes('wikijql.signIn'));
});
