/** README.md, docs and package.json agree on settings, commands and keys, and every link leads somewhere. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import titles from '../../../package.nls.json' with { type: 'json' };
import { globbed } from '../../support/globbed.ts';
import { inRoot } from '../../support/paths.ts';
import { manifestSettings } from '../../support/settings.ts';

const textOf = (page: string): string => readFileSync(inRoot(page), 'utf8');
const readme = textOf('README.md');
const pages = ['README.md', ...globbed('docs/**/*.md')];
const documentation = pages.map(textOf).join('\n');
const { commands, configuration, keybindings } = manifest.contributes;

/** The cells of a table below a heading, without its header row. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = readme.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line => line.split('|').slice(1, -1))
    .map(cells => cells.map(cell => cell.trim()));
}

const titleOf = new Map<string, string>(
  commands.map(({ command, title }) => [
    command,
    new Map(Object.entries(titles)).get(title.replaceAll('%', '')) ?? title,
  ]),
);

const compare = (one: string, other: string): number => one.localeCompare(other);

const settings = Object.entries(manifestSettings);

test('there are at most 14 settings, in groups with an order', () => {
  assert.ok(settings.length <= 14, String(settings.length));
  const orders = configuration.map(({ order, properties }) => [
    order,
    Object.values<{ readonly order: number }>(properties).map(setting => setting.order),
  ]);
  const counted = configuration.map(({ properties }, index) => [
    index + 1,
    Object.keys(properties).map((_name, place) => place + 1),
  ]);
  assert.deepEqual(orders, counted);
});

test('the README lists each setting with its default, and no other', () => {
  const listed = tableBelow('Settings').map(([name, value]) => `${name}: ${value}`);
  const configured = settings.map(
    ([name, setting]) => `\`${name}\`: \`${setting.properties ? '{…}' : JSON.stringify(setting.default)}\``,
  );
  assert.deepEqual(listed.toSorted(compare), configured.toSorted(compare));
});

test('every name of a setting is one', () => {
  const names = new Set(settings.map(([name]) => name));
  const others = new Set(['wikijql.run', 'wikijql.copyAs', 'wikijql.pasteAsQuery']);
  const named = Array.from(documentation.matchAll(/`(wikijql\.[\w.]+)`/g), ([, name = '']) => name);
  assert.ok(named.length >= names.size);
  for (const name of named) assert.ok(names.has(name) || others.has(name), name);
});

test('the README lists each key with its command, and no other', () => {
  const listed = tableBelow('Keys').map(([title = '', keys = '']) => {
    const [key = '', mac = ''] = Array.from(keys.matchAll(/`([^`]+)`/g), ([, name = '']) =>
      name.toLowerCase(),
    );
    return `${title.replaceAll('*', '')}: ${key} ${mac}`;
  });
  const bound = keybindings.map(
    ({ command, key, ...others }) => `${titleOf.get(command)}: ${key} ${'mac' in others ? others.mac : ''}`,
  );
  assert.deepEqual(listed.toSorted(compare), [...new Set(bound)].toSorted(compare));
});

/** Other words that are bold. */
const features = new Set(['Query Results', 'Quick fixes']);

test('every command that is named is one', () => {
  const commandTitles = new Set(titleOf.values());
  const named = Array.from(
    documentation.matchAll(/\*\*([A-Z]\w*(?: [A-Z]?\w+)+…?)\*\*/g),
    ([, name = '']) => name,
  );
  assert.ok(named.length >= 4);
  for (const name of named) assert.ok(commandTitles.has(name) || features.has(name), name);
});

/** Keys that the panels handle themselves. */
const inPanels = new Set(['ctrl+f', 'cmd+f', 'alt+down', 'alt+up']);

test('every key that is named is bound', () => {
  const bound = new Set(
    keybindings.flatMap(({ key, ...others }) => [key, 'mac' in others ? others.mac : key]),
  );
  const named = Array.from(documentation.matchAll(/`((?:Ctrl|Cmd|Alt)\+\w+)`/g), ([, key = '']) =>
    key.toLowerCase(),
  );
  assert.ok(named.length > bound.size);
  for (const key of named) assert.ok(bound.has(key) || inPanels.has(key), key);
});

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): readonly string[] =>
  Array.from(textOf(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

test('every link leads to a file and its heading', () => {
  const links = pages.flatMap(page =>
    Array.from(textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g), match => ({
      from: page,
      to: match[1] ? path.posix.join(path.posix.dirname(page), match[1]) : page,
      anchor: match[2],
    })),
  );
  assert.ok(links.length > 30, String(links.length));
  for (const { from, to, anchor } of links) {
    assert.ok(existsSync(inRoot(to)), `${from}: ${to}`);
    if (anchor !== undefined) assert.ok(anchorsOf(to).includes(anchor), `${from}: ${to}#${anchor}`);
  }
});
