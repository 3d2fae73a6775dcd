import fc from 'fast-check';
import { rightQueries } from '../unit/jql/right-queries.ts';

/** Typical mistakes in writing a query: a pattern, and its replacement. */
const replacements: readonly (readonly [right: RegExp, wrong: string])[] = [
  [/"/g, ''],
  [/"/, ''],
  [/"/g, '\u201c'],
  [/ /g, '\u00a0'],
  [/ /, '\u00a0'],
  [/\bAND\b/i, ''],
  [/\bAND\b/i, ','],
  [/\bAND\b/i, ';'],
  [/\bAND\b/i, 'AND AND'],
  [/\bAND\b/i, 'AND // and'],
  [/\bOR\b [\w"]+ [=~]/i, 'or'],
  [/\bAND\b [\w"]+ !?[=~]/i, 'and'],
  [/\(/, ''],
  [/\(/, '['],
  [/\)/, ''],
  [/\)/, ']'],
  [/\)/, ',)'],
  [/\)$/, ',\n // all)\n)'],
  [/\(/g, ''],
  [/[()]/g, ''],
  [/,/, ';'],
  [/,/, ''],
  [/,/g, ' and'],
  [/=/, '=='],
  [/=/, 'is'],
  [/=/, 'in'],
  [/\bin\b/, '='],
  [/~/, '='],
  [/\bkey\b/, 'Issue Key'],
  [/\btype\b/, 'Issue Type'],
  [/\bdue\b/, 'due date'],
  [/\bfixVersion\b/, 'Fix Version/s'],
  [/\bOpen\b/, 'To Do'],
  [/\bOpen\b/, "Won't Do"],
  [/\bOpen\b/, 'R&D'],
  [/\bOpen\b/, 'Open or Done'],
  [/\bOpen\b/, 'Open, In Progress'],
  [/\bOpen\b/, '""Open now""'],
  [/\banna\b/, "O'Brien"],
  [/\banna\b/, 'anna@example.org'],
  [/\bis empty\b/i, "isn't empty"],
  [/\border by\b/i, 'sort by'],
  [/\border by\b/i, 'and order by'],
  [/$/, ';'],
  [/$/, ' // the end'],
];

/** Correct queries with a few of the mistakes that people make. */
export const mistakes: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...rightQueries), { minLength: 1, maxLength: 2 }),
    fc.array(fc.constantFrom(...replacements), { minLength: 1, maxLength: 3 }),
  )
  .map(([queries, chosen]) =>
    chosen.reduce((text, [right, wrong]) => text.replace(right, wrong), queries.join(' AND ')),
  );
