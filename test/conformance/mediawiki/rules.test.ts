/** Every rule of the table, broken and nearly broken, as the real MediaWiki judges it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import ruleData from '../../../server/catalogue/wiki/rules.json' with { type: 'json' };
import wikimediaRuleData from '../../../server/catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import { readCatalogue, type Catalogue } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { readRules } from '../../../server/src/wiki/catalogue/read-rules.ts';
import type { Rule } from '../../../server/src/wiki/catalogue/rule.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { ruleQueries, type RuleQuery } from '../../support/rule-queries.ts';
import { WikiSession } from '../../support/wiki-session.ts';
import samples from './rule-samples.json' with { type: 'json' };

/** These are not the real wiki's: it is too old to have the parameters, or says nothing at all. */
const ownCodes = new Set(['unusedparam']);

const ofWikimedia = readRules(wikimediaRuleData).filter(({ kind }) => kind !== 'runtime');
/** Only those of modules that this wiki has. */
const rules = [
  ...readRules(ruleData),
  ...ofWikimedia.filter(({ modules }) => modules.includes('pageimages')),
];
const nameOf = (rule: Rule): string => {
  const { modules, kind, code, message: _message, ...rest } = rule;
  const names = JSON.stringify(rest).matchAll(
    /"(?:parameter|parameters|value)":(?:"([^"]*)"|\[([^\]]*)\])/gu,
  );
  return `${modules.join(', ')}: ${kind} ${[...names].map(([, one, more]) => one ?? more).join(' ')} (${code})`;
};

describe('the rules between parameters', () => {
  let wiki: MediaWiki;
  let session: WikiSession;
  let catalogue: Catalogue;
  let known: Readonly<Record<string, string>>;

  before(async () => {
    wiki = await startMediaWiki();
    session = await WikiSession.asAdministrator(wiki.url);
    catalogue = readCatalogue(await session.ask({ action: 'paraminfo', modules: 'main|query|json|query+*' }));
    const page = async (title: string) => session.page(title);
    const [physics, category, file] = await Promise.all(
      ['Physics', 'Category:Stars', 'File:Leaf.png'].map(page),
    );
    known = {
      ...samples,
      'query.pageids': String(physics?.pageid),
      'query.revids': String(physics?.lastrevid),
      '.pageids': String(physics?.pageid),
      '.revids': String(physics?.lastrevid),
      '.startid': String(physics?.lastrevid),
      '.endid': String(physics?.lastrevid),
      '.pageid': String(physics?.pageid),
      'categorymembers.pageid': String(category?.pageid),
      'imageusage.pageid': String(file?.pageid),
    };
  });
  after(() => wiki.stop());

  const codesOf = async ({ parameters }: RuleQuery): Promise<readonly string[]> => {
    const { errors = [], warnings = [] } = await session.query(parameters);
    return [...errors, ...warnings].map(({ code }) => code);
  };

  for (const rule of rules.filter(({ code }) => !ownCodes.has(code)))
    it(nameOf(rule), async () => {
      const wrong: string[] = [];
      const queries = ruleQueries(rule, catalogue, known);
      for (const broken of [true, false]) assert.ok(queries.some(query => query.broken === broken));
      for (const query of queries) {
        const codes = await codesOf(query);
        if (codes.includes(query.code) !== query.broken)
          wrong.push(
            `${query.broken ? 'breaks' : 'keeps'} it: ${query.parameters.toString()} -> ${codes.join(' ')}`,
          );
      }
      assert.deepEqual(wrong, []);
    });
});
