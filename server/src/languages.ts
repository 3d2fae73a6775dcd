import inlayTexts from '../catalogue/wiki-inlays.json' with { type: 'json' };
import envelopeMessages from '../catalogue/envelope-messages.json' with { type: 'json' };
import fixMessages from '../catalogue/fix-messages.json' with { type: 'json' };
import jqlFixMessages from '../catalogue/jql-fix-messages.json' with { type: 'json' };
import jqlInlayTexts from '../catalogue/jql-inlays.json' with { type: 'json' };
import jqlMessages from '../catalogue/jql-messages.json' with { type: 'json' };
import jqlTexts from '../catalogue/jql-texts.json' with { type: 'json' };
import jqlCatalogue from '../catalogue/jql.json' with { type: 'json' };
import messages from '../catalogue/messages.json' with { type: 'json' };
import trackerMessages from '../catalogue/tracker-messages.json' with { type: 'json' };
import serverTexts from '../catalogue/server-texts.json' with { type: 'json' };
import wikiRules from '../catalogue/wiki-rules.json' with { type: 'json' };
import wikiTexts from '../catalogue/wiki-texts.json' with { type: 'json' };
import wikiCatalogue from '../catalogue/wiki.json' with { type: 'json' };
import { jqlRunner } from './jql-runner.ts';
import { readJqlCatalogue } from './jql/read-catalogue.ts';
import { createJqlReader, createJqlService } from './jql/service.ts';
import { JqlSites } from './jql/sites.ts';
import { jqlSyntax } from './jql/syntax.ts';
import { readJqlTexts } from './jql/texts.ts';
import { CatalogueError } from './language/shape.ts';
import { wordingOf } from './language/wording.ts';
import { lensCommands } from './lsp/language.ts';
import type { Runner } from './lsp/runner.ts';
import type { RunnableLanguage } from './lsp/session.ts';
import { plainSyntax } from './queryfile/document.ts';
import { placeAnswer } from './wiki/answer.ts';
import { readCatalogue } from './wiki/catalogue.ts';
import type { WikiKnowledge } from './wiki/knowledge.ts';
import { buildWikiRequest, requestUrl, sandboxUrl } from './wiki/request.ts';
import { readRules, rulesByModule } from './wiki/rules.ts';
import { createReader, createWikiService, type Reader } from './wiki/service.ts';
import { WikiSites } from './wiki/sites.ts';
import { readTexts } from './wiki/texts.ts';

/** The languages of this server by their ids, each with its catalogue. */
export function createLanguages(): ReadonlyMap<string, RunnableLanguage> {
  return new Map([
    ['wikiquery', createWikiLanguage()],
    ['jql', createJqlLanguage()],
  ]);
}

function createWikiLanguage(): RunnableLanguage {
  const knowledge: WikiKnowledge = {
    catalogue: readCatalogue(wikiCatalogue),
    texts: readTexts(wikiTexts),
    rules: rulesByModule(readRules(wikiRules)),
  };
  const sites = new WikiSites(knowledge);
  const read = createReader(sites);
  return {
    service: createWikiService(sites, read, wordingOf(inlayTexts)),
    syntax: plainSyntax,
    wording: wordingOf({ ...serverTexts, ...envelopeMessages, ...messages, ...fixMessages }),
    source: 'wikijql',
    lenses: lensCommands.filter(command => command !== 'wikijql.copyQuery'),
    runner: wikiRunner(sites, read),
  };
}

function createJqlLanguage(): RunnableLanguage {
  const sites = new JqlSites({
    catalogue: readJqlCatalogue(jqlCatalogue),
    texts: readJqlTexts(jqlTexts),
    platform: undefined,
  });
  const read = createJqlReader();
  return {
    service: createJqlService(sites, read, wordingOf(jqlInlayTexts)),
    syntax: jqlSyntax,
    wording: wordingOf({
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
    place: (view, around, errors, warnings) =>
      placeAnswer(read(view, around).model, view.block.body ?? { start: 0, end: 0 }, errors, warnings),
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
    forget: () => sites.forget(),
  };
}
