import inlayTexts from '../catalogue/messages/wiki-inlays.json' with { type: 'json' };
import envelopeMessages from '../catalogue/messages/query-file.json' with { type: 'json' };
import fixMessages from '../catalogue/messages/wiki-fixes.json' with { type: 'json' };
import jqlFixMessages from '../catalogue/messages/jql-fixes.json' with { type: 'json' };
import jqlInlayTexts from '../catalogue/messages/jql-inlays.json' with { type: 'json' };
import jqlMessages from '../catalogue/messages/jql.json' with { type: 'json' };
import messages from '../catalogue/messages/wiki.json' with { type: 'json' };
import trackerMessages from '../catalogue/messages/tracker.json' with { type: 'json' };
import serverTexts from '../catalogue/messages/server.json' with { type: 'json' };
import { jqlRunner } from './runners/jql.ts';
import { builtInJql } from './jql/built-in.ts';
import { createJqlReader, createJqlService } from './jql/service.ts';
import { JqlSites } from './jql/catalogue/tracker-catalogues.ts';
import { jqlSyntax } from './jql/syntax/file.ts';
import { CatalogueError } from './language/json-reader.ts';
import { wordingOf } from './language/wording.ts';
import { lensCommands } from './lsp/language.ts';
import type { Runner } from './runners/runner.ts';
import type { RunnableLanguage } from './lsp/workspace.ts';
import { plainSyntax } from './queryfile/document.ts';
import { placeAnswer } from './wiki/answer.ts';
import { readBuiltIn } from './wiki/built-in.ts';
import { buildWikiRequest, requestUrl, sandboxUrl } from './wiki/request.ts';
import { createReader, createWikiService, type Reader } from './wiki/service.ts';
import { WikiSites } from './wiki/catalogue/site-catalogues.ts';

/** The languages of this server by their ids, each with its catalogue. */
export function createLanguages(): ReadonlyMap<string, RunnableLanguage> {
  return new Map([
    ['wikiquery', createWikiLanguage()],
    ['jql', createJqlLanguage()],
  ]);
}

function createWikiLanguage(): RunnableLanguage {
  const sites = new WikiSites(readBuiltIn());
  const read = createReader(sites);
  return {
    service: createWikiService(sites, read, wordingOf<string>(inlayTexts)),
    syntax: plainSyntax,
    wording: wordingOf<string>({ ...serverTexts, ...envelopeMessages, ...messages, ...fixMessages }),
    source: 'wikijql',
    lenses: lensCommands.filter(command => command !== 'wikijql.copyQuery'),
    runner: wikiRunner(sites, read),
  };
}

function createJqlLanguage(): RunnableLanguage {
  const sites = new JqlSites(builtInJql);
  const read = createJqlReader();
  return {
    service: createJqlService(sites, read, wordingOf<string>(jqlInlayTexts)),
    syntax: jqlSyntax,
    wording: wordingOf<string>({
      ...serverTexts,
      ...envelopeMessages,
      ...fixMessages,
      ...jqlMessages,
      ...trackerMessages,
      ...jqlFixMessages,
    }),
    source: 'wikijql',
    lenses: lensCommands,
    runner: jqlRunner(sites, read),
  };
}

function wikiRunner(sites: WikiSites, read: Reader): Runner {
  return {
    kind: 'wiki',
    takesEmpty: false,
    prepare: (view, around) => ({ kind: 'wiki', ...buildWikiRequest(read(view, around).model) }),
    place(view, around, errors, warnings) {
      const { model, knowledge } = read(view, around);
      return placeAnswer(model, view.block.body ?? { start: 0, end: 0 }, errors, warnings, knowledge.rules);
    },
    address(view, around, url) {
      const request = buildWikiRequest(read(view, around).model);
      const sandbox = sandboxUrl(url, request);
      return {
        url: requestUrl(url, request),
        method: request.post ? 'POST' : 'GET',
        ...(sandbox !== undefined && { sandboxUrl: sandbox }),
      };
    },
    learn(site, description) {
      try {
        if (description.kind !== 'wiki') return false;
        sites.learn(site, description);
        return true;
      } catch (error) {
        if (error instanceof CatalogueError) return false;
        throw error;
      }
    },
    suggested: suggestions => suggestions.map(({ value }) => ({ value, shown: value })),
    forget: () => sites.forget(),
  };
}
