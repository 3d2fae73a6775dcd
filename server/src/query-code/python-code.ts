/** Writes a wiki query as Python: for requests, Pywikibot and mwclient. */
import texts from '../../catalogue/messages/query-code.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { codeOf, indented, type Part } from './code-lines.ts';
import { pythonText } from './literals.ts';
import { countedMembers, forLibrary, rowsIn, secretVariable, type WikiSample } from './wiki-sample.ts';

const say = wordingOf(texts);
const step = '    ';

/** A program for `requests`. */
export function pythonRequests(sample: WikiSample): string {
  const { post, secrets } = sample;
  return codeOf(
    'import json',
    secrets.length > 0 && 'import os',
    'import time',
    '',
    'import requests',
    '',
    `API = ${pythonText(sample.api)}`,
    userAgentNote(sample),
    `HEADERS = {'User-Agent': ${pythonText(sample.userAgent)}}`,
    dictionary('PARAMS', sample.parameters, secrets),
    limitsOf(sample),
    '',
    '',
    'def send(session, params):',
    `    """${say('busy')}"""`,
    '    for _ in range(10):',
    post
      ? '        response = session.post(API, data=params, timeout=60)'
      : '        response = session.get(API, params=params, timeout=60)',
    "        wait = response.headers.get('Retry-After')",
    '        if not wait:',
    '            break',
    '        time.sleep(int(wait) if wait.isdigit() else 5)',
    '    response.raise_for_status()',
    '    answer = response.json()',
    "    if 'errors' in answer:",
    "        raise RuntimeError(answer['errors'])",
    '    return answer',
    '',
    '',
    merging(sample),
    '',
    '',
    'session = requests.Session()',
    'session.headers.update(HEADERS)',
    "result = query(lambda continuation: send(session, {'maxlag': '5', **PARAMS, **continuation}))",
    printed,
  );
}

const printed = 'print(json.dumps(result, ensure_ascii=False, indent=2))';

/**
 * A program for Pywikibot, whose configuration has the account; it itself repeats requests that are refused because of
 * `maxlag`.
 */
export function pywikibot(sample: WikiSample): string {
  const { token } = sample;
  const allParameters =
    token === undefined
      ? '{**PARAMS, **continuation}'
      : `{**PARAMS, ${pythonText(token.parameter)}: token, **continuation}`;
  return codeOf(
    beginning(sample, [
      'import pywikibot',
      'from pywikibot.data.api import Request',
      '',
      `API = ${pythonText(sample.api)}`,
    ]),
    userAgentNote(sample),
    `pywikibot.config.user_agent_description = ${pythonText(sample.userAgent)}`,
    'site = pywikibot.Site(url=API)',
    token && `token = site.tokens[${pythonText(token.type)}]`,
    `result = query(lambda continuation: Request(site, ${sample.post ? 'use_get=False, ' : ''}parameters=${allParameters}).submit())`,
    printed,
  );
}

/** A program for mwclient; `undefined` = it does not support this address. */
export function mwclient(sample: WikiSample): string | undefined {
  const url = new URL(sample.api);
  const path = /^(.*\/)api\.php$/.exec(url.pathname)?.[1];
  if (path === undefined || url.search !== '') return undefined;
  return codeOf(
    beginning(sample, ['import mwclient', '']),
    'site = mwclient.Site(',
    `    ${pythonText(url.host)},`,
    `    path=${pythonText(path)},`,
    `    scheme=${pythonText(url.protocol.slice(0, -1))},`,
    ...indented([userAgentNote(sample)], step),
    `    clients_useragent=${pythonText(sample.userAgent)},`,
    '    max_lag=5,',
    ')',
    'result = query(',
    `    lambda continuation: site.api(http_method='${sample.post ? 'POST' : 'GET'}', **{**PARAMS, **continuation})`,
    ')',
    printed,
  );
}

/** The beginning of a program for a library. */
const beginning = (sample: WikiSample, library: readonly string[]): Part => [
  'import json',
  sample.secrets.length > 0 && 'import os',
  '',
  ...library,
  dictionary('PARAMS', forLibrary(sample), sample.secrets),
  limitsOf(sample),
  '',
  '',
  merging(sample),
  '',
  '',
];

const userAgentNote = ({ hasContact }: WikiSample): Part => !hasContact && `# ${say('contact')}`;

/** A dictionary literal, one member on each line. */
function dictionary(
  name: string,
  entries: readonly (readonly [name: string, value: string])[],
  secrets: readonly string[] = [],
): Part {
  return [
    `${name} = {`,
    ...entries.map(([key, value]) => `    ${pythonText(key)}: ${pythonText(value)},`),
    ...secrets.map(key => `    ${pythonText(key)}: os.environ['${secretVariable(key)}'],`),
    '}',
  ];
}

const limitsOf = ({ limits }: WikiSample): Part => [
  `# ${say('limit')}`,
  `LIMITS = {${limits.map(([table, rows]) => `${pythonText(table)}: ${rows}`).join(', ')}}`,
];

/** The functions that merge continued responses, like our own run. */
function merging({ limits, untilAll }: WikiSample): Part {
  const { group, inner } = countedMembers(limits);
  const isSpecial = group !== undefined || inner !== undefined;
  return [
    'def joined(earlier, later):',
    `    """${say('joined')}"""`,
    '    if isinstance(earlier, list) and isinstance(later, list):',
    '        return earlier + later',
    '    if isinstance(earlier, dict) and isinstance(later, dict):',
    '        return {**earlier, **{name: joined(earlier.get(name), value) for name, value in later.items()}}',
    '    return later',
    '',
    '',
    isSpecial && [
      'def size(rows):',
      `    """${say('size')}"""`,
      inner !== undefined && [
        '    if isinstance(rows, dict):',
        `        return len(rows.get('${inner}', []))`,
      ],
      group === undefined
        ? '    return len(rows)'
        : `    return sum(len(row.get('${group}', [row])) for row in rows)`,
      '',
      '',
    ],
    'def query(ask):',
    `    """${say('result')}"""`,
    '    result, pages, batch, continuation = {}, [], {}, {}',
    '    while True:',
    '        answer = ask(continuation)',
    "        for name, value in answer.get('query', {}).items():",
    "            if name != 'pages':",
    '                result[name] = joined(result.get(name), value)',
    '                continue',
    '            for page in value:',
    "                key = page.get('pageid') or (page.get('ns'), page.get('title'))",
    '                batch[key] = joined(batch.get(key), page)',
    "        if answer.get('batchcomplete') or 'continue' not in answer:",
    '            pages.extend(batch.values())',
    '            batch = {}',
    '        if pages:',
    "            result['pages'] = pages",
    `        full = [${isSpecial ? 'size' : 'len'}(result.get(name, [])) >= rows for name, rows in LIMITS.items()]`,
    `        if 'continue' not in answer or (not batch and ${untilAll ? 'full and all(full)' : 'any(full)'}):`,
    '            break',
    "        continuation = answer['continue']",
    '    for name, rows in LIMITS.items():',
    `        if ${group === undefined ? '' : `name not in ${tuple(limits.filter(([table]) => rowsIn(table).kind === 'grouped').map(([table]) => table))} and `}isinstance(result.get(name), list):`,
    '            result[name] = result[name][:rows]',
    '    return result',
  ];
}

const tuple = (names: readonly string[]): string =>
  `(${names.map(name => `${pythonText(name)},`).join(' ')})`;
