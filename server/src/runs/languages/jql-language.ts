import fixMessages from '../../../catalogue/messages/query-file-fixes.json' with { type: 'json' };
import jqlFixMessages from '../../../catalogue/messages/jql-fixes.json' with { type: 'json' };
import jqlInlayTexts from '../../../catalogue/messages/jql-inlays.json' with { type: 'json' };
import jqlMessages from '../../../catalogue/messages/jql.json' with { type: 'json' };
import queryFileMessages from '../../../catalogue/messages/query-file.json' with { type: 'json' };
import lockMessages from '../../../catalogue/messages/locks.json' with { type: 'json' };
import runTexts from '../../../catalogue/messages/runs.json' with { type: 'json' };
import serverTexts from '../../../catalogue/messages/server.json' with { type: 'json' };
import trackerMessages from '../../../catalogue/messages/tracker.json' with { type: 'json' };
import { builtInJql } from '../../jql/catalogue/knowledge.ts';
import { JqlSites } from '../../jql/catalogue/jql-sites.ts';
import { createJqlReader, createJqlService } from '../../jql/jql-service.ts';
import { jqlSyntax } from '../../jql/syntax/file-syntax.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { lensCommands, type RunnableLanguage } from './served-language.ts';
import { jqlRunner } from './jql-runner.ts';

/** JQL with its built-in catalogue. */
export function createJqlLanguage(): RunnableLanguage {
  const sites = new JqlSites(builtInJql);
  const read = createJqlReader();
  return {
    service: createJqlService(sites, read, wordingOf<string>(jqlInlayTexts)),
    syntax: jqlSyntax,
    wording: wordingOf<string>({
      ...serverTexts,
      ...runTexts,
      ...queryFileMessages,
      ...lockMessages,
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
