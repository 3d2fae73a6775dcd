import type { QueryContext } from '../../server/src/query-file/language/language-service.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { problemMessage } from '#shared/base/text/problem.ts';
import messages from '../../server/catalogue/messages/wiki.json' with { type: 'json' };
import queryFileMessages from '../../server/catalogue/messages/query-file.json' with { type: 'json' };
import { WikiSites } from '../../server/src/wiki/catalogue/wiki-sites.ts';
import { createReader, createWikiService } from '../../server/src/wiki/wiki-service.ts';
import { knowledge, view } from './wiki.ts';

const words = wordingOf<string>({ ...messages, ...queryFileMessages });
const bare: QueryContext = { now: Date.UTC(2024, 2, 15), sites: [], defaultSite: '' };

/** The wiki's language as in an editor, with catalogues of its own. */
export function languageWith() {
  const sites = new WikiSites(knowledge);
  const service = createWikiService(sites, createReader(sites), String);
  const problems = (text: string, context: Partial<QueryContext> = {}) =>
    service.problems(view(`${text}¦`), { ...bare, ...context });
  const complete = (marked: string, context: Partial<QueryContext> = {}) => {
    const at = view(marked);
    return service.complete(at, at.offset, { ...bare, ...context }).toSorted((a, b) => a.rank - b.rank);
  };
  return {
    /** `code@place` of every problem, with `!` before an error. */
    found: (text: string, context: Partial<QueryContext> = {}): string[] =>
      problems(text, context).map(
        ({ code, severity, span }) =>
          `${severity === 'error' ? '!' : ''}${code}@${text.slice(span.start, span.end)}`,
      ),
    messages: (text: string, context: Partial<QueryContext> = {}): string[] =>
      problems(text, context).map(problem => problemMessage(words, problem)),
    /** The hover at the cursor; empty = none. */
    hover: (marked: string, context: Partial<QueryContext> = {}): string => {
      const at = view(marked);
      return service.explain(at, at.offset, { ...bare, ...context })?.markdown ?? '';
    },
    labels: (marked: string, context: Partial<QueryContext> = {}): string[] =>
      complete(marked, context).map(({ label }) => label),
    details: (marked: string): ReadonlyMap<string, string> =>
      new Map(complete(marked).map(({ label, detail = '' }) => [label, detail])),
    /** Adds a description of a site: it has these of the built-in modules, unchanged. */
    learn: (site: string, names: readonly string[]): void =>
      sites.learn(site, {
        paraminfo: { paraminfo: { modules: names.map(name => described(name)) } },
        namespaces: null,
        aliases: null,
      }),
  };
}

function described(name: string) {
  const module = knowledge.catalogue.module(name)!;
  const { path, group, prefix, parameters } = module;
  return {
    name,
    path,
    group,
    prefix,
    parameters: parameters.map(parameter => ({
      index: parameter.index,
      name: parameter.name,
      type: parameter.type,
    })),
  };
}
