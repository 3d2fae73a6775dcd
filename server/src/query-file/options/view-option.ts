/**
 * Reads `@view`: a table, JSON, or a chart with its columns, as in `chart bar x="created by month" y="sum size"
 * series=user`.
 */
import {
  type AggregateName,
  aggregateNames,
  type DateUnit,
  dateUnits,
} from '#shared/base/tables/aggregates.ts';
import { type ChartKind, chartKinds } from '#shared/base/tables/view-text.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Token } from '#shared/base/text/span.ts';
import type { Directive } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import type { Scope } from '../scope.ts';

/** A column by its name, or a part of the calendar of it. */
export interface NamedChartKey {
  readonly column: string;
  readonly unit?: DateUnit;
}

/** A chart with its columns as they are named. What is absent is chosen by the groups or the columns of the table. */
export interface ChartOption {
  readonly kind: ChartKind;
  readonly x?: NamedChartKey;
  /** The aggregate and its column; without a name, the column's own values are added up. */
  readonly y?: { readonly name?: AggregateName; readonly column?: string };
  readonly series?: NamedChartKey;
}

/** The parts that a chart can have, besides its kind. */
export const chartParts = ['x', 'y', 'series'] as const;

/** Whether the value of `@view` is about a chart. */
export const isChart = (value: string): boolean => /^chart(?:\s|$)/.test(value);

/** The chart that a query wants; `undefined` = none. What is wrong in it is left out. */
export function chartOption(scope: Scope): ChartOption | undefined {
  const value = scope.directive('view')?.directive.value.text ?? '';
  return isChart(value) ? readChart(value).option : undefined;
}

/** The words of a value with blanks between, other than in quotes. */
export const chartWords = (value: string): readonly Word[] =>
  Array.from(value.matchAll(/(?:[^\s"]|"[^"]*"?)+/g), ({ 0: text, index }) => ({ text, start: index }));

/** The columns that a directive `@view chart` names, with their places. */
export function chartColumns({ value }: Directive): readonly Token[] {
  if (!isChart(value.text)) return [];
  return chartWords(value.text).flatMap(({ text, start }): Token[] => {
    const [, name = '', content = ''] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
    const chartText = content.replaceAll('"', '').trim();
    if (chartText === '' || !chartParts.some(chartPart => chartPart === name)) return [];
    const column = name === 'y' ? valueOf(chartText).column : keyOf(chartText).column;
    if (column === undefined) return [];
    const from = value.span.start + start + text.indexOf(column, name.length + 1);
    return [{ text: column, span: { start: from, end: from + column.length } }];
  });
}

interface Word {
  readonly text: string;
  /** The offset in the directive's value. */
  readonly start: number;
}

interface Fault {
  readonly word: Word;
  readonly code: 'directive-choice' | 'chart-part';
  readonly choices: readonly string[];
}

/** Checks the chart that `@view` describes. */
export function checkChart(directive: Directive): Problem[] {
  const { text, span } = directive.value;
  return readChart(text).faults.map(({ word, code, choices }) => {
    const similar = nearest(word.text.replace(/=.*/s, ''), choices);
    const args = {
      value: word.text,
      choices: choices.join(', '),
      ...(similar !== undefined && code === 'directive-choice' && { nearest: similar }),
    };
    const start = span.start + word.start;
    return { ...directiveProblem(code, directive, args), span: { start, end: start + word.text.length } };
  });
}

function readChart(value: string): { readonly option: ChartOption; readonly faults: readonly Fault[] } {
  const words = chartWords(value).slice(1);
  const faults: Fault[] = [];
  const [first, ...others] = words;
  const isKind = first !== undefined && !first.text.includes('=');
  const kind = chartKinds.find(chartKind => chartKind === first?.text);
  if (isKind && kind === undefined)
    faults.push({ word: first, code: 'directive-choice', choices: chartKinds });
  const parts = new Map<string, string>();
  for (const word of isKind || first === undefined ? others : words) {
    const [, name = '', content = ''] = /^([a-z]+)=(.+)$/s.exec(word.text) ?? [];
    const text = content.replaceAll('"', '').trim();
    if (text !== '' && chartParts.some(chartPart => chartPart === name)) parts.set(name, text);
    else faults.push({ word, code: 'chart-part', choices: chartParts });
  }
  const [x, y, series] = chartParts.map(name => parts.get(name));
  const option: ChartOption = {
    kind: kind ?? 'bar',
    ...(x !== undefined && { x: keyOf(x) }),
    ...(y !== undefined && { y: valueOf(y) }),
    ...(series !== undefined && { series: keyOf(series) }),
  };
  return { option, faults };
}

function keyOf(text: string): NamedChartKey {
  const [, column = '', word = ''] = /^(.*\S)\s+by\s+([a-z]+)$/i.exec(text) ?? [];
  const unit = dateUnits.find(dateUnit => dateUnit === word.toLowerCase());
  return unit === undefined ? { column: text } : { column, unit };
}

function valueOf(text: string): NonNullable<ChartOption['y']> {
  const [, word = '', column = ''] = /^(\S+)(?:\s+(.+))?$/s.exec(text) ?? [];
  const name = aggregateNames.find(aggregateName => aggregateName === word.toLowerCase());
  if (name === undefined) return { column: text };
  return column === '' && name !== 'count' ? { column: text } : { name, ...(column !== '' && { column }) };
}

/** How the result is shown at first; `undefined` = the query does not say. */
export function viewOption(scope: Scope): 'table' | 'json' | undefined {
  const view = scope.directive('view')?.directive.value.text;
  return view === 'table' || view === 'json' ? view : undefined;
}
