import type { QueryView } from '../language/service.ts';
import type { TableHeader } from '../protocol/run.ts';
import { applyChart } from './apply-chart.ts';
import { applyColumns } from './apply-columns.ts';
import { applyGroup } from './apply-group.ts';

/** A table as the query's directives want it. */
export const headerFor = (table: TableHeader, view: QueryView): TableHeader =>
  applyChart(applyGroup(applyColumns(table, view), view), view);
