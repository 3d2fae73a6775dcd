/** Predicts the columns of a wiki query's result. */
import texts from '../../../catalogue/wiki/column-texts.json' with { type: 'json' };
import {
  type ResultColumns,
  type ResultColumn,
  columnsOf,
} from '../../query-file/language/result-columns.ts';
import type { WikiTexts } from '../catalogue/catalogue-texts.ts';
import { type ActiveModule, type WikiModel, pageSources, wireName, isUsed } from '../model.ts';
import { isAboutOnePage, listsSeveral } from '../own-limits.ts';
import { multipleValues } from '../values/value-list.ts';
import {
  type RecordedColumn,
  recordedModule,
  type RecordedModule,
  type RecordedTable,
} from './recorded-columns.ts';

type Table = ResultColumns['tables'][number];
type Source = readonly [active: ActiveModule, tables: readonly RecordedTable[]];

const summaries = new Map<string, string>(Object.entries(texts.columns));
/** Columns of every table of pages. */
const pageColumns: readonly RecordedColumn[] = texts.pages;

/** The columns of a query's result: the tables of its modules, as a real wiki answered them. */
export function resultColumnsOf(model: WikiModel, words: WikiTexts): ResultColumns {
  const modulesInUse = model.active.filter(({ at }) => at !== undefined);
  const recorded = modulesInUse.map(active => ({ active, answers: recordedModule(active.module.name) }));
  const sources = recorded.flatMap(({ active, answers }): Source[] => {
    const tables = answers && tablesFor(model, active, answers);
    return tables ? [[active, tables]] : [];
  });
  const tables = [...pagesFirst(model, sources), ...sources.flatMap(([, ofSource]) => ofSource)].map(
    ({ id }) => id,
  );
  const merged = [...new Set(tables)].map(id => mergedTable(id, sources, model, words));
  const columns = columnsOf(merged);
  const complete =
    modulesInUse.length > 0 &&
    recognizesAllModules(model) &&
    recorded.every(({ active, answers }) => active.role === 'generator' || answers !== undefined);
  return { tables: merged, columns, complete, possible: possibleNames(recorded, model) };
}

/** Whether the wiki knows every module that the query names: another one would bring columns of its own. */
function recognizesAllModules(model: WikiModel): boolean {
  return (['list', 'prop', 'meta', 'generator'] as const).every(role => {
    const value = model.node(role)?.value;
    const count =
      value === undefined || value.text === ''
        ? 0
        : new Set(multipleValues(value).map(({ text }) => text)).size;
    return count === model.active.filter(active => active.role === role).length;
  });
}

/** A query about pages has a table of them, even where no module says more of them. */
function pagesFirst(model: WikiModel, sources: readonly Source[]): readonly { readonly id: string }[] {
  const isAboutPages =
    sources.some(([, tables]) => tables.some(({ id }) => id === 'pages')) ||
    model.active.some(({ role }) => role === 'generator' || role === 'prop') ||
    pageSources.some(name => (model.node(name)?.value?.text ?? '') !== '');
  return isAboutPages ? [{ id: 'pages' }] : [];
}

/** `undefined` = a module that answers in a way that was not recorded. */
function tablesFor(
  model: WikiModel,
  active: ActiveModule,
  recorded: RecordedModule,
): readonly RecordedTable[] | undefined {
  if (active.role === 'generator') return recorded.generator;
  if (active.role !== 'prop') return recorded.rows;
  if (!isAboutOnePage(model)) return recorded.pages;
  if (recorded.page !== undefined && !listsSeveral(model, active)) return recorded.page;
  return recorded.listed?.some(({ id }) => id !== 'pages') === true ? recorded.listed : recorded.pages;
}

function mergedTable(id: string, sources: readonly Source[], model: WikiModel, words: WikiTexts): Table {
  const ofPages = id === 'pages' ? pageColumns.map(column => columnOf(column, undefined, model, words)) : [];
  const moduleColumns = sources.flatMap(([active, tables]) =>
    tables
      .filter(table => table.id === id)
      .flatMap(table => table.columns.map(column => columnOf(column, active, model, words))),
  );
  const columns = columnsOf([{ title: id, columns: [...ofPages, ...moduleColumns] }]);
  return {
    title: id,
    columns: columns.toSorted((one, other) => Number(isNumber(one)) - Number(isNumber(other))),
  };
}

/** Whether a column is the number of a namespace or an id, which come last in a result. */
const isNumber = ({ name, type }: ResultColumn): boolean =>
  type === 'namespace' || (type === 'id' && name !== 'id');

function columnOf(
  { key, title = key, type, with: ways }: RecordedColumn,
  active: ActiveModule | undefined,
  model: WikiModel,
  words: WikiTexts,
): ResultColumn {
  const summary = summaryOf(key, active, ways, words);
  const isHere = active === undefined || ways === undefined || ways.some(way => isUsed(model, active, way));
  return {
    name: title,
    aliases: title === key ? [] : [key],
    type,
    ...(summary !== undefined && { summary }),
    ...(!isHere && { lacks: ways.map(way => wireName(active, way)) }),
  };
}

/** The phrase of the value that brings the column, else of a column of that name. */
function summaryOf(
  key: string,
  active: ActiveModule | undefined,
  ways: readonly string[] = [],
  words: WikiTexts,
): string | undefined {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const summary = summaries.get(key) ?? summaries.get(name);
  if (summary !== undefined || active === undefined) return summary;
  const [, value] = ways[0]?.split('=') ?? [];
  return value === undefined ? undefined : words.value(active.module.name, 'prop', value);
}

/** Names of the columns that the modules can have in any of their ways to answer. */
function possibleNames(
  recorded: readonly { readonly active: ActiveModule; readonly answers: RecordedModule | undefined }[],
  model: WikiModel,
): ReadonlySet<string> {
  const aside = recordedModule('query');
  const modules = [...recorded.map(({ answers }) => answers), aside];
  const tables = modules.flatMap((module): readonly RecordedTable[] => [
    ...(module?.rows ?? []),
    ...(module?.pages ?? []),
    ...(module?.page ?? []),
    ...(module?.listed ?? []),
    ...(module?.generator ?? []),
  ]);
  const names = tables.flatMap(({ id, columns }) =>
    columns
      .filter(({ with: ways }) => ways === undefined || ways.some(way => isUsedAnywhere(model, way)))
      .flatMap(({ key, title = key }) => [key, title, `${id}.${key}`]),
  );
  return new Set(names.map(name => name.toLowerCase()));
}

const isUsedAnywhere = (model: WikiModel, way: string): boolean =>
  model.active.some(
    active => active.module.parameter(way.replace(/=.*/s, '')) !== undefined && isUsed(model, active, way),
  );
