import commonFixMessages from '../../../catalogue/messages/query-file-fixes.json' with { type: 'json' };
import fixMessages from '../../../catalogue/messages/wiki-fixes.json' with { type: 'json' };
import inlayTexts from '../../../catalogue/messages/wiki-inlays.json' with { type: 'json' };
import messages from '../../../catalogue/messages/wiki.json' with { type: 'json' };
import queryFileMessages from '../../../catalogue/messages/query-file.json' with { type: 'json' };
import lockMessages from '../../../catalogue/messages/locks.json' with { type: 'json' };
import runTexts from '../../../catalogue/messages/runs.json' with { type: 'json' };
import serverTexts from '../../../catalogue/messages/server.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { lensCommands, type RunnableLanguage } from './served-language.ts';
import { plainSyntax } from '../../query-file/query-document.ts';
import { wikiRunner } from './wiki-runner.ts';
import { readBuiltIn } from '../../wiki/catalogue/built-in.ts';
import type { WikiTexts } from '../../wiki/catalogue/catalogue-texts.ts';
import { WikiSites } from '../../wiki/catalogue/wiki-sites.ts';
import { createReader, createWikiService, type Reader } from '../../wiki/wiki-service.ts';

/** The wiki's query language, and how its queries are read. */
export interface WikiLanguage extends RunnableLanguage {
  readonly read: Reader;
}

/** The wiki's query language with its built-in catalogue, and texts about it. */
export function createWikiLanguage(texts: WikiTexts): WikiLanguage {
  const sites = new WikiSites(readBuiltIn(texts));
  const read = createReader(sites);
  return {
    service: createWikiService(sites, read, wordingOf<string>(inlayTexts)),
    syntax: plainSyntax,
    wording: wordingOf<string>({
      ...serverTexts,
      ...runTexts,
      ...queryFileMessages,
      ...lockMessages,
      ...messages,
      ...commonFixMessages,
      ...fixMessages,
    }),
    source: 'wikijql',
    lenses: lensCommands.filter(command => command !== 'wikijql.copyQuery'),
    runner: wikiRunner(sites, read),
    read,
  };
}
