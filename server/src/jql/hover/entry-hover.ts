/** Describes fields, functions, operators and keywords of the catalogue, and texts to search for, in Markdown. */
import { code, escaped } from '#shared/base/text/markdown.ts';
import { type FieldEntry, type JqlFunction, type Platform, operatorsOf } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { JqlText } from '../catalogue/catalogue-texts.ts';
import messages from '../../../catalogue/messages/jql-hover.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { neededTerms, readSearch, type SearchTerm } from '../syntax/text-search.ts';

/** Describes a field in Markdown. `written` is the name that the query uses. */
export function describeField(knowledge: JqlKnowledge, field: FieldEntry, written: string): string {
  const { texts, platform } = knowledge;
  const text = texts.field(field.name);
  const isOwnName = field.form !== undefined || written.toLowerCase() === field.name.toLowerCase();
  const number = numberIn(written);
  const numbers = number === undefined ? field.aliases.flatMap(alias => numberIn(alias) ?? []) : [number];
  const shown = field.form === undefined ? field.name : written;
  return paragraphs(
    say('field.head', { name: escaped(shown), type: texts.type(field.type) ?? '' }),
    isOwnName || number !== undefined ? undefined : say('field.alias', { name: code(field.name) }),
    text?.summary ?? unnamedSummary(field, numbers),
    sentences(
      operatorsSentence(field, platform),
      ...platformSentences(field, platform),
      field.history && say('field.history'),
      field.dateOnly && say('field.dateOnly'),
      !field.acceptsEmpty && field.operators.size > 0 && say('field.withoutEmpty'),
      field.orderable === false && say('field.notSortable'),
    ),
    functionsSentence(field),
    field.values.length > 0 && say('field.values', { values: codes(field.values.slice(0, 20)) }),
    sentences(...originSentences(knowledge, field)),
    text && say('example', { example: code(text.example) }),
  );
}

const numberIn = (name: string): string | undefined => /^cf\s*\[\s*(\d+)\s*\]$/i.exec(name)?.[1];

/** Returns a summary for a field that the catalogue has no text for. */
function unnamedSummary({ isFromSite }: FieldEntry, numbers: readonly string[]): string {
  if (numbers.length > 0) return say('field.custom', { number: numbers.join(', ') });
  return say(isFromSite ? 'field.own' : 'field.unknown');
}

const operatorsSentence = (field: FieldEntry, platform: Platform | undefined): string =>
  field.operators.size === 0
    ? say('field.sortOnly')
    : say('field.operators', {
        operators: codes(platform === 'cloud' ? operatorsOf(field, platform) : field.operators),
      });

/** Returns the differences on Cloud, where the site's platform is not known. */
function platformSentences({ cloud, isFromSite }: FieldEntry, platform: Platform | undefined): string[] {
  if (platform !== undefined || isFromSite) return [];
  return [
    ...(cloud.added.length > 0 ? [say('cloud.added', { operators: codes(cloud.added) })] : []),
    ...(cloud.removed.length > 0 ? [say('cloud.removed', { operators: codes(cloud.removed) })] : []),
  ];
}

function functionsSentence({ functions }: FieldEntry): string | undefined {
  const names = [...functions.values()].flat().map(name => `${name}()`);
  return names.length === 0 ? undefined : say('field.functions', { functions: codes(names) });
}

interface Origin {
  readonly on: readonly Platform[];
  readonly isFromSite: boolean;
  readonly requires: string | undefined;
  readonly replacedBy?: string | undefined;
}

/** Returns sentences about the platform, product and site that provide a field or a function. */
function originSentences(
  { texts, lock }: JqlKnowledge,
  { on, isFromSite, requires, replacedBy }: Origin,
): string[] {
  const product = texts.product(requires ?? '');
  const [only, other] = on;
  return [
    ...(only !== undefined && other === undefined && !isFromSite ? [say(`platform.${only}`)] : []),
    ...(replacedBy === undefined ? [] : [say('replacedBy', { name: code(replacedBy) })]),
    ...(product === undefined ? [] : [say('requires', { product })]),
    ...(lock === undefined || !isFromSite
      ? []
      : [say('lock', { site: escaped(lock.site), date: lock.time.slice(0, 10) })]),
  ];
}

