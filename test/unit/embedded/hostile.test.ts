/** Files that only pretend to be what their names say: they cost no stack and have no queries, and are read in linear time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import hosts from '../../../server/catalogue/embedded/hosts.json' with { type: 'json' };
import { maxCodeLength, maxHostLengthOf } from '#shared/base/queries/embedded-hosts.ts';
import { checkHostText } from '../../../server/src/embedded/host-text.ts';
import { maxQueries } from '../../../server/src/embedded/find-queries.ts';
import { type HostId, hostIds, loadHost } from '../../../server/src/embedded/hosts/hosts.ts';
import { PlaceholderNames } from '../../../server/src/embedded/placeholder-names.ts';
import { shell } from '../../../server/src/embedded/hosts/shell.ts';
import {
  embeddedContext,
  embeddedDocument,
  fixedOnce,
  languageFor,
  load,
  queriesIn,
} from '../../support/embedded.ts';

const lines = (text: string): string => `${text}\n`.repeat(4000);

const texts: readonly (readonly [language: string, text: string])[] = [
  ['javascript', `action = query = ${lines('[')}`],
  ['javascript', `jql = 'a'${lines(" + 'b'")}`],
  ['typescript', `let jql: ${lines('A<')}`],
  ['python', `jql = (${lines('(')}`],
  ['python', `jql = ${lines('not \\')}c`],
  ['php', `<?php $jql = ${lines('[')}`],
  ['json', `{"jql": ${lines('[')}`],
  ['json', lines('{"action":')],
  ['yaml', `jql: ${lines('[')}`],
  ['markdown', `${lines('> > > >')}\`\`\`jql\nproject = A\n\`\`\``],
  ['shellscript', `curl --jql '${lines('$(')}`],
  ['java', `jql = ${lines('f("a", (b + ')}`],
  ['kotlin', `jql = "${lines('${f("')}`],
  ['ruby', `jql = ${lines('<<~A')}`],
];

describe('a text of thousands of levels', () => {
  for (const [language, text] of texts)
    it(`is looked through without an error: ${language}, ${JSON.stringify(text.slice(0, 30))}`, async () => {
      const host = await loadHost(language);
      for (const { text: query } of host!.queries(text)) assert(query.text.length < text.length);
    });
});

describe('the few words that a file is looked through for first', () => {
  const words = new RegExp(hosts.wordsOfMarkers.join('|'));
  for (const marker of hosts.markers.flatMap(each => (each.includes('(') ? [each] : each.split('|'))))
    it(`are in the marker ${marker}`, () => assert.match(marker, words));
});

/** As much of a text as a host reads. */
const filled = (part: string): string => part.repeat(maxCodeLength / part.length - 10);

describe('a long script', () => {
  const begin = "curl --jql 'a = b'\n";
  const parts: Readonly<Record<string, string>> = {
    'substitutions that nothing closes': '$(\n',
    'substitutions in quotes that nothing closes': '"$( ',
    'quotes that only the end of their substitution ends': '$(")\n',
    'substitutions in each other': `${'$(a '.repeat(300)}${')'.repeat(300)}\n`,
  };
  for (const [name, part] of Object.entries(parts))
    it(`is read in linear time: ${name}`, () => {
      const source = begin + filled(part);
      assert.equal(shell.queries(source)[0]?.text.text, 'a = b');
    });

  it('has the queries of substitutions in each other', async () => {
    const source = `echo "$(echo $(curl --jql 'a = b'))" $(echo ") curl --jql 'c = d'`;
    assert.deepEqual(await queriesIn('shellscript', source), ['a = b', 'c = d']);
  });
});

