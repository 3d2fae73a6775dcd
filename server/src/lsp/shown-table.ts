import type { QueryView } from '../language/service.ts';
import type { TableHeader } from '../protocol/run.ts';
import { applyChart } from './chart-directive.ts';
import { applyColumns } from './columns-directive.ts';
import { applyGroup } from './group-directive.ts';

/** A table as the query's directives want it. */
export const headerFor = (table: TableHeader, view: QueryView): TableHeader =>
  applyChart(applyGroup(applyColumns(table, view), view), view);
