/** Writes a JQL query as code. */
import texts from '../../catalogue/messages/query-code.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import type { CodeForm } from '../query-file/language/runner.ts';
import { navigatorUrl } from '../jql/jql-request.ts';
import { codeOf, type Part } from './code-lines.ts';
import {
  formEncoded,
  isShellSafe,
  pythonText,
  scriptText,
  sendable,
  shellText,
  UnusableText,
} from './literals.ts';
import { lastDirection, splitOrderBy } from './order-by.ts';
import { command, curlParameter } from './shell-code.ts';
import {
  pageSize,
  type TrackerSample,
  trackerSample,
  type TrackerSource,
  credentialVariables,
} from './tracker-sample.ts';

const say = wordingOf(texts);
const { email, apiToken, accessToken } = credentialVariables;

const writers: readonly (readonly [id: string, write: (sample: TrackerSample) => string | undefined])[] = [
  ['jql', ({ jql }) => jql],
  ['page', ({ pages, jql }) => navigatorUrl(pages, jql)],
  ['rest', ({ search, firstPage }) => `${search}?${formEncoded(firstPage)}`],
  ['curl', curl],
  ['jira', pythonJira],
  ['jira.js', jiraJs],
  ['jira-cli', jiraCli],
];

/** A JQL query as code; `[]` = it has a character that no request can carry. */
export function trackerForms(source: TrackerSource): readonly CodeForm[] {
  const sample = trackerSample(source);
  try {
    sendable(sample.jql);
    return writers.flatMap(([id, write]) => {
      const code = write(sample);
      return code === undefined ? [] : [{ id, code }];
    });
  } catch (error) {
    if (error instanceof UnusableText) return [];
    throw error;
  }
}

const fieldNote = ({ unknownFields }: TrackerSample, mark: string): Part =>
  unknownFields.length > 0 &&
  `${mark} ${say('field-names', { names: unknownFields.map(name => JSON.stringify(name)).join(', ') })}`;

/** The first page by curl; a long query as JSON, in the body. */
function curl(sample: TrackerSample): string {
  const { cloud, search, firstPage, post } = sample;
  const credentials = cloud
    ? `--user "$${email}:$${apiToken}"`
    : `--header "Authorization: Bearer $${accessToken}"`;
  return codeOf(
    `# ${say('first-page')} ${say(cloud ? 'next-token' : 'next-offset')}`,
    `# ${say('secret', { names: cloud ? `${email}, ${apiToken}` : accessToken })}`,
    fieldNote(sample, '#'),
    command([
      `curl ${post ? '' : '--get '}${shellText(search)}`,
      credentials,
      ...(post
        ? [`--header 'Content-Type: application/json'`, `--data-raw ${shellText(jsonBody(sample))}`]
        : firstPage.map(curlParameter)),
    ]),
  );
}

/** In JSON every special character can be written as an escape, which keeps it out of the terminal. */
const jsonBody = ({ jql, fields, cloud, limit }: TrackerSample): string =>
  JSON.stringify({
    jql: sendable(jql),
    fields,
    ...(!cloud && { startAt: 0 }),
    maxResults: Math.min(limit, pageSize),
  }).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** A program for `jira` of Python. */
function pythonJira(sample: TrackerSample): string {
  const { cloud, jql, fields, limit, post } = sample;
  const long = post ? ', use_post=True' : '';
  return codeOf(
    'import os',
    '',
    'from jira import JIRA',
    '',
    `JQL = ${pythonText(jql)}`,
    fieldNote(sample, '#'),
    `FIELDS = [${fields.map(pythonText).join(', ')}]`,
    `LIMIT = ${limit === Infinity ? 'None' : limit}  # ${say('issue-limit', { all: 'None' })}`,
    '',
    'jira = JIRA(',
    `    server=${pythonText(sample.base)},`,
    cloud
      ? `    basic_auth=(os.environ['${email}'], os.environ['${apiToken}']),`
      : `    token_auth=os.environ['${accessToken}'],`,
    ')',
    'issues = []',
    cloud && 'token = None',
    'while not LIMIT or len(issues) < LIMIT:',
    `    size = min(${pageSize}, LIMIT - len(issues)) if LIMIT else ${pageSize}`,
    cloud
      ? [
          `    page = jira.enhanced_search_issues(JQL, nextPageToken=token, maxResults=size, fields=list(FIELDS)${long})`,
          '    issues.extend(page)',
          '    token = page.nextPageToken',
          '    if not token:',
          '        break',
        ]
      : [
          `    page = jira.search_issues(JQL, startAt=len(issues), maxResults=size, fields=list(FIELDS)${long})`,
          '    issues.extend(page)',
          '    if not page or len(issues) >= page.total:',
          '        break',
        ],
    '',
    'for issue in issues:',
    "    print(issue.key, issue.raw.get('fields'))",
  );
}