describe('code that is read by its strings', () => {
  const parts: readonly (readonly [host: HostId, part: string])[] = [
    ['kotlin', '"${'],
    ['kotlin', '"""${'],
    ['ruby', '<<A '],
    ['ruby', '<<A\n'],
    ['ruby', '%q('],
    ['perl', 'qq{$a->{b}'],
    ['perl', '=~ m/a\n'],
    ['rust', 'r##"'],
    ['csharp', '$@"{{'],
    ['java', '"a" + '],
    ['java', '"a" + b(\n'],
    ['java', "'"],
    ['groovy', 'a("b", '],
    ['powershell', '@"\n'],
    ['dotenv', 'A=b '],
    ['dotenv', 'A="\n'],
  ];
  for (const [host, part] of parts)
    it(`is read in linear time: ${host}, ${JSON.stringify(part)}`, async () =>
      assert((await queriesIn(host, `jql = "a = b"\n${filled(part)}`)).length <= maxQueries));
});

describe('a file', () => {
  it('of more queries than are looked at has only so many', async () => {
    const pairs = "jql='project = A', ".repeat(maxQueries + 10);
    const fences = '```jql\nproject = A\n```\n\n'.repeat(maxQueries + 10);
    for (const [host, source] of [
      ['python', `f(${pairs})`.replaceAll(', ', ',\n')],
      ['markdown', fences],
    ] as const)
      assert.equal((await queriesIn(host, source)).length, maxQueries, host);
  });

  for (const host of hostIds)
    it(`that is too long says so: ${host}`, async () => {
      const long = 'jql = \n'.repeat(maxHostLengthOf(host) / 7 + 1);
      const document = await embeddedDocument(host, long);
      const { queries, isEmpty } = document;
      assert.deepEqual([queries, isEmpty], [[], false]);
      assert.deepEqual(
        document.fileProblems(languageFor, embeddedContext).map(({ code }) => code),
        ['host-too-long'],
      );
    });

  it('of fences of code has the queries of as much code as is read', async () => {
    const fence = `\`\`\`python\n${'x = 1\n'.repeat(10_000)}jql = "project = A"\n\`\`\`\n\n`;
    assert.equal((await queriesIn('markdown', fence.repeat(20))).length, 8);
  });
});

describe('what a host computes', () => {
  it('has a name of its own each, however often its words are the same', () => {
    const names = new PlaceholderNames();
    const given = Array.from({ length: 300_000 }, (_, index) => names.of(`x[${index}]`));
    assert.deepEqual([given[0], given[1], given.at(-1)], ['x', 'x2', 'x300000']);
    assert.equal(new Set(given).size, given.length);
  });
});

describe('a long paragraph beside a fence', () => {
  for (const part of ['[a](\n', '<!-- a\n', '`a``\n', '*a\n', '![[\n'])
    it(`is not read: ${JSON.stringify(part)}`, async () => {
      const source = '```jql\nproject = A\n```\n\nx\n' + part.repeat(1_000_000 / part.length);
      assert.deepEqual(await queriesIn('markdown', source), ['project = A']);
    });
});

const fences = (...queries: readonly string[]): string =>
  queries.map(query => `\`\`\`jql\n${query}\n\`\`\`\n`).join('\n');
const many = (query: string): string[] => Array.from({ length: 900 }, () => query);
const mostlyRight = (sign: string): string => {
  const others = `jql = "a ${sign} 1"\n`.repeat(20);
  return `${others}jql = r"status = In Progress"\n${others}`;
};

describe('fixes of many queries', () => {
  it('are made together, as each alone would read all of the text again', async () => {
    assert.equal(await fixedOnce('markdown', fences(...many('a == 1'))), fences(...many('a = 1')));
  });

  it('are made beside one that cannot be written', async () => {
    assert.equal(await fixedOnce('python', mostlyRight('==')), mostlyRight('='));
  });
});

describe('a text that a grammar takes long to read', () => {
  const text = 'a: action=query&list=allpagez\n'.repeat(40);
  it('is read again for its fixes for some seconds only', async t => {
    let now = 0;
    t.mock.method(Date, 'now', () => (now += 100));
    const { problems } = await checkHostText(load, 'yaml', text, embeddedContext);
    const fixed = problems.filter(({ fixes }) => fixes().length > 0).length;
    assert(fixed > 0 && fixed < problems.length, `${fixed} of ${problems.length}`);
  });
});
