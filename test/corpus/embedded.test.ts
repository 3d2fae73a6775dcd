/** Queries in collected code: found where a reader finds them, and no false alarms. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHost } from '../../server/src/embedded/hosts/hosts.ts';
import { type Call, collectedCalls, sourceOf } from '../support/collected-calls.ts';
import { embeddedContext, embeddedDocument, fixedOnce, languageFor } from '../support/embedded.ts';
import judged from './embedded-findings.json' with { type: 'json' };

const all = collectedCalls;

async function documentOf(call: Call) {
  assert(isHost(call.host));
  const document = await embeddedDocument(call.host, sourceOf(call));
  const indexes = document.queries.flatMap(({ language }, index) =>
    language === call.language ? [index] : [],
  );
  return { document, indexes };
}

const repositoryOf = ({ from }: Call): string => from.split('/').slice(3, 5).join('/');
const isReal = ({ none }: Call): boolean => none === undefined;
const isExpected = ({ none, missed }: Call): boolean => none === undefined && missed === undefined;

describe('queries in collected code', () => {
  it('are at least 700 calls of ten repositories and 300 texts of JQL', () => {
    const wiki = all.filter(call => call.language === 'wikiquery' && isReal(call));
    const jql = all.filter(call => call.language === 'jql' && isReal(call));
    assert(wiki.length >= 700 && jql.length >= 300, `${wiki.length} ${jql.length}`);
    assert(new Set(wiki.map(repositoryOf)).size >= 10);
  });

  it('are found', async t => {
    const lost: string[] = [];
    for (const call of all.filter(isExpected)) {
      const { indexes } = await documentOf(call);
      if (indexes.length === 0) lost.push(`${call.from} ${call.code}`);
    }
    const real = all.filter(isReal);
    t.diagnostic(`${real.filter(isExpected).length - lost.length} of ${real.length} found`);
    assert.deepEqual(lost, []);
  });

  it('are said to be wrong where they are, with at most one false alarm in 200', async t => {
    const found: string[] = [];
    for (const call of all.filter(isExpected)) {
      const { document, indexes } = await documentOf(call);
      for (const index of indexes) {
        const language = languageFor(document.queries[index]!);
        for (const { problem, span } of document.problems(index, language, embeddedContext)) {
          if (problem.severity !== 'error' && problem.severity !== 'warning') continue;
          found.push(`${call.from} ${problem.code} ${document.source.slice(span.start, span.end)}`);
        }
      }
    }
    const known = new Map(judged.map(({ finding, verdict }) => [finding, verdict]));
    assert.deepEqual(
      found.filter(each => !known.has(each)),
      [],
      'not judged yet',
    );
    const alarms = found.filter(each => known.get(each)?.startsWith('false'));
    t.diagnostic(
      `${found.length} findings, ${alarms.length} false alarms in ${all.filter(isExpected).length} queries`,
    );
    assert(alarms.length * 200 <= all.filter(isExpected).length);
  });

  it('stay as they are under check --fix where nothing is found', async t => {
    const wrong = new Set(judged.map(({ finding }) => finding.split(' ')[0]));
    const right = all.filter(call => isExpected(call) && !wrong.has(call.from));
    const changed: string[] = [];
    for (const call of right) {
      assert(isHost(call.host));
      const source = sourceOf(call);
      const fixed = await fixedOnce(call.host, source);
      if (fixed !== source) changed.push(`${call.from} ${source} → ${fixed}`);
    }
    t.diagnostic(`${changed.length} of ${right.length} changed`);
    assert.deepEqual(changed, []);
  });
});
