/** Generates random queries, most of them valid. */
import words from '../../../../server/catalogue/jql/words.json' with { type: 'json' };
import type { Random } from '../../../support/random.ts';

/** Queries that the grammar accepts, as people and as nobody would write them. */
export function generate(random: Random): string {
  const where = random.chance(92) ? clauses(random, 3) : '';
  const order = random.chance(25) ? orderBy(random) : '';
  return [random.chance(4) ? gap(random) : '', where, where && order && gap(random), order].join('');
}

const gap = (random: Random): string =>
  random.chance(85) ? ' ' : random.one(['  ', '\n', '\t', ' \r\n ', '\r', '\n\n']);
const maybeGap = (random: Random): string => (random.chance(30) ? gap(random) : '');

/** A word in any mixture of capitals. */
function cased(random: Random, plain: string): string {
  if (random.chance(60)) return plain;
  if (random.chance(50)) return plain.toUpperCase();
  return Array.from(plain, letter => (random.chance(50) ? letter.toUpperCase() : letter)).join('');
}

const keywords = (random: Random, ...parts: readonly string[]): string =>
  parts.map(part => cased(random, part)).join(gap(random));

function clauses(random: Random, depth: number): string {
  const parts = random.some(1, 3, () => clause(random, depth));
  return parts.reduce((done, part) => done + connective(random) + part);
}

function connective(random: Random): string {
  const sign = random.one(['&', '&&', '|', '||']);
  if (random.chance(20)) return maybeGap(random) + sign + maybeGap(random);
  return gap(random) + cased(random, random.one(['and', 'or'])) + gap(random);
}

function clause(random: Random, depth: number): string {
  if (depth > 0 && random.chance(12))
    return `(${maybeGap(random)}${clauses(random, depth - 1)}${maybeGap(random)})`;
  if (depth > 0 && random.chance(10)) {
    const negation = random.chance(40) ? `!${maybeGap(random)}` : cased(random, 'not') + gap(random);
    return negation + clause(random, depth - 1);
  }
  return term(random);
}

function term(random: Random): string {
  const name = field(random);
  switch (random.below(6)) {
    case 0:
      return (
        name + gap(random) + keywords(random, ...random.one([['in'], ['not', 'in']])) + inOperand(random)
      );
    case 1:
      return [name, keywords(random, ...random.one([['is'], ['is', 'not']])), empty(random)].join(
        gap(random),
      );
    case 2: {
      const comparedTo = random.chance(20) ? empty(random) : single(random);
      const operator = keywords(random, ...random.one([['was'], ['was', 'not']]));
      return [name, operator, comparedTo].join(gap(random)) + predicates(random, wasPredicates);
    }
    case 3: {
      const operator = keywords(
        random,
        ...random.one([
          ['was', 'in'],
          ['was', 'not', 'in'],
        ]),
      );
      return name + gap(random) + operator + inOperand(random) + predicates(random, wasPredicates);
    }
    case 4:
      return name + gap(random) + cased(random, 'changed') + predicates(random, changedPredicates);
    default: {
      const operator = random.one(['=', '!=', '~', '!~', '<', '>', '<=', '>=']);
      const comparedTo = '<>'.includes(operator[0]!) || random.chance(90) ? single(random) : empty(random);
      return name + maybeGap(random) + operator + maybeGap(random) + comparedTo;
    }
  }
}

const wasPredicates = ['after', 'before', 'on', 'during', 'by'];
const changedPredicates = [...wasPredicates, 'from', 'to'];

const predicates = (random: Random, names: readonly string[]): string =>
  random
    .some(0, 3, () => gap(random) + cased(random, random.one(names)) + gap(random) + operand(random, 1))
    .join('');

const empty = (random: Random): string => cased(random, random.one(['empty', 'null']));
const inOperand = (random: Random): string =>
  random.chance(75) ? maybeGap(random) + list(random, 2) : gap(random) + call(random);

function operand(random: Random, depth: number): string {
  if (depth > 0 && random.chance(12)) return list(random, depth - 1);
  return random.chance(8) ? empty(random) : single(random);
}

const single = (random: Random): string => (random.chance(20) ? call(random) : value(random));
const comma = (random: Random): string => `${maybeGap(random)},${maybeGap(random)}`;
const list = (random: Random, depth: number): string =>
  `(${maybeGap(random)}${random.some(1, 4, () => operand(random, depth)).join(comma(random))}${maybeGap(random)})`;

function call(random: Random): string {
  const name = random.chance(80)
    ? random.one(['currentUser', 'now', 'membersOf', 'startOfDay', 'linkedIssues', 'f'])
    : value(random);
  const args = random.some(0, 3, () => value(random)).join(comma(random));
  return `${name}${maybeGap(random)}(${maybeGap(random)}${args}${maybeGap(random)})`;
}

function field(random: Random): string {
  if (random.chance(6)) return number(random);
  const name = fieldName(random);
  return random.chance(10) ? name + random.some(1, 2, () => property(random)).join('') : name;
}

const fieldNames = [
  'project',
  'status',
  'assignee',
  'labels',
  'updated',
  'due',
  'issue.property',
  'Epic-Link',
] as const;

function fieldName(random: Random): string {
  if (random.chance(10))
    return `${cased(random, 'cf')}${maybeGap(random)}[${maybeGap(random)}${random.below(99999)}${maybeGap(random)}]`;
  return random.chance(70) ? random.one(fieldNames) : text(random);
}

const property = (random: Random): string =>
  `${maybeGap(random)}[${maybeGap(random)}${value(random)}${maybeGap(random)}]` +
  (random.chance(50) ? `${maybeGap(random)}.${word(random)}` : '');

const orderBy = (random: Random): string =>
  keywords(random, 'order', 'by') +
  gap(random) +
  random
    .some(
      1,
      3,
      () =>
        field(random) + (random.chance(50) ? gap(random) + cased(random, random.one(['asc', 'desc'])) : ''),
    )
    .join(comma(random));

const number = (random: Random): string => (random.chance(25) ? '-' : '') + random.below(100000);
const value = (random: Random): string => (random.chance(15) ? number(random) : text(random));
const text = (random: Random): string => (random.chance(60) ? word(random) : quoted(random));

const escapes = ['\\t', '\\n', '\\r', '\\\\', '\\"', "\\'", '\\ ', '\\u00e4', '\\uFFFF'];
const reserved = new Set([...Object.keys(words.keywords), ...words.reservedWords]);

function word(random: Random): string {
  if (random.chance(60))
    return random.one([
      'Open',
      'Done',
      'ABC-12',
      '-4w',
      '2024-01-15',
      '1.5',
      'a:b',
      'über',
      '漢字',
      'x_y',
      '-',
      '😀',
    ]);
  const parts = random
    .some(1, 6, () =>
      random.chance(12)
        ? random.one(escapes)
        : random.one(['a', 'Z', '9', '-', '.', ':', '_', '`', 'é', '\u00a0', '“']),
    )
    .join('');
  return reserved.has(parts.toLowerCase()) ? `${parts}x` : parts;
}

function quoted(random: Random): string {
  const quote = random.one(['"', "'"]);
  const inside = [
    'a',
    'To Do',
    '*',
    '#',
    '//',
    '{',
    '(',
    ')',
    ',',
    '\n',
    '\r',
    '@',
    '/',
    'and',
    '=',
    '?',
    'é',
    '1',
  ];
  const parts = random.some(0, 5, () =>
    random.chance(20) ? random.one(escapes) : random.one([...inside, quote === '"' ? "'" : '"']),
  );
  return quote + parts.join('') + quote;
}
