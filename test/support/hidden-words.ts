/** The words of queries that a completion could insert, each with its place and kind. */
import usualValues from '../../server/catalogue/jql/values.json' with { type: 'json' };
import type { Span } from '#shared/base/text/span.ts';
import type { Operand } from '../../server/src/jql/syntax/tree/operands.ts';
import { parseJql } from '../../server/src/jql/syntax/parse-jql.ts';
import { allParts } from '../../server/src/jql/syntax/walk.ts';
import { WikiModel } from '../../server/src/wiki/model.ts';
import { parseWikiQuery } from '../../server/src/wiki/wiki-parser.ts';
import { multipleValues, singleValue } from '../../server/src/wiki/values/value-list.ts';
import { type CorpusName, viewOf } from './corpus.ts';
import { knowledge as jqlKnowledge } from './jql.ts';
import { knowledge } from './wiki.ts';

export interface HiddenWord {
  readonly kind: string;
  readonly span: Span;
  /** The text that a completion must insert, without quotes. */
  readonly wanted: string;
}

const free: ReadonlySet<unknown> = new Set(['string', 'title', 'user', 'timestamp', 'boolean', 'integer']);

function* wikiWords(query: string): Generator<HiddenWord> {
  const model = new WikiModel(parseWikiQuery(viewOf('wiki', query).scope), knowledge.catalogue);
  for (const node of model.query.parameters) {
    const binding = model.binding(node);
    if (binding === undefined) continue;
    const { parameter, active } = binding;
    yield { kind: 'wiki parameter', span: node.name.span, wanted: node.name.text };
    if (node.value === undefined || free.has(parameter.type)) continue;
    const isModule = active.role === 'action' && parameter.submodules.size > 0;
    const values = parameter.multi ? multipleValues(node.value) : [singleValue(node.value)];
    for (const { text, span } of values) {
      if (text === '' || /^\d+$/.test(text)) continue;
      yield { kind: isModule ? 'wiki module' : 'wiki value', span, wanted: text };
    }
  }
}

const usual = new Set(Object.keys(usualValues.values).map(name => name.toLowerCase()));
/** The kind of a field: a custom field can only be offered if its tracker is known. */
const fieldKind = (name: string): string =>
  jqlKnowledge.catalogue.field(name) === undefined ? 'JQL own field' : 'JQL field';

/** The kind of a function: one without a description belongs to an app or to one tracker. */
const functionKind = (name: string): string =>
  jqlKnowledge.catalogue.function(name) === undefined ? 'JQL own function' : 'JQL function';

const functionCall = /\(.*$/s;

function* operandWords(query: string, field: string, operand: Operand): Generator<HiddenWord> {
  if (operand.kind === 'list') for (const item of operand.items) yield* operandWords(query, field, item);
  else if (operand.kind === 'empty')
    yield {
      kind: 'JQL keyword',
      span: operand.span,
      wanted: query.slice(operand.span.start, operand.span.end),
    };
  else if (operand.kind === 'function')
    yield { kind: functionKind(operand.name.text), span: operand.name.span, wanted: operand.name.text };
  else if (operand.kind === 'value' && usual.has(field.toLowerCase()))
    yield { kind: 'JQL value', span: operand.span, wanted: operand.text };
}

function* jqlWords(query: string): Generator<HiddenWord> {
  const parsed = parseJql(viewOf('jql', query).scope);
  if (parsed.errors.length > 0) return;
  const keyword = ({ start, end }: Span): HiddenWord => ({
    kind: 'JQL keyword',
    span: { start, end },
    wanted: query.slice(start, end),
  });
  if (parsed.orderBy) yield keyword(parsed.orderBy.keywords);
  for (const part of allParts(parsed)) {
    if (part.kind === 'and' || part.kind === 'or') yield* part.operators.map(keyword);
    if (part.kind === 'sort' && part.direction) yield keyword(part.direction.span);
    if (part.kind === 'predicate') yield keyword(part.nameSpan);
    if (part.kind === 'field' && jqlKnowledge.catalogue.field(part.name)?.form === undefined)
      yield { kind: fieldKind(part.name), span: part.nameSpan, wanted: part.name };
    if (part.kind !== 'term') continue;
    if (part.operator.kind === 'operator')
      yield { kind: 'JQL operator', span: part.operator.span, wanted: part.operator.name };
    if (part.field.kind === 'field' && part.operand)
      yield* operandWords(query, part.field.name, part.operand);
  }
}

/** The words of a query in no particular order; none if the grammar rejects the query. */
export const hiddenWords = (name: CorpusName, query: string): HiddenWord[] => [
  ...(name === 'wiki' ? wikiWords(query) : jqlWords(query)),
];

/** A word for comparison: without quotes, parentheses and capitals, with one blank between its parts. */
export const comparable = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(functionCall, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim();
