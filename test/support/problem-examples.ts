/** Checks the examples of the pages about problems, as the editor and the command line check queries. */
import type { SiteLock } from '#shared/base/site-lock.ts';
import type { Severity } from '#shared/base/text/problem.ts';
import { checkHostText } from '../../server/src/embedded/host-text.ts';
import { checkText } from '../../server/src/query-file/checking/check-text.ts';
import type { QueryContext } from '../../server/src/query-file/language/language-service.ts';
import { askSqlite } from '../../server/src/results/ask-sqlite.ts';
import { sqlProblems } from '../../server/src/results/sql/find-problems.ts';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import { tables } from '../unit/results/sql/tables.ts';
import { context as settings } from './jql.ts';

const languages = createLanguages();

/** The catalogue of a tracker with two statuses. */
const lock: SiteLock = {
  file: '/x/.wikijql/work.lock.json',
  site: 'work',
  url: 'https://work.example.org',
  software: 'Jira 10.3.0',
  time: '2024-03-01T00:00:00Z',
  description: {
    kind: 'tracker',
    autocompleteData: {
      visibleFieldNames: [{ value: 'status', operators: ['=', '!=', 'in', 'not in'], types: [] }],
      visibleFunctionNames: [],
      jqlReservedWords: [],
    },
    values: {
      hasAccount: true,
      projects: [],
      statuses: [
        { id: '1', name: 'Open' },
        { id: '2', name: 'Done' },
      ],
      versions: [],
    },
  },
};

const context: QueryContext = {
  ...settings,
  sites: [...settings.sites, { name: lock.site, kind: 'tracker', url: lock.url }],
  defaultSites: { wiki: 'enwiki', tracker: 'bugs' },
  refusedSites: { intranet: 'scheme' },
  locks: { locks: new Map([[lock.site, lock]]), unusable: new Map() },
};

/** The codes and severities of the problems of a text. */
export async function problemsIn(
  language: string,
  text: string,
): Promise<readonly { readonly code: string; readonly severity: Severity }[]> {
  if (language === 'sql')
    return sqlProblems(text, tables, askSqlite).map(({ code }) => ({ code, severity: 'error' }));
  const query = languages.get(language);
  const { problems } = query
    ? checkText(query, language, text, context)
    : await checkHostText(async id => languages.get(id)!, language, text, context);
  return problems.map(({ problem }) => problem);
}
