/**
 * Right queries as they come from pages, programs, tables and other languages: what is made of them without asking is the
 * query that they were, or still has an error.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isSameQuery } from '../../server/src/jql/syntax/tokenize.ts';
import { readCorpus } from '../support/corpus.ts';
import { cases } from '../support/depth.ts';
import { fixAll, found } from '../support/jql-problems.ts';

type Change = (query: string) => string;

const quotedText = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;
const outsideQuotes =
  (change: Change): Change =>
  query =>
    query
      .split(quotedText)
      .map((part, at) => (at % 2 === 0 ? change(part) : part))
      .join('');
const quotesAs =
  (open: string, close: string): Change =>
  query =>
    query
      .split(quotedText)
      .map((part, at) => (at % 2 === 0 ? part : open + part.slice(1, -1) + close))
      .join('');
const first =
  (pattern: RegExp, to: string): Change =>
  query =>
    query.replace(pattern, to);
const word = (from: string, to: string): Change =>
  outsideQuotes(first(new RegExp(String.raw`\b${from}\b`, 'i'), to));
const day = /(?<=[=<>(,] ?)["']?(\d{4})[-/](\d\d)[-/](\d\d)["']?(?! ?\d)/;
const list = / in \(([^()]+)\)/i;

const changes: Readonly<Record<string, Change>> = {
  'HTML entities': query =>
    query.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'entities by number': query => query.replaceAll('"', '&#34;'),
  'a non-breaking space as an entity': outsideQuotes(first(/ /, '&nbsp;')),
  'non-breaking spaces': outsideQuotes(part => part.replaceAll(' ', '\u00a0')),
  'quotes of a text processor': quotesAs('“', '”'),
  'German quotes': quotesAs('„', '“'),
  'French quotes': quotesAs('«', '»'),
  'full-width signs': outsideQuotes(part =>
    part.replaceAll('=', '＝').replaceAll('(', '（').replaceAll(')', '）').replaceAll(',', '，'),
  ),
  tabs: outsideQuotes(part => part.replaceAll(' ', '\t')),
  'carriage returns': outsideQuotes(part => part.replaceAll(/ and /gi, '\rAND ')),
  'a comment of SQL': query => `${query} -- mine`,
  'a comment in the middle': first(/ and /i, ' /* why */ AND '),
  'percent encoding': encodeURIComponent,
  'encoding of a form': query => encodeURIComponent(query).replaceAll('%20', '+'),
  'encoded spaces': query => (/^[^"']* /.test(query) ? query.replaceAll(' ', '%20') : query),
  'an encoded sign': query => query.replace(/[="<>(]/, encodeURIComponent),
  'a parameter': query => `jql=${encodeURIComponent(query)}`,
  'an address': query => `https://jira.example.com/issues/?jql=${encodeURIComponent(query)}`,
  '==': outsideQuotes(first(/(?<![<>!=])=(?!=)/, '==')),
  '&&': outsideQuotes(part => part.replaceAll(/ and /gi, ' && ')),
  '<>': outsideQuotes(part => part.replaceAll('!=', '<>')),
  '~ EMPTY': outsideQuotes(first(/ is empty/i, ' ~ EMPTY')),
  '!~ EMPTY': outsideQuotes(first(/ is not empty/i, ' !~ EMPTY')),
  'EMPTY()': outsideQuotes(first(/ is empty/i, ' is EMPTY()')),
  BETWEEN: first(/(\w+) >= (\S+) and \1 <= (\S+)/i, '$1 BETWEEN $2 AND $3'),
  LIMIT: query => `${query} LIMIT 10`,
  TOP: query => `TOP 10 ${query}`,
  SELECT: query => `SELECT * FROM issues WHERE ${query}`,
  'GROUP BY': query => `${query} GROUP BY status`,
  'a semicolon': query => `${query};`,
  'DESC before the field': first(/order by (\w+) (desc|asc)/i, 'ORDER BY $2 $1'),
  'ORDER BY in front': first(/^(.*) (order by [^-]*)$/i, '$2 $1'),
  'a day of Germany': first(day, '"$3.$2.$1"'),
  'a day of Britain': first(day, '"$3/$2/$1"'),
  'a day of the Netherlands': first(day, '$3-$2-$1'),
  'a moment of another zone': first(day, '"$1-$2-$3T00:00:00+09:00"'),
  'a list in brackets': first(list, ' in [$1]'),
  'a list without parentheses': first(list, ' in $1'),
  'a list with semicolons': query =>
    query.replace(list, (_, items: string) => ` in (${items.replaceAll(',', ';')})`),
  'a list without a comma': first(/("), ?(\w|")/, '$1 $2'),
  'a missing quote': first(/"(?=[^"]*$)/, ''),
  'a missing connective': first(/ and /i, ' '),
  'and/or': first(/ and /i, ' and/or '),
  'a trailing connective': query => `${query} AND`,
  'a colon': first(/ ?(?<![<>!])= ?/, ':'),
  'a placeholder': first(/= ?(\w+)(?!\w*\()/, '= ${$1}'),
  'a word in front': query => `query: ${query}`,
  'an item of a list in Markdown': query => `1. ${query}`,
  'quotes of a program': query => query.replaceAll('"', '\\"'),
  'no before in': word('not in', 'no in'),
  'no after is': word('is not', 'is no'),
  'is blank': word('is empty', 'is blank'),
  'a field and the word empty': word('is empty', 'empty'),
  isempty: word('is empty', 'isempty'),
  exists: word('is not empty', 'exists'),
  notin: word('not in', 'notin'),
  'a missing operator': first(/ ?(?<![<>!;])= ?/, ' '),
  eq: first(/ ?(?<![<>!])= ?/, ' eq '),
  ne: first(/ ?!= ?/, ' ne '),
  equals: first(/ ?(?<![<>!])= ?/, ' equals '),
  'isn’t': first(/ ?!= ?/, " isn't "),
  contains: first(/ ~ /, ' contains '),
  'a regular expression': first(/~ ["'](\w+)[^"']*["']/, '~ /$1/'),
  'a direction after a colon': first(/order by (\w+) (desc|asc)/i, 'ORDER BY $1:$2'),
  'a minus before the field': first(/order by (\w+) desc/i, 'ORDER BY -$1'),
  'an order of a search engine': first(/order by (\w+) (desc|asc)/i, 'sort:$1-$2'),
  'HAVING in place of the order': first(/ order by .*$/i, ' HAVING count(*) > 1'),
  'carets between conditions': outsideQuotes(part => part.replaceAll(/ and /gi, '^')),
  'AND in German': outsideQuotes(part => part.replaceAll(/ and /gi, ' UND ')),
  'OR in German': outsideQuotes(part => part.replaceAll(/ or /gi, ' ODER ')),
  'AND in French': outsideQuotes(part => part.replaceAll(/ and /gi, ' ET ')),
  'AND in Spanish': outsideQuotes(part => part.replaceAll(/ and /gi, ' Y ')),
  'a plus between conditions': outsideQuotes(part => part.replaceAll(/ and /gi, ' + ')),
  'a comma between conditions': outsideQuotes(part => part.replaceAll(/ and /gi, ', ')),
  'a semicolon between conditions': first(/ and /i, '; '),
  'a pipe between conditions': first(/ or /i, ' | '),
  'with in place of AND': first(/ and /i, ' with '),
  'but in place of AND': first(/ and /i, ' but '),
  'two connectives': first(/ and /i, ' and or '),
  'a list in braces': first(list, ' in {$1}'),
  'a list in quotes': first(list, ' in ("$1")'),
  'a list with OR': query =>
    query.replace(list, (_, items: string) => ` in (${items.replaceAll(',', ' OR ')})`),
  'a list with pipes': query =>
    query.replace(list, (_, items: string) => ` in (${items.replaceAll(',', '|')})`),
  'a list after =': first(/ in \(/i, ' = ('),
  'a user of another program': first(/currentUser\(\)/i, '@me'),
  'a period of a sentence': first(/(created|updated) ?>=? ?["']?-(\d+)d["']?/i, '$1 within $2 days'),
  'a missing closing quote': first(/("(?:[^"\\]|\\.)*)"/, '$1'),
  'a lost opening quote': first(/"/, ''),
  backticks: query => query.replaceAll('"', '`'),
  'a value written twice': first(/= ?(\w+)(?![\w.-])/, '= $1 $1'),
  'a field written twice': first(/^(\w+) /, '$1 $1 '),
  'an unquoted value': first(/"([A-Za-z]+(?: [A-Za-z]+)+)"/, '$1'),
  'a regular expression of words': first(/(?<=~ ?)["']([\w ]+)["']/, '/$1/'),
  'HAVING with a name': first(/ order by .*$/i, ' HAVING count > 1'),
  'is in place of =': first(/ ?(?<![<>!])= ?/, ' is '),
  'a surplus closing parenthesis': query => `${query})`,
  'a missing closing parenthesis': first(/\)(?=[^)]*$)/, ''),
  'a list of Python': query =>
    query.replace(
      list,
      (_, items: string) =>
        ` in [${items
          .split(/, ?/)
          .map(item => (/^["']/.test(item) ? item : `'${item}'`))
          .join(', ')}]`,
    ),
  'a list of Lucene': query =>
    query.replace(
      /(\w+) in \(((?!"[^",]*,)[^()]+)\)/i,
      (_, field: string, items: string) => `${field}:(${items.split(/, ?/).join(' OR ')})`,
    ),
  LIKE: first(/~ ?["'](\w[^"']*)["']/, "LIKE '%$1%'"),
  'a cell of a table': query => `"${query.replaceAll('"', '""')}"`,
  'a string of JSON': query => JSON.stringify(query),
  'a member of JSON': query => `"jql": ${JSON.stringify(query)},`,
  'an arrow': first(/>= ?/, '=> '),
  'an ellipsis': query => `${query} …`,
  'the number of a line': query => `12: ${query}`,
  'a sign of a prompt': query => `> ${query}`,
  'a bullet': query => `• ${query}`,
  'bold text': query => `**${query}**`,
  'code of Markdown': query => `\`${query}\``,
  'a polite word': query => `please show ${query}`,
};

/** Without comments, and what is only another way to write it: the kind of quotes, and quotes that are not needed. */
const plain = (query: string): string =>
  (/\bor\b|\bnot ?\(|\|/i.test(query) ? query : query.replaceAll(/[()]/g, ' '))
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/["'`“”„«»%]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \| /g, ' or ')
    .replaceAll('/', '-')
    .replaceAll(/\bin \((\w+\([^()]*\))\)/gi, 'in $1')
    .replace(/\bin \((\w+\(.*\))\)$/i, 'in $1')
    .replaceAll(/\s*([=<>~(),&]+)\s*/g, '$1')
    .replaceAll(/&+/g, ' and ')
    .replaceAll(/(?:\bis |=)(?=(?:not )?(?:empty|null)\b)/gi, '=')
    .replaceAll(/(?:=not |!=)(?=(?:empty|null)\b)/gi, '!=')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isRight = (query: string): boolean =>
  found(query).every(problem => /^(?:hint|information):/.test(problem));
const collected = readCorpus('jql')
  .filter(({ query, judgement }) => judgement === 'fine' && query.length < 300 && !/[\n#]|\/\//.test(query))
  .map(({ query }) => query)
  .filter(isRight);
const value = /(?<=[<>!=]= ?|[=~] ?)["']?\w+["']?(?![\w(.-])/;
const queries = [
  ...collected,
  ...['Ann Lee', 'Out of Scope'].flatMap(name =>
    collected.map(query => query.replace(value, `"${name}"`)).filter(isRight),
  ),
];

const maxRounds = 6;

function fixedInTheEnd(text: string): string {
  let now = text;
  for (let round = 0, before = ''; round < maxRounds && now !== before; round++) {
    before = now;
    now = fixAll(now);
  }
  return now;
}

describe('a right query that was changed', () => {
  for (const [name, change] of Object.entries(changes))
    it(`by ${name} becomes what it was, or keeps an error`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...queries), query => {
          const changed = change(query);
          if (changed === query) return;
          const now = fixedInTheEnd(changed);
          if (now === changed || found(now).some(problem => problem.startsWith('!'))) return;
          assert.ok(isSameQuery(plain(now), plain(query)), `${query}\n⇒ ${changed}\n→ ${now}`);
        }),
        { numRuns: cases(20, 1000) },
      );
    });
});

describe('a right query that was changed in two ways', () => {
  it('becomes what it was, keeps one of the changes, or keeps a problem', () => {
    const names = Object.keys(changes);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 2 }),
        fc.constantFrom(...queries),
        ([one = '', other = ''], query) => {
          const [once, alone] = [one, other].map(name => changes[name]!(query));
          const changed = changes[other]!(once!);
          const now = fixedInTheEnd(changed);
          const before = new Set(found(query));
          if (
            now === changed ||
            found(now).some(problem => !problem.startsWith('hint:') && !before.has(problem))
          )
            return;
          const right = [query, once!, alone!].flatMap(text => [text, fixedInTheEnd(text)]);
          assert.ok(
            right.some(text => isSameQuery(plain(now), plain(text))),
            `${one}, ${other}: ${query}\n⇒ ${changed}\n→ ${now}`,
          );
        },
      ),
      { numRuns: cases(500, 40_000), seed: 1 },
    );
  });
});
