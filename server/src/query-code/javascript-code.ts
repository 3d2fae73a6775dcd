/** Writes a wiki query as JavaScript: for Node, mwn and `mw.Api`. */
import texts from '../../catalogue/messages/query-code.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { codeOf, indented, type Part } from './code-lines.ts';
import { scriptText } from './literals.ts';
import { countedMembers, rowsIn, secretVariable, type WikiSample } from './wiki-sample.ts';

const say = wordingOf(texts);
const step = '  ';

/** A module for Node, without packages. */
export function fetchModule(sample: WikiSample): string {
  const { post } = sample;
  return codeOf(
    `const api = ${scriptText(sample.api)};`,
    userAgentNote(sample),
    `const headers = { 'User-Agent': ${scriptText(sample.userAgent)} };`,
    parametersOf(sample, fromEnvironment),
    limitsOf(sample),
    '',
    `/** ${say('busy')} */`,
    'async function send(values) {',
    '  const form = new URLSearchParams(values);',
    '  let response;',
    '  for (let attempt = 0; attempt < 10; attempt++) {',
    post
      ? "    response = await fetch(api, { method: 'POST', headers, body: form });"
      : `    response = await fetch(\`\${api}${sample.api.includes('?') ? '&' : '?'}\${form}\`, { headers });`,
    "    const wait = response.headers.get('Retry-After');",
    '    if (wait === null) break;',
    '    await new Promise(resolve => setTimeout(resolve, (Number(wait) || 5) * 1000));',
    '  }',
    '  if (!response.ok) throw new Error(`HTTP ${response.status}`);',
    '  const answer = await response.json();',
    '  if (answer.errors) throw new Error(JSON.stringify(answer.errors));',
    '  return answer;',
    '}',
    '',
    merging(sample),
    '',
    "const result = await query(continuation => send({ maxlag: '5', ...parameters, ...continuation }));",
    printed,
  );
}

const printed = 'console.log(JSON.stringify(result, null, 2));';

/** A module for mwn, which itself repeats requests that are refused because of `maxlag`. */
export function mwn(sample: WikiSample): string {
  const allParameters = '{ ...parameters, ...continuation }';
  return codeOf(
    "import { Mwn } from 'mwn';",
    '',
    parametersOf(sample, fromEnvironment),
    limitsOf(sample),
    '',
    merging(sample),
    '',
    'const bot = new Mwn({',
    `  apiUrl: ${scriptText(sample.api)},`,
    ...indented([userAgentNote(sample)], step),
    `  userAgent: ${scriptText(sample.userAgent)},`,
    '});',
    `const result = await query(continuation => bot.request(${allParameters}${sample.post ? ", { method: 'post' }" : ''}));`,
    printed,
  );
}

/** A gadget or user script of the wiki: it uses the reader's account, and does not wait as programs do. */
export function mwApi(sample: WikiSample): string {
  const { token } = sample;
  return codeOf(
    "mw.loader.using('mediawiki.api').then(async () => {",
    indented(
      [
        parametersOf(
          sample,
          fromPrompt,
          token && [[token.parameter, `mw.user.tokens.get(${scriptText(`${token.type}Token`)})`]],
        ),
        limitsOf(sample),
        '',
        merging(sample),
        '',
        'const api = new mw.Api({',
        ...indented([userAgentNote(sample)], step),
        `  ajax: { headers: { 'Api-User-Agent': ${scriptText(sample.userAgent)} } },`,
        '});',
        `const result = await query(continuation => api.${sample.post ? 'post' : 'get'}({ ...parameters, ...continuation }));`,
        'console.log(result);',
      ],
      step,
    ),
    '});',
  );
}

const userAgentNote = ({ hasContact }: WikiSample): Part => !hasContact && `// ${say('contact')}`;

/** The value of a secret in a browser, which has no environment. */
const fromPrompt = (name: string): string => `window.prompt(${scriptText(name)})`;

const fromEnvironment = (name: string): string => `process.env.${secretVariable(name)}`;

const scriptKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : scriptText(name));

function parametersOf(
  { parameters, secrets }: WikiSample,
  secret: (name: string) => string,
  more: readonly (readonly [name: string, code: string])[] = [],
): Part {
  return [
    'const parameters = {',
    ...parameters.map(([name, value]) => `  ${scriptKey(name)}: ${scriptText(value)},`),
    ...secrets.map(name => `  ${scriptKey(name)}: ${secret(name)},`),
    ...more.map(([name, code]) => `  ${scriptKey(name)}: ${code},`),
    '};',
  ];
}

const limitsOf = ({ limits }: WikiSample): Part => [
  `// ${say('limit')}`,
  limits.length === 0
    ? 'const limits = {};'
    : `const limits = { ${limits.map(([table, rows]) => `${scriptKey(table)}: ${rows}`).join(', ')} };`,
];

/** The functions that merge continued responses, like our own run. */
function merging({ limits, untilAll }: WikiSample): Part {
  const { group, inner } = countedMembers(limits);
  const groupedTables = limits.filter(([table]) => rowsIn(table).kind === 'grouped').map(([table]) => table);
  return [
    `/** ${say('joined')} */`,
    'function joined(earlier, later) {',
    '  if (Array.isArray(earlier) && Array.isArray(later)) return [...earlier, ...later];',
    "  if ([earlier, later].some(each => typeof each !== 'object' || each === null || Array.isArray(each))) return later;",
    '  const all = { ...earlier };',
    '  for (const [name, value] of Object.entries(later)) all[name] = joined(earlier[name], value);',
    '  return all;',
    '}',
    '',
    (group !== undefined || inner !== undefined) && [
      `/** ${say('size')} */`,
      'function size(rows) {',
      inner !== undefined && `  if (!Array.isArray(rows)) return rows.${inner}?.length ?? 0;`,
      group === undefined
        ? '  return rows.length;'
        : `  return rows.reduce((sum, row) => sum + (row.${group}?.length ?? 1), 0);`,
      '}',
      '',
    ],
    `/** ${say('result')} */`,
    'async function query(ask) {',
    '  const result = {};',
    '  const pages = [];',
    '  let batch = new Map();',
    '  let continuation = {};',
    '  for (;;) {',
    '    const answer = await ask(continuation);',
    '    for (const [name, value] of Object.entries(answer.query ?? {})) {',
    "      if (name !== 'pages') {",
    '        result[name] = joined(result[name], value);',
    '        continue;',
    '      }',
    '      for (const page of value) {',
    '        const key = page.pageid || `${page.ns}:${page.title}`;',
    '        batch.set(key, joined(batch.get(key), page));',
    '      }',
    '    }',
    '    if (answer.batchcomplete || !answer.continue) {',
    '      pages.push(...batch.values());',
    '      batch = new Map();',
    '    }',
    '    if (pages.length > 0) result.pages = pages;',
    `    const full = Object.entries(limits).map(([name, rows]) => ${
      group === undefined && inner === undefined ? '(result[name] ?? []).length' : 'size(result[name] ?? [])'
    } >= rows);`,
    `    const isEnough = batch.size === 0 && ${untilAll ? 'full.length > 0 && full.every(Boolean)' : 'full.some(Boolean)'};`,
    '    if (!answer.continue || isEnough) break;',
    '    continuation = answer.continue;',
    '  }',
    '  for (const [name, rows] of Object.entries(limits)) {',
    `    if (${groupedTables.map(name => `name !== ${scriptText(name)} && `).join('')}Array.isArray(result[name])) result[name] = result[name].slice(0, rows);`,
    '  }',
    '  return result;',
    '}',
  ];
}
