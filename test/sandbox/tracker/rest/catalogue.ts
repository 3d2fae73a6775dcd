import type { JsonObject } from '../../json.ts';
import type { Reply } from '../../reply.ts';
import { type Field, fieldNamed, fields, functions, kindOf } from '../fields.ts';
import { thingsOf } from '../jql/names.ts';
import reserved from '../jql/reserved.json' with { type: 'json' };
import { escapeHtml, failure, json } from '../replies.ts';
import type { Visitor } from '../visitor.ts';
import { maySee } from '../world/world.ts';
import { isNavigable } from './selection.ts';

/** `/rest/api/2/field`; its booleans are real ones. */
export const answerFields = (): Reply =>
  json(
    fields
      .filter(({ id, schema }) => schema !== undefined || id === 'issuekey')
      .map(({ id, name, custom, orderable, jql, schema }): JsonObject => ({
        id,
        name,
        custom,
        orderable,
        navigable: isNavigable(id),
        searchable: jql.length > 0,
        clauseNames: jql,
        ...(schema && { schema }),
      })),
  );

const word = /^[\p{L}\p{N}._-]+$/u;
const quotedIfNeeded = (text: string): string =>
  word.test(text) &&
  !reserved.words.includes(text.toLowerCase()) &&
  !reserved.keywords.includes(text.toLowerCase())
    ? text
    : JSON.stringify(text);

function visibleField(field: Field): JsonObject[] {
  const { kind, custom, name, jql } = field;
  if (!kind) return [];
  const about = kindOf(kind);
  const [first = '', second] = jql;
  const shared = {
    ...(field.orderable && { orderable: 'true' }),
    searchable: 'true',
    ...(about.auto && { auto: 'true' }),
    operators: field.operators,
    types: [about.type],
  };
  if (custom)
    return [
      { value: quotedIfNeeded(second ?? name), displayName: `${name} - ${first}`, cfid: first, ...shared },
    ];
  return jql.map(alias => ({ value: quotedIfNeeded(alias), displayName: alias, ...shared }));
}

/** `/rest/api/2/jql/autocompletedata`; its booleans are texts. */
export function answerAutocomplete({ settled }: Visitor): Reply {
  const isCloud = settled.flavour === 'cloud';
  return json({
    visibleFieldNames: fields.flatMap(visibleField),
    visibleFunctionNames: functions.map(({ name, least, most, list, returns }) => {
      const text = most === 0 ? `${name}()` : `${name}(${'""'.repeat(Math.min(1, Math.max(least, 1)))})`;
      return {
        value: text,
        displayName: text,
        ...(list && { isList: 'true' }),
        ...(isCloud && { supportsListAndSingleValueOperators: 'false' }),
        types: [kindOf(returns).type],
      };
    }),
    jqlReservedWords: [...reserved.words, ...reserved.keywords].toSorted(),
  });
}

const maxSuggestions = 15;

/** `…/suggestions`: what a field's values begin with, the match in bold. */
export function answerSuggestions(query: URLSearchParams, visitor: Visitor): Reply {
  const predicate = query.get('predicateName')?.toLowerCase();
  const field = fieldNamed(predicate === 'by' ? 'assignee' : (query.get('fieldName') ?? ''));
  const typed = query.get(predicate === undefined ? 'fieldValue' : 'predicateValue') ?? '';
  const texts = field && suggestionsOf(field, visitor);
  if (!texts) return failure(400, 'badSuggestion');
  const results = texts
    .filter(({ shown, value }) =>
      [shown, value].some(text => text.toLowerCase().startsWith(typed.toLowerCase())),
    )
    .slice(0, maxSuggestions)
    .map(({ value, shown }) => ({ value: quotedIfNeeded(value), displayName: bold(shown, typed) }));
  return json({ results });
}

const bold = (text: string, typed: string): string =>
  typed !== '' && text.toLowerCase().startsWith(typed.toLowerCase())
    ? `<b>${escapeHtml(text.slice(0, typed.length))}</b>${escapeHtml(text.slice(typed.length))}`
    : escapeHtml(text);

interface Suggestion {
  readonly value: string;
  readonly shown: string;
}

const plain = (names: readonly string[]): Suggestion[] =>
  [...new Set(names)].map(name => ({ value: name, shown: name }));

/** `undefined` = the field has none. */
function suggestionsOf(field: Field, { world, person }: Visitor): readonly Suggestion[] | undefined {
  const seen = world.projects.filter(project => maySee(person, project));
  const issues = world.issues.filter(({ project, hostile }) => seen.includes(project) && !hostile);
  const { kind } = field;
  if (kind === 'user')
    return world.people.map(({ name, displayName, email }) => ({
      value: name,
      shown: `${displayName} - ${email} (${name})`,
    }));
  if (kind === 'project') return seen.map(({ key, name }) => ({ value: key, shown: `${name} (${key})` }));
  if (kind === 'label') return plain(issues.flatMap(({ labels }) => labels));
  if (kind === 'epic')
    return issues.flatMap(({ key, epicName }) =>
      epicName === undefined ? [] : [{ value: key, shown: `${epicName} - (${key})` }],
    );
  const things = thingsOf(field, { ...world, projects: seen });
  return things && plain(things.map(({ name }) => name));
}
