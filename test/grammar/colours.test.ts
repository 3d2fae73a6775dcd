/** How the grammars look in the default themes, before the language server colours by meaning. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadGrammar, type ScopedText, tokensOf } from '../support/grammar.ts';
import themes from '../support/token-colours.json' with { type: 'json' };

const jql = await loadGrammar('source.jql', 'jql.tmLanguage.json');
const wiki = await loadGrammar('source.wikiquery', 'wikiquery.tmLanguage.json');

interface Theme {
  readonly foreground: string;
  readonly rules: Readonly<Record<string, string>>;
}

/** The rule that fits most of the innermost scope, else of the one around it. */
function colourOf({ foreground, rules }: Theme, { scopes }: ScopedText): string {
  for (const scope of scopes.toReversed()) {
    const fitting = Object.keys(rules)
      .filter(rule => scope === rule || scope.startsWith(`${rule}.`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (fitting !== undefined) return rules[fitting]!;
  }
  return foreground;
}

const query =
  'project = OPS AND NOT key in (1, OPS-7) or status was not in (Open) and x changed by y after -1d OR due is EMPTY order by key desc';
const words = [
  'AND',
  'NOT',
  'in',
  'or',
  'was not in',
  'and',
  'changed',
  'by',
  'after',
  'OR',
  'is',
  'order by',
  'desc',
];

for (const [name, theme] of Object.entries(themes)) {
  describe(name, () => {
    const colours = new Map(tokensOf(jql, query).map(token => [token.text.trim(), colourOf(theme, token)]));

    test('every keyword of JQL is a keyword to the eye', () => {
      const keyword = theme.rules['keyword.control'];
      for (const word of words) assert.equal(colours.get(word), keyword, word);
    });

    test('fields, values, numbers and keywords differ', () => {
      const kinds = ['project', 'OPS', '-1d', 'AND', '='].map(word => colours.get(word));
      assert.equal(new Set(kinds).size, kinds.length);
      assert.equal(colours.get('OPS-7'), colours.get('OPS'));
      assert.notEqual(colours.get('EMPTY'), theme.foreground);
    });

    test('a timestamp of a wiki query is not plain text', () => {
      const token = tokensOf(wiki, 'rcstart=2024-01-15T00:00:00Z').find(({ text }) =>
        text.startsWith('2024'),
      );
      assert(token);
      assert.notEqual(colourOf(theme, token), theme.foreground);
    });
  });
}
