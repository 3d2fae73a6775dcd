/** The codes of all problems that a check reports, for those who set their severities. */
import jql from '../../../catalogue/messages/jql.json' with { type: 'json' };
import locks from '../../../catalogue/messages/locks.json' with { type: 'json' };
import queryFile from '../../../catalogue/messages/query-file.json' with { type: 'json' };
import reports from '../../../catalogue/messages/reports.json' with { type: 'json' };
import wiki from '../../../catalogue/messages/wiki.json' with { type: 'json' };
import rules from '../../../catalogue/wiki/rules.json' with { type: 'json' };
import wikimediaRules from '../../../catalogue/wiki/wikimedia-rules.json' with { type: 'json' };
import { ruleSeverities } from './rule-file.ts';

/** Texts of the tables that are of no problem of a check. */
const others = /^(?:wiki-says|rule|definition|answer-.*|prompt-unanswered|chain-open)$/;
/** The problems of files of other languages, in a table with other texts. */
const hostCodes = [
  'host-too-long',
  'ignore-without-code',
  'unclosed-fence',
  'unclosed-result',
  'stray-result',
  'lost-result',
] as const;

/** Returns the codes, in order, with a message of each; `{name}` in a code is any name. */
export function ruleCodes(): ReadonlyMap<string, string> {
  const texts = Object.entries({ ...wiki, ...jql, ...queryFile, ...locks });
  const ofTables = texts.map(([key, text]) => [key.split('.')[0]!, text] as const);
  const ofHosts = hostCodes.map(code => [code, reports[code]] as const);
  const wikiTexts: Readonly<Record<string, string>> = wiki;
  const ofRules = [...rules.rules, ...wikimediaRules.rules]
    // Others are about what only the wiki knows.
    .filter(({ kind }) => kind !== 'runtime')
    .flatMap(rule => [rule, 'many' in rule ? rule.many : undefined])
    .flatMap(rule =>
      rule === undefined ? [] : [[rule.code, wikiTexts[`rule.${rule.message}`] ?? ''] as const],
    );
  const messages = new Map<string, string>();
  for (const [code, text] of [...ofTables, ...ofHosts, ...ofRules])
    if (!messages.has(code) && !others.test(code)) messages.set(code, text);
  return new Map([...messages].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const name = '{name}';

/** Whether a problem can have a code. */
export function isRuleCode(code: string, codes: ReadonlyMap<string, string>): boolean {
  if (codes.has(code)) return true;
  return [...codes.keys()].some(each => {
    const [start = '', end] = each.split(name);
    return (
      end !== undefined &&
      code.length > start.length + end.length &&
      code.startsWith(start) &&
      code.endsWith(end)
    );
  });
}

const isPattern = ([code]: readonly [string, object]): boolean => code.includes(name);

/** The schema by which an editor completes and checks `.wikijql/rules.json`. */
export function rulesSchema(): object {
  const entries = [...ruleCodes()].map(
    ([code, message]) =>
      [code, { $ref: '#/definitions/severity', description: message.replaceAll(/\{\w+\}/g, '…') }] as const,
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The severities of wikijql’s problems',
    type: 'object',
    allowTrailingCommas: true,
    definitions: { severity: { enum: ruleSeverities } },
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(entries.filter(entry => !isPattern(entry))),
    },
    patternProperties: Object.fromEntries(
      entries.filter(isPattern).map(([code, schema]) => [`^${code.replace(name, '[^ ]+')}$`, schema]),
    ),
    additionalProperties: false,
  };
}
