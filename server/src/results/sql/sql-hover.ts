/** Describes the words of a statement. */
import type { Span } from '#shared/base/text/span.ts';
import { code, codeBlock, escaped } from '#shared/base/text/markdown.ts';
import { functions } from './function-catalogue.ts';
import {
  columnOf,
  isNamed,
  type KnownColumn,
  queryAt,
  readStatement,
  type Relation,
  visibleSources,
} from './statement.ts';
import { rowNumber, type SqlTable } from './nameable-tables.ts';
import { isName, isSign } from './tokens.ts';
import { say } from './sql-problem.ts';
import { nameInSql } from './keywords.ts';

/** A description of a word, in Markdown. */
export interface SqlHover extends Span {
  readonly text: string;
}

/** The description of the word at an offset; `undefined` = nothing is known about it. */
export function hoverSql(sql: string, offset: number, tables: readonly SqlTable[]): SqlHover | undefined {
  const statement = readStatement(sql, tables);
  const { tokens } = statement;
  const holder = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  const index = isName(tokens[holder]) ? holder : tokens.findIndex(({ end }) => end === offset);
  const token = tokens[index];
  if (!isName(token)) return undefined;
  const { start, end } = token;
  const at = (text: string): SqlHover => ({ start, end, text });
  if (isSign(tokens[index + 1], '(')) {
    const builtIn = functions.get(token.text.toLowerCase());
    if (builtIn) return at(functionText(builtIn));
  }
  const query = queryAt(statement, start);
  const sources = [...visibleSources(query)];
  const qualifier = isSign(tokens[index - 1], '.') ? tokens[index - 2] : undefined;
  if (qualifier === undefined) {
    const relation =
      sources.find(source => source.token?.start === start) ??
      sources.find(source => isNamed(source, token.text));
    if (relation) return at(relationText(relation));
  }
  const candidates =
    qualifier === undefined ? sources : sources.filter(source => isNamed(source, qualifier.text));
  const column = columnOf(token.text, candidates);
  return column && at(columnText(column));
}

const functionText = ({
  signature,
  summary,
}: {
  readonly signature: string;
  readonly summary: string;
}): string => `${codeBlock(signature, 'sql')}\n${escaped(summary)}`;

function relationText({ name, table, columns }: Relation): string {
  if (table) return tableText(table);
  const list = (columns ?? []).map(column => code(column.name)).join(', ');
  return [`${code(name)}: ${say('reads')}`, ...(list === '' ? [] : [list])].join('\n\n');
}

/** Maximum columns that a hover names. */
const maxColumns = 40;

/** Describes a table, in Markdown. */
export function tableText({
  name,
  kind,
  title,
  file,
  site,
  rows,
  time,
  columns,
  isPlanned,
}: SqlTable): string {
  if (isPlanned) return plannedText(name, title, columns);
  const description =
    kind === 'snapshot'
      ? say('table.snapshot', { title })
      : say('table.title', { kind: say('kind.result'), title });
  const facts = [
    ...(file === '' ? [] : [[say('table.file'), file]]),
    ...(site === '' ? [] : [[say('table.site'), site]]),
    [say('table.rows'), String(rows)],
    [say('table.time'), new Date(time).toISOString().slice(0, 19).replace('T', ' ')],
  ];
  const shown = columns.slice(0, maxColumns).map(column => code(column.name));
  return [
    `**${escaped(name)}** — ${escaped(description)}`,
    facts.map(([label, value]) => `${escaped(label ?? '')}: ${escaped(value ?? '')}`).join('  \n'),
    `${escaped(say('table.columns'))}: ${shown.join(', ')}${columns.length > maxColumns ? ', …' : ''}`,
  ].join('\n\n');
}

function plannedText(name: string, title: string, columns: SqlTable['columns']): string {
  const shown = columns.slice(0, maxColumns).map(column => code(column.name));
  return [
    `**${escaped(name)}** — ${escaped(say('table.title', { kind: say('kind.result'), title }))}`,
    escaped(say('table.notRun')),
    ...(shown.length === 0 ? [] : [`${escaped(say('table.expected'))}: ${shown.join(', ')}`]),
  ].join('\n\n');
}

/** Describes a column, in Markdown. */
export function columnText({ name, from }: KnownColumn): string {
  if (from === undefined) return `${code(name)}: ${say('expression')}`;
  if (name === rowNumber) return `${code(name)}: ${say('column.number')}`;
  const { table, title, type } = from;
  const heading = `**${escaped(title)}** — ${say(`type.${type}`)}`;
  const place = escaped(say('column.of', { table: table.name }));
  return [heading, place, ...adviceOn(name, type).map(escaped)].join('\n\n');
}

function adviceOn(name: string, type: NonNullable<KnownColumn['from']>['type']): string[] {
  if (type !== 'date' && type !== 'json' && type !== 'boolean') return [];
  return [say(`column.${type}`, { name: nameInSql(name) })];
}
