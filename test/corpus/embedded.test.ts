/** Queries in collected code: found where a reader finds them, and no false alarms. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHost } from '../../server/src/embedded/hosts.ts';
import { embeddedContext, embeddedDocument, languageFor } from '../support/embedded.ts';
import calls from './embedded.json' with { type: 'json' };
import judged from './embedded-findings.json' with { type: 'json' };

/** A call, or a text, of public code: as short as it can be read. */
interface Call {
  readonly host: string;
  readonly language: string;
  readonly code: string;
  readonly from: string;
  /** Why it is not found in its file, though a reader finds it. */
  readonly missed?: string;
  /** Why a search for words finds it, though it is no query. */
  readonly none?: string;
}

const all: readonly Call[] = calls;
const name = ({ language }: Call): string => (language === 'jql' ? 'jql' : 'x');

/** The code where its host would have it. */
function sourceOf(call: Call): string {
  const { host, language, code } = call;
  if (host === 'markdown') return `\`\`\`${language}\n${code}\n\`\`\``;
  if (host === 'php') return code.startsWith('(') ? `<?php f${code};` : `<?php $${name(call)} = ${code};`;
  if (host === 'yaml') return `${name(call)}: ${code}`;
  if (host === 'json') return `{"${name(call)}": ${code}}`;
  if (host === 'shellscript') return language === 'jql' ? `x --jql ${code}` : `curl -d ${code}`;
  if (host === 'python' && code.startsWith('(') && language === 'wikiquery') return `get${code}`;
  return `${name(call)} = ${code}`;
}

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
});