/** A module for jira.js 5. */
function jiraJs(sample: TrackerSample): string {
  const { base, cloud, jql, fields, limit, post } = sample;
  const client = cloud ? 'Version3Client' : 'Version2Client';
  const method = cloud ? 'searchForIssuesUsingJqlEnhancedSearch' : 'searchForIssuesUsingJql';
  return codeOf(
    '// npm install jira.js@5',
    `import { ${client} } from 'jira.js';`,
    '',
    `const jql = ${scriptText(jql)};`,
    fieldNote(sample, '//'),
    `const fields = [${fields.map(scriptText).join(', ')}];`,
    `const limit = ${limit}; // ${say('issue-limit', { all: 'Infinity' })}`,
    '',
    `const client = new ${client}({`,
    `  host: ${scriptText(base)},`,
    cloud
      ? [
          '  authentication: {',
          `    basic: { email: process.env.${email}, apiToken: process.env.${apiToken} },`,
          '  },',
        ]
      : [
          '  baseRequestConfig: {',
          `    headers: { Authorization: \`Bearer \${process.env.${accessToken}}\` },`,
          '  },',
        ],
    '});',
    'const issues = [];',
    cloud && 'let nextPageToken;',
    'while (issues.length < limit) {',
    `  const maxResults = Math.min(${pageSize}, limit - issues.length);`,
    cloud
      ? [
          `  const page = await client.issueSearch.${method}${post ? 'Post' : ''}({ jql, fields, maxResults, nextPageToken });`,
          '  issues.push(...(page.issues ?? []));',
          '  nextPageToken = page.nextPageToken;',
          '  if (!nextPageToken) break;',
        ]
      : [
          '  const startAt = issues.length;',
          `  const page = await client.issueSearch.${method}${post ? 'Post' : ''}({ jql, fields, startAt, maxResults });`,
          '  issues.push(...(page.issues ?? []));',
          '  if (!page.issues?.length || issues.length >= page.total) break;',
        ],
    '}',
    'console.log(JSON.stringify(issues, null, 2));',
  );
}

/** The pattern by which jira-cli recognizes a query about projects, to which it does not add its configured project. */
const mentionsProject = /project\s*=?\b[^'.]/i;
const anyProject = 'project is not EMPTY';
const maxPageSize = 100;

/** A command of jira-cli, which adds an order and, without a clause about projects, its configured project. */
function jiraCli({ jql, limit }: TrackerSample): string | undefined {
  if (!isShellSafe(jql)) return undefined;
  const { where, orderBy } = splitOrderBy(jql);
  const { fields, direction } = lastDirection(orderBy);
  return codeOf(
    limit > maxPageSize && `# ${say('cli-limit')}`,
    orderBy === '' && `# ${say('cli-order')}`,
    command([
      'jira issue list --plain',
      `--jql ${shellText(cliQuery(where))}`,
      ...(orderBy === '' ? [] : [`--order-by ${shellText(fields)}`]),
      ...(orderBy !== '' && direction === 'ASC' ? ['--reverse'] : []),
      `--paginate 0:${Math.min(limit, maxPageSize)}`,
    ]),
  );
}

function cliQuery(where: string): string {
  if (where === '') return anyProject;
  return mentionsProject.test(where) ? where : `${anyProject} AND (${where})`;
}

/** The clauses of a query for jira-cli, without the clause that `jiraCli` added. */
export function withoutCliProject(query: string): string {
  if (query === anyProject) return '';
  const start = `${anyProject} AND (`;
  return query.startsWith(start) && query.endsWith(')') ? query.slice(start.length, -1) : query;
}
