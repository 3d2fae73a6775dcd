/**
 * Fixes that are made without asking in files of other languages: of each kind, in each quoting of each host. The query
 * keeps what it says, and the rest of the file stays as it is, byte for byte.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { HostId } from '../../server/src/embedded/hosts/hosts.ts';
import type { FixKind } from '../../server/src/query-file/checking/fix-preference.ts';
import { brokenKinds, brokenQueries, collected } from '../support/broken-queries.ts';
import type { CorpusName } from '../support/corpus.ts';
import { cases } from '../support/depth.ts';
import {
  embeddedContext,
  embeddedDocument,
  jqlQuotings,
  languageFor,
  wikiEntries,
  wikiQuotings,
} from '../support/embedded.ts';
import { checkFix, KindCounts } from '../support/fix-harm.ts';

/** A place in a file of a host for a query. */
interface Quoting {
  readonly host: HostId;
  /** The file with a query there; `undefined` = the host cannot write it. */
  readonly fill: (query: string) => string | undefined;
}

/** A file with a text in place of `QUERY`, in the host's own quoting. */
async function textQuoting(host: HostId, template: string, sample: string): Promise<Quoting> {
  const source = template.replace('QUERY', sample);
  const at = template.indexOf('QUERY');
  const { queries } = await embeddedDocument(host, source);
  const segment = queries
    .flatMap(({ segments }) => segments)
    .find(({ span }) => span.start <= at && at < span.end);
  assert(segment, source);
  return {
    host,
    fill(query) {
      const written = segment.encode(query.replace(/^\?/, ''));
      return written && source.slice(0, at) + written + source.slice(at + sample.length);
    },
  };
}

/** The parameters of a request, each once: an object of a host has a name only once. */
function pairsOf(query: string): readonly (readonly [string, string])[] {
  const parameters = new URLSearchParams(query.replace(/^\?/, '').replaceAll('\n', '&'));
  parameters.delete('action');
  return [...new Map(parameters)].filter(([name]) => /^[a-z]+$/.test(name));
}

const entriesQuoting = ([host, write]: (typeof wikiEntries)[number]): Quoting => ({
  host,
  fill: query => write(pairsOf(query)),
});

const quotings: Readonly<Record<CorpusName, readonly Quoting[]>> = {
  jql: await Promise.all(jqlQuotings.map(([host, template]) => textQuoting(host, template, 'key = A-1'))),
  wiki: [
    ...(await Promise.all(
      wikiQuotings.map(([host, template]) => textQuoting(host, template, 'action=query&list=allpages')),
    )),
    ...wikiEntries.map(entriesQuoting),
  ],
};

const counts = new KindCounts();

/** Returns the kinds of the preferred fixes of a file, and fails if one of them does harm. */
async function checkedKinds(host: HostId, name: CorpusName, source: string): Promise<ReadonlySet<FixKind>> {
  const document = await embeddedDocument(host, source);
  const seenKinds = new Set<FixKind>();
  for (const [index, query] of document.queries.entries()) {
    const language = languageFor(query);
    const { start, end } = query.text.span;
    for (const problem of document.problems(index, language, embeddedContext))
      for (const fix of document.fixes(problem, language, embeddedContext)) {
        if (!fix.preferred) continue;
        const fixed = applyEdits(source, fix.edits);
        const said = `${host}: ${source} → ${fixed}`;
        const { queries } = await embeddedDocument(host, fixed);
        assert.deepEqual(
          queries.toSpliced(index, 1).map(({ text }) => text.text),
          document.queries.toSpliced(index, 1).map(({ text }) => text.text),
          said,
        );
        seenKinds.add(checkFix(host, name, problem.problem, query.text.text, queries[index]!.text.text));
        assert(fixed.startsWith(source.slice(0, start)) && fixed.endsWith(source.slice(end)), said);
        if (source.startsWith('{')) assert.doesNotThrow(() => JSON.parse(fixed), said);
      }
  }
  return seenKinds;
}

describe('a preferred fix in a file of another language', () => {
  after(() => console.log(String(counts)));

  for (const name of ['jql', 'wiki'] as const)
    for (const kind of brokenKinds(name))
      it(`of the kind ${kind} keeps what ${name} says, and the rest of the file`, async t => {
        const oneLine = collected[name].filter(
          text => !text.includes('\n') && (name === 'jql' || text.startsWith('?')),
        );
        const least = cases(60, 20_000);
        let active = quotings[name].map(quoting => ({ ...quoting, texts: 0 }));
        const all = (): number => active.reduce((sum, { texts }) => sum + texts, 0);
        // A text without the mistake in a quoting, such as an address there, is not tried again in it.
        for (let round = 0; all() < least; active = active.filter(({ texts }) => texts > 0), round++) {
          assert.notEqual(active.length, 0);
          for (const [place, quoting] of active.entries())
            await fc.assert(
              fc.asyncProperty(brokenQueries(name, oneLine, [kind]), async query => {
                const source = quoting.fill(query);
                if (source === undefined) return;
                const seenKinds = await checkedKinds(quoting.host, name, source);
                counts.add(quoting.host, seenKinds);
                if (seenKinds.has(kind)) quoting.texts++;
              }),
              { numRuns: cases(5, 100), seed: 100 * round + place },
            );
        }
        t.diagnostic(`${all()} texts in ${active.length} of ${quotings[name].length} quotings`);
      });
});
