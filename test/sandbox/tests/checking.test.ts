/** One line per case: a query, and the codes of its error and warnings. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type SandboxWiki, startSandboxWiki } from '../wiki.ts';
import type { Answer } from './asking.ts';
import { fetchJson } from '../../support/fetch-json.ts';

const fifty = Array.from({ length: 51 }, (_, index) => `P${index}`).join('|');

const cases: readonly (readonly [string, string])[] = [
  ['list=allpages', ''],
  ['list=allpages&aplimit=max', ''],
  ['list=allpages&foo=1&bar=2', 'unrecognizedparams'],
  ['list=allpages&limit=5', 'unrecognizedparams'],
  ['list=allpages&gaplimit=5', 'unrecognizedparams'],
  ['list=bogus', 'unrecognizedvalues'],
  ['list=allpages|', 'unrecognizedvalues'],
  ['prop=allpages&titles=A', 'unrecognizedvalues'],
  ['generator=bogus', 'badgenerator'],
  ['generator=users', 'badgenerator'],
  ['generator=', 'badgenerator'],
  ['generator=search', 'missingparam'],
  ['list=search&srsearch=', 'missingparam'],
  ['list=allpages&apfilterredir=none', 'badvalue'],
  ['list=allpages&apfilterredir=ALL', 'badvalue'],
  ['list=allpages&apnamespace=99', 'badvalue'],
  ['list=allpages&apnamespace=', 'badvalue'],
  ['list=recentchanges&rcnamespace=0|99', 'unrecognizedvalues'],
  ['list=recentchanges&rcnamespace=*', ''],
  ['list=recentchanges&rcprop=title| user', 'unrecognizedvalues'],
  ['list=recentchanges&rcprop=', ''],
  ['list=allpages&aplimit=0', 'outofrange'],
  ['list=allpages&aplimit=501', 'outofrange'],
  ['list=allpages&aplimit=MAX', 'badinteger'],
  ['list=allpages&apminsize=1e2', 'badinteger'],
  ['pageids=1|x', 'badinteger'],
  ['list=recentchanges&rcstart=2024-01-15', 'badtimestamp'],
  ['list=recentchanges&rcstart=', 'unclearnowtimestamp'],
  ['list=recentchanges&rcuser=a|b', 'baduser'],
  ['list=recentchanges&rcuser=', 'baduser'],
  ['list=recentchanges&rcshow=bot|!bot', 'show'],
  ['list=recentchanges&rcuser=Ada&rcexcludeuser=Mei', 'invalidparammix'],
  ['list=backlinks', 'missingparam'],
  ['list=backlinks&bltitle=A&blpageid=1', 'invalidparammix'],
  ['list=backlinks&bltitle=[', 'invalidtitle'],
  ['list=categorymembers&cmtitle=Physics', 'invalidcategory'],
  ['list=imageusage&iutitle=Sage', 'bad_image_title'],
  ['list=usercontribs&ucuser=', 'paramempty_ucuser'],
  ['titles=A&pageids=1', 'multisource'],
  [`titles=${fifty}`, 'toomanyvalues'],
  ['titles=A|B&prop=revisions&rvlimit=5', ''],
  ['titles=Sage|Basil&prop=revisions&rvlimit=5', 'invalidparammix'],
  ['titles=Sage&prop=revisions&rvprop=content', 'deprecation deprecation-help'],
  ['titles=Sage&prop=revisions&rvprop=content&rvslots=main', ''],
  ['list=alldeletedrevisions', 'permissiondenied'],
  ['list=watchlist', 'notloggedin'],
  ['list=gadgets', 'unrecognizedvalues'],
  ['list=allpages&apcontinue=nowhere', 'badcontinue'],
  ['list=allpages&continue=x', 'badcontinue'],
  ['titles[]=A', 'unsupportedarray'],
  ['assert=user', 'assertuserfailed'],
  ['assertuser=Ada', 'assertnameduserfailed'],
  ['maxlag=-1', 'maxlag'],
];

describe('the sandbox says', () => {
  let wiki: SandboxWiki;
  before(async () => {
    wiki = await startSandboxWiki();
  });
  after(() => wiki.stop());

  for (const [query, expected] of cases)
    it(`${expected || 'nothing'} about ${query.slice(0, 60)}`, async () => {
      const url = `${wiki.url}?action=query&format=json&formatversion=2&errorformat=plaintext&${encodeURI(query)}`;
      const { errors = [], warnings = [] } = await fetchJson<Answer>(url);
      assert.equal([...errors, ...warnings].map(({ code }) => code).join(' '), expected);
    });
});