/** Describes a function with its arguments in Markdown. `here` is a sentence about the result of this call. */
export function describeFunction(knowledge: JqlKnowledge, jqlFunction: JqlFunction, here?: string): string {
  const { texts } = knowledge;
  const text = texts.function(jqlFunction.name);
  const args = jqlFunction.arguments ?? [];
  const signature = `${jqlFunction.name}(${args.map(signatureOf).join(', ')})`;
  const type = texts.type(jqlFunction.returns ?? '');
  const returns =
    type === undefined ? say('function.unknown') : say(`function.${jqlFunction.shape}`, { type });
  return paragraphs(
    say('function.head', { signature: escaped(signature), returns }),
    text?.summary,
    here,
    args
      .map(({ name }) =>
        say('function.argument', {
          name: code(name),
          text: texts.argument(jqlFunction.name, name) ?? '',
        }),
      )
      .join('\n'),
    sentences(
      jqlFunction.cloudName !== undefined && say('cloud.name', { name: code(jqlFunction.cloudName) }),
      ...originSentences(knowledge, jqlFunction),
    ),
    text && say('example', { example: code(text.example) }),
  );
}

const signatureOf = ({ name, optional, most }: NonNullable<JqlFunction['arguments']>[number]): string =>
  `${name}${optional ? '?' : ''}${most > 1 ? '…' : ''}`;

/** Describes an operator in Markdown; undefined = no operator has that name. */
export function describeOperator({ catalogue, texts }: JqlKnowledge, name: string): string | undefined {
  const operator = catalogue.operator(name);
  const text = operator && texts.operator(operator.name);
  return (
    text &&
    paragraphs(
      say('operator.head', { name: escaped(operator.name.toUpperCase()) }),
      text.summary,
      operator.predicates.length > 0 &&
        say('operator.predicates', { predicates: codes(operator.predicates) }),
      say('example', { example: code(text.example) }),
    )
  );
}

/** Describes a keyword or a predicate in Markdown; undefined = none has that name. */
export function describeWord({ texts }: JqlKnowledge, name: string): string | undefined {
  const key = name.toUpperCase();
  const text: JqlText | undefined = texts.keyword(key) ?? texts.predicate(key);
  return (
    text &&
    paragraphs(
      say('keyword.head', { name: key }),
      text.summary,
      say('example', { example: code(text.example) }),
    )
  );
}

/**
 * Describes the texts that a search finds or excludes, in Markdown; undefined = its text has a part that cannot be
 * described.
 */
export function describeSearch(
  { platform }: JqlKnowledge,
  text: string,
  isExcluding: boolean,
): string | undefined {
  const terms = readSearch(text.trim());
  if (terms === undefined || terms.length === 0) return undefined;
  return say(isExcluding ? 'search.excludes' : 'search.finds', { searched: searchedTexts(terms, platform) });
}

function searchedTexts(terms: readonly SearchTerm[], platform: Platform | undefined): string {
  const needed = neededTerms(terms);
  const excluded = terms.filter(({ occurs }) => occurs === 'not');
  const joined = (parts: readonly SearchTerm[], word: 'and' | 'or'): string =>
    listed(
      parts.map(term => searchedTerm(term, platform)),
      word,
    );
  const searched = joined(needed, needed[0]?.occurs === 'may' ? 'or' : 'and');
  if (excluded.length === 0) return searched;
  const without = joined(excluded, 'or');
  return needed.length === 0 ? say('search.not', { without }) : say('search.without', { searched, without });
}

function searchedTerm(term: SearchTerm, platform: Platform | undefined): string {
  if (term.kind === 'group') return say('search.group', { searched: searchedTexts(term.terms, platform) });
  const text = escaped(term.text);
  if (term.kind === 'phrase')
    return term.near?.count === undefined || platform === 'cloud'
      ? say('search.phrase', { text })
      : say('search.near', { text, count: String(term.near.count) });
  if (term.wildcards === 'last') return say('search.begins', { text: escaped(term.text.slice(0, -1)) });
  if (term.wildcards !== 'none') return say('search.pattern', { text });
  return term.near !== undefined && platform !== 'cloud'
    ? say('search.similar', { text })
    : say('search.word', { text });
}

/** Returns `a`, `a and b` or `a, b and c`. */
function listed(parts: readonly string[], word: 'and' | 'or'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : say(`search.${word}`, { first: parts.slice(0, -1).join(', '), last });
}

/** The sentences of hovers. */
export const say = wordingOf(messages);

/** Returns names as code, with commas between. */
const codes = (names: Iterable<string>): string => Array.from(names, code).join(', ');

/** Joins paragraphs of Markdown; absent ones are left out. */
export const paragraphs = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(part => typeof part === 'string' && part !== '').join('\n\n');

/** Joins sentences into one paragraph; absent ones are left out. */
const sentences = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(part => typeof part === 'string' && part !== '').join(' ');
