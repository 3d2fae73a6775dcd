import inlayTexts from '../catalogue/messages/wiki-inlays.json' with { type: 'json' };
import queryFileMessages from '../catalogue/messages/query-file.json' with { type: 'json' };
import fixMessages from '../catalogue/messages/wiki-fixes.json' with { type: 'json' };
import jqlFixMessages from '../catalogue/messages/jql-fixes.json' with { type: 'json' };
import jqlInlayTexts from '../catalogue/messages/jql-inlays.json' with { type: 'json' };
import jqlMessages from '../catalogue/messages/jql.json' with { type: 'json' };
import messages from '../catalogue/messages/wiki.json' with { type: 'json' };
import trackerMessages from '../catalogue/messages/tracker.json' with { type: 'json' };
import serverTexts from '../catalogue/messages/server.json' with { type: 'json' };
import { jqlRunner } from './runners/jql.ts';
import { wikiRunner } from './runners/wiki.ts';
import { builtInJql } from './jql/built-in.ts';
import { createJqlReader, createJqlService } from './jql/service.ts';
import { JqlSites } from './jql/catalogue/tracker-catalogues.ts';
import { jqlSyntax } from './jql/syntax/file-syntax.ts';
import { wordingOf } from './language/wording.ts';
import { lensCommands } from './lsp/language.ts';
import type { RunnableLanguage } from './lsp/workspace.ts';
import { plainSyntax } from './queryfile/query-document.ts';
import { readBuiltIn } from './wiki/built-in.ts';
import { createReader, createWikiService } from './wiki/service.ts';
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
    wording: wordingOf<string>({ ...serverTexts, ...queryFileMessages, ...messages, ...fixMessages }),
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
      ...queryFileMessages,
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
