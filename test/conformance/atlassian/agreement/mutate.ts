import words from '../../../../server/catalogue/jql/words.json' with { type: 'json' };
import type { Random } from '../../../support/random.ts';

const signs =
  '( ) , [ ] ! = != ~ !~ < > <= >= & | && || " \' \\ \\x \\u12 \\u12G4 { } * / % + ^ $ # @ ? ; //';
const parts =
  'and or not in is was changed empty null order by asc desc cf after from to during on f() x 5 -5 .x';
/** Letters that look like others, blanks that are none, halves of letters, and what is not a letter at all. */
const odd = '😀 “ K ſ ı \u0000 \u000b \u007f \u0085 \u00a0 \ufdd0 \ufffe \ufeff \u2028 \ud83d \udca9';
const pieces = [...[signs, parts, odd].flatMap(list => list.split(' ')), 'not in', ' ', '\t', '\n', '\r'];
const reserved = [...Object.keys(words.keywords), ...words.reservedWords];

/** A query with some things in it left out, put in, doubled or exchanged. */
export function mutate(random: Random, query: string): string {
  let text = query;
  const times = 1 + random.below(3);
  for (let time = 0; time < times; time++)
    text = random.chance(65) ? inTokens(random, text) : inLetters(random, text);
  return text;
}

const tokenPattern = /"[^"]*"|'[^']*'|\s+|[\w.:-]+|[<>!]=|!~|&&|\|\||[^]/gu;

function inTokens(random: Random, text: string): string {
  const tokens = text.match(tokenPattern) ?? [];
  const at = random.below(tokens.length + 1);
  const other = random.below(tokens.length + 1);
  switch (random.below(5)) {
    case 0:
      return tokens.toSpliced(at, 1).join('');
    case 1:
      return tokens.toSpliced(at, 0, tokens[other] ?? ' ').join('');
    case 2:
      return tokens.toSpliced(at, 1, tokens[other] ?? ')').join('');
    case 3:
      return tokens.toSpliced(at, 0, ' ', piece(random), ' ').join('');
    default:
      return tokens.toSpliced(at, 1, piece(random)).join('');
  }
}

function inLetters(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const length = random.below(3);
  const put = random.chance(60) ? piece(random) : '';
  return text.slice(0, at) + put + text.slice(at + length);
}

const piece = (random: Random): string => random.one(random.chance(85) ? pieces : reserved);
