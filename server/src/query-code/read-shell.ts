/** Finds the query in shell commands. */
import options from '../../catalogue/query-code/curl.json' with { type: 'json' };
import type { PasteResult } from '../query-file/language/pasted-query.ts';
import { bodyOf, headerSecrets, isWritten, readRequest } from './read-url.ts';
import { plainCommands, type PlainWord } from './shell-words.ts';
import { withoutCliProject } from './tracker-forms.ts';

/** The query of the first command that requests something from a wiki or a tracker: curl, or jira-cli. */
export function readShell(text: string): PasteResult {
  for (const words of plainCommands(text)) {
    const names = words.map(word => word.text);
    const curl = names.findIndex(name => /(?:^|\/)curl(?:\.exe)?$/.test(name));
    const result =
      curl < 0
        ? (readWget(names) ?? readHttpie(words) ?? readJiraCli(words))
        : readCurl(words.slice(curl + 1));
    if (result) return result;
  }
  return undefined;
}

/** The query in the address of a command of wget; its options name files. */
function readWget([program = '', ...names]: readonly string[]): PasteResult {
  const url = /(?:^|\/)wget$/.test(program) ? names.find(name => /^https?:\/\//i.test(name)) : undefined;
  return url === undefined ? undefined : readRequest({ url });
}

const dataOptions: ReadonlySet<string> = new Set(options.data);
const parameterOptions: ReadonlySet<string> = new Set(options.parameter);
const headerOptions: ReadonlySet<string> = new Set(options.header);
/** Options that hold a secret, and their names for the user. */
const secretOptions: ReadonlyMap<string, string> = new Map(Object.entries(options.secret));
const otherOptions: ReadonlySet<string> = new Set(options.other);

function readCurl(words: readonly PlainWord[]): PasteResult {
  const secrets: string[] = [];
  const form: (readonly [string, string])[] = [];
  let url: string | undefined;
  let json: unknown;
  for (let index = 0; index < words.length; index++) {
    const { option, value, rest } = optionOf(words[index]!, words[index + 1]);
    const { text = '', literal = '' } = value ?? {};
    const isTaken = takesWord(option);
    if (option === '') url ??= rest;
    else if (option === '--url') url ??= text;
    else if (dataOptions.has(option)) {
      const body = bodyOf(text);
      json ??= body.json;
      form.push(...(body.form ?? []));
    } else if (parameterOptions.has(option)) {
      const [, name = '', content = ''] = /^([^=]*)=([^]*)$/.exec(text) ?? [];
      // The value of a variable is not in the text.
      if (literal === text || literal.slice(name.length + 1) !== '') form.push([name, content]);
    } else if (headerOptions.has(option)) secrets.push(...headerSecrets(literal));
    else if (secretOptions.has(option) && isWritten(literal)) secrets.push(secretOptions.get(option)!);
    if (isTaken && value === words[index + 1]) index++;
  }
  if (url === undefined) return undefined;
  return readRequest({ url: absoluteAddress(url), form, json, secrets });
}

const absoluteAddress = (url: string): string => (/^[a-z]+:\/\//i.test(url) ? url : `https://${url}`);

/** Programs with the commands of HTTPie. */
const httpiePrograms: ReadonlySet<string> = new Set(['http', 'https', 'xh', 'xhs']);
/** An item of HTTPie: `name==value` in the address, `name=value` and `name:=json` in the body, `Name:value` a header. */
const httpieItem = /^([\w.-]+)(==|:=|=|:)([^]*)$/;

/** The query of a command of HTTPie: `http example.org/w/api.php action==query list==allpages`. */
function readHttpie([program, ...words]: readonly PlainWord[]): PasteResult {
  if (program === undefined || !httpiePrograms.has(program.text)) return undefined;
  const secrets: string[] = [];
  const form: [string, string][] = [];
  let url: string | undefined;
  for (const [index, { text, literal }] of words.entries()) {
    const before = words[index - 1]?.text ?? '';
    if (before === '-a' || before === '--auth') {
      if (isWritten(literal)) secrets.push('--auth');
    } else if (url === undefined) {
      if (/^(?:https?:\/\/)?[\w.:-]+\//i.test(text)) url = text;
    } else {
      const [, name = '', separator, value = ''] = httpieItem.exec(text) ?? [];
      if (separator === ':') secrets.push(...headerSecrets(literal));
      else if (separator !== undefined) form.push([name, separator === ':=' ? jsonText(value) : value]);
    }
  }
  return url === undefined ? undefined : readRequest({ url: absoluteAddress(url), form, secrets });
}

/** A value in JSON as a parameter has it: a list with commas. */
const jsonText = (value: string): string => value.replaceAll(/["[\]]/g, '');

const takesWord = (option: string): boolean =>
  [dataOptions, parameterOptions, headerOptions, secretOptions, otherOptions].some(set => set.has(option));

interface CurlOption {
  /** Empty = the word is an address. */
  readonly option: string;
  readonly value: PlainWord | undefined;
  readonly rest: string;
}

/** An option as one or two words: `-d x`, `-dx`, `-sGd x`. */
function optionOf({ text, literal }: PlainWord, next: PlainWord | undefined): CurlOption {
  if (!text.startsWith('-') || text === '-') return { option: '', value: undefined, rest: text };
  if (text.startsWith('--')) return { option: text, value: next, rest: '' };
  for (let at = 1; at < text.length; at++) {
    const option = `-${text[at]}`;
    if (!takesWord(option)) continue;
    const value = at + 1 < text.length ? { text: text.slice(at + 1), literal: literal.slice(at + 1) } : next;
    return { option, value, rest: '' };
  }
  return { option: text, value: undefined, rest: '' };
}

/** `jira issue list --jql …`, with the order that jira-cli adds. */
function readJiraCli(words: readonly PlainWord[]): PasteResult {
  const names = words.map(({ text }) => text);
  if (names[0] !== 'jira') return undefined;
  const valueOf = (...optionNames: readonly string[]): string | undefined => {
    const at = names.findIndex(name =>
      optionNames.some(option => name === option || name.startsWith(`${option}=`)),
    );
    if (at < 0) return undefined;
    return names[at]!.includes('=') ? names[at]!.slice(names[at]!.indexOf('=') + 1) : names[at + 1];
  };
  const jqlOption = valueOf('--jql', '-q');
  if (jqlOption === undefined) return undefined;
  const where = withoutCliProject(jqlOption);
  const fields = valueOf('--order-by');
  const direction = names.includes('--reverse') ? 'ASC' : 'DESC';
  const jql =
    fields === undefined ? where : `${where}${where === '' ? '' : ' '}ORDER BY ${fields} ${direction}`;
  return { kind: 'tracker', jql, secrets: [] };
}
