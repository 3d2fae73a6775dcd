import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fullTitle } from '../../sandbox/world/titles.ts';
import { plainText, references } from '../../sandbox/world/wikitext.ts';

const templates: Readonly<Record<string, string>> = {
  'Template:Box':
    'by [[{{{author|nobody}}}]]<includeonly>[[Category:Boxed]]</includeonly><noinclude>[[Help:Box]]</noinclude>',
};

const read = (text: string) => references(text, title => templates[fullTitle(title)]);
const titles = (text: string, kind: 'links' | 'templates' | 'images') => read(text)[kind].map(fullTitle);

describe('wikitext', () => {
  it('links', () =>
    assert.deepEqual(titles('[[a]] [[B|c]] [[a]] [[:Category:X]]', 'links'), ['A', 'B', 'Category:X']));
  it('shows pictures', () =>
    assert.deepEqual(titles('[[File:a.png|thumb|a]] [[:File:b.png]]', 'images'), ['File:A.png']));
  it('uses templates, there or not', () =>
    assert.deepEqual(titles('{{box}} {{none|1}}', 'templates'), ['Template:Box', 'Template:None']));
  it('takes links from templates', () => assert.deepEqual(titles('{{Box|author=ann}}', 'links'), ['Ann']));
  it('takes categories from templates', () =>
    assert.deepEqual(
      read('{{Box}}[[Category:Y|key]]').categories.map(({ title, sortKey }) => [title.text, sortKey]),
      [
        ['Boxed', ''],
        ['Y', 'key'],
      ],
    ));
  it('keeps what is for the template itself on the template', () =>
    assert.deepEqual(titles(templates['Template:Box'] ?? '', 'links').toSorted(), ['Help:Box', 'Nobody']));
  it('links to addresses', () =>
    assert.deepEqual(read('[https://example.org/a b] [mailto:a@b.c]').external, [
      'https://example.org/a',
      'mailto:a@b.c',
    ]));
  it('links to languages and other wikis', () => {
    const { languages, interwiki } = read('[[de:Foo]] [[commons:Bar]] [[:fr:Baz]]');
    assert.deepEqual(
      [languages, interwiki].map(list => list.map(({ prefix }) => prefix)),
      [['de'], ['commons', 'fr']],
    );
  });
  it('redirects', () => assert.deepEqual(read('#REDIRECT [[Sage#Use]]').redirect?.fragment, 'Use'));
  it('reads without markup', () =>
    assert.equal(plainText("{{Box}}'''Sage''' is [[Herbs|a herb]].[[Category:X]]"), 'Sage is a herb.'));
});
