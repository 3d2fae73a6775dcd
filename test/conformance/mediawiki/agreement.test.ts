/**
 * Our diagnostics, by a lock of a real MediaWiki, beside its own verdict: on every parameter that it has and on queries as
 * people write them.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { plainSyntax, QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { type WikiAnswer, WikiSession } from '../../support/wiki-session.ts';
import { Reasons } from './agreement/differences.ts';
import { generatedQuestions, type Question } from './agreement/generate.ts';
import { differences, ourVerdict, type Verdict } from './agreement/judge.ts';
import { type LockedWiki, lockWiki } from './agreement/locked-wiki.ts';

/** A question on which the two do not agree. */
interface Difference {
  readonly question: Question;
  readonly wiki: Verdict;
  readonly ours: Verdict;
  readonly codes: readonly string[];
}

const workers = 2;
/** These modules answer nobody who has not signed in. */
const signInCodes = new Set(['permissiondenied', 'notloggedin', 'stashnotloggedin']);

const writtenQuestions = async (): Promise<Question[]> => {
  const text = await readFile(path.join(import.meta.dirname, 'agreement/written.wikiquery'), 'utf8');
  return new QueryDocument('file:///written.wikiquery', 'wikiquery', 1, text, plainSyntax).blocks
    .filter(({ body }) => body !== undefined)
    .map(block => ({ what: `written: ${block.title?.text ?? ''}`, text: block.text }));
};

const codesOf = (messages: WikiAnswer['errors']): string[] => [...new Set(messages?.map(({ code }) => code))];

/** Errors and warnings by code; an answer that is not JSON is an error of its own. */
const wikiVerdict = async (session: WikiSession, parameters: URLSearchParams): Promise<Verdict> => {
  let answer: WikiAnswer;
  try {
    answer = await session.query(parameters);
  } catch {
    return { errors: ['not-json'], warnings: [] };
  }
  return {
    errors: codesOf(answer.errors),
    warnings: codesOf(answer.warnings).filter(code => code !== 'deprecation-help'),
  };
};

describe('agreement with the real MediaWiki', () => {
  let wiki: MediaWiki;
  let written: Question[];
  let locked: LockedWiki;
  let asked = 0;
  let silent = 0;
  const found: Difference[] = [];

  before(async () => {
    wiki = await startMediaWiki();
    written = await writtenQuestions();
    const anonymous = new WikiSession(wiki.url);
    const administrator = await WikiSession.asAdministrator(wiki.url);
    locked = await lockWiki(wiki.url);
    const { catalogue, facts } = locked.knowledge;
    const reasons = new Reasons();
    const generated = generatedQuestions(locked.modules).filter(
      ({ what, isExtra = false }) => !isExtra || reasons.concern(what),
    );
    const questions = [...written, ...generated];

    const ask = async (question: Question): Promise<void> => {
      const our = ourVerdict(question.text, catalogue, facts);
      let verdict = await wikiVerdict(anonymous, our.parameters);
      let { verdict: ours } = our;
      if (verdict.errors.some(code => signInCodes.has(code))) {
        verdict = await wikiVerdict(administrator, our.parameters);
        ours = ourVerdict(question.text, catalogue, { ...facts, highLimits: true }).verdict;
      }
      asked++;
      if (verdict.errors.length + verdict.warnings.length === 0) silent++;
      const codes = differences(verdict, ours);
      if (codes.length > 0) found.push({ question, wiki: verdict, ours, codes });
    };
    const queue = questions.values();
    await Promise.all(
      Array.from({ length: workers }, async () => {
        for (const question of queue) await ask(question);
      }),
    );
  });
  after(() => wiki.stop());

  it('asks enough', () => {
    assert.ok(asked >= 1500, `only ${asked} queries`);
    assert.ok(written.length >= 150, `only ${written.length} of them written by hand`);
  });

  it('is by a lock that has the namespaces of the wiki, its version and all modules', () => {
    const { software, namespaces, modules }: Partial<Record<string, unknown>> = JSON.parse(locked.text);
    assert.match(String(software), /^MediaWiki 1\.39\./);
    assert(Array.isArray(namespaces) && namespaces.length >= 16);
    assert(Array.isArray(modules) && modules.length >= 70);
    assert.equal(locked.knowledge.facts.namespaces?.size, namespaces.length);
  });

  it('is at least 99.9%, gives no false alarm, and every exception has its reason', context => {
    const reasons = new Reasons();
    const unexplained: string[] = [];
    let dependent = 0;
    let failing = 0;
    let disagreeing = 0;
    let falseAlarms = 0;
    for (const { question, wiki: theirs, ours, codes } of found) {
      const explained = codes.map(code => reasons.find(question.what, code));
      for (const [index, reason] of explained.entries())
        if (reason === undefined)
          unexplained.push(
            `${codes[index]} at ${question.what} <${question.text.slice(0, 200)}> ${JSON.stringify({ theirs, ours })}`,
          );
      if (explained.every(reason => reason?.kind === 'data')) dependent++;
      else if (explained.every(reason => reason?.kind === 'failure')) failing++;
      else disagreeing++;
      const nothing = theirs.errors.length + theirs.warnings.length === 0;
      if (nothing && !explained.every(reason => reason?.kind === 'data')) falseAlarms++;
    }
    const decidable = asked - dependent - failing;
    const withFailures = decidable / (decidable + failing) - disagreeing / (decidable + failing);
    const agreement = (decidable - disagreeing) / decidable;
    context.diagnostic(
      `${asked} queries (${written.length} by hand), ${silent} of them accepted without a word; ` +
        `${dependent} hang on the wiki's data, and at ${failing} the wiki fails with an internal error; ` +
        `of the other ${decidable}, ${disagreeing} disagree: ` +
        `${(100 * agreement).toFixed(2)}% agreement (${(100 * withFailures).toFixed(2)}% where failures count as disagreement), ` +
        `${falseAlarms} false alarms`,
    );
    assert.deepEqual(unexplained, []);
    assert.deepEqual(reasons.stale, []);
    assert.equal(falseAlarms, 0);
    assert.ok(agreement >= 0.999, `${agreement}`);
  });
});
