/** The columns of a query's result, and those that its directives can name. */
import facts from '../../catalogue/network/tracker-rest.json' with { type: 'json' };
import texts from '../../catalogue/messages/jql-columns.json' with { type: 'json' };
import { type ResultColumns, type ResultColumn, columnsOf } from '../query-file/language/result-columns.ts';
import { fieldsOption } from '../query-file/options/columns-option.ts';
import type { Scope } from '../query-file/scope.ts';
import type { FieldEntry } from './catalogue/catalogue-entries.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { nameWithId } from './requested-fields.ts';

const { usual, always } = facts.fields;
const systemIds = new Map([
  ...facts.fields.system.map(id => [id.toLowerCase(), id] as const),
  ...Object.entries(facts.fields.aliases),
]);
const columnTypes = new Map<string, string>(Object.entries(texts.types));

const count: ResultColumn = { name: 'count', aliases: [], type: 'number', summary: texts.count };
const key: ResultColumn = { name: 'key', aliases: ['issuekey', 'id'], type: 'issue', summary: texts.key };

/** The result of a query that only counts. */
const countColumns: ResultColumns = {
  tables: [{ title: 'count', columns: columnsOf([{ title: '', columns: [count] }]) }],
  columns: columnsOf([{ title: '', columns: [count] }]),
  complete: true,
  possible: new Set(),
};

/**
 * Returns the columns of a query's result: the key and the fields that it fetches. Another name may be one of
 * the site's fields.
 */
export function resultColumnsOf(scope: Scope, knowledge: JqlKnowledge): ResultColumns {
  if (scope.directive('count')) return countColumns;
  const fetched = (fieldsOption(scope) ?? usual).filter(name => !always.includes(name.toLowerCase()));
  const isOpen = fetched.some(name => /^[*-]/.test(name));
  const here = fetched.filter(name => !/^[*-]/.test(name)).map(name => columnOf(name, knowledge));
  const tables = [
    { title: facts.columns.table, columns: columnsOf([{ title: '', columns: [key, ...here] }]) },
  ];
  const ids = new Set(fetched.map(name => idOf(name)));
  const isChosen = scope.directive('fields') !== undefined && !isOpen;
  const others = isChosen
    ? [...systemIds].filter(([, id]) => !ids.has(id)).map(([name, id]) => missingColumn(name, id, knowledge))
    : [];
  const columns = columnsOf([{ title: '', columns: [...(tables[0]?.columns ?? []), ...others] }]);
  return { tables, columns, complete: isChosen, possible: new Set() };
}

/**
 * Returns the columns that a directive can name: those of the query's result, and every field where the query fetches
 * the named fields.
 */
export function offeredColumns(scope: Scope, knowledge: JqlKnowledge): readonly ResultColumn[] {
  const { tables } = resultColumnsOf(scope, knowledge);
  const here = tables.flatMap(({ columns }) => columns);
  if (scope.directive('fields') !== undefined) return here;
  const shownNames = new Set(here.flatMap(({ name, aliases }) => [name, ...aliases]).map(lower));
  const others = knowledge.catalogue.fields.filter(
    ({ name, aliases }) => ![name, ...aliases].some(spelling => shownNames.has(lower(spelling))),
  );
  const usualColumns = usual
    .filter(name => !shownNames.has(lower(name)))
    .map(name => columnOf(name, knowledge));
  return columnsOf([
    {
      title: '',
      columns: [...here, ...usualColumns, ...others.flatMap(namesOf).map(name => columnOf(name, knowledge))],
    },
  ]);
}

/** The name of a field of the site, or one name for each of several fields that have the same. */
function namesOf({ name, aliases }: FieldEntry): readonly string[] {
  const numbers = aliases.flatMap(alias => /^cf\[(\d+)\]$/.exec(alias)?.[1] ?? []);
  return numbers.length < 2 ? [name] : numbers.map(number => nameWithId(name, `customfield_${number}`));
}

/** Returns the columns that a directive can name, to describe them: also fields that the query does not fetch. */
export function describedColumns(scope: Scope, knowledge: JqlKnowledge): Pick<ResultColumns, 'columns'> {
  return { columns: [...resultColumnsOf(scope, knowledge).columns, ...offeredColumns(scope, knowledge)] };
}

const lower = (text: string): string => text.toLowerCase();

/** Returns the id that a response has for a field, where it is the same on every site; else the name. */
const idOf = (name: string): string => systemIds.get(lower(name)) ?? lower(name);

function columnOf(name: string, { catalogue, texts: words }: JqlKnowledge): ResultColumn {
  const entry = catalogue.field(name);
  const type = entry && columnTypes.get(entry.type);
  const summary = entry && words.field(entry.name)?.summary;
  return {
    name,
    aliases:
      entry === undefined ? [] : [entry.name, ...entry.aliases].filter(alias => lower(alias) !== lower(name)),
    ...(type !== undefined && { type }),
    ...(summary !== undefined && { summary: summary.replace(/\.$/, '') }),
  };
}

const missingColumn = (name: string, id: string, knowledge: JqlKnowledge): ResultColumn => ({
  ...columnOf(name, knowledge),
  aliases: [],
  lacks: [`@fields ${id}`],
});
