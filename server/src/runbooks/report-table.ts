import type { Json } from '../protocol/json.ts';
import type { Column } from '../protocol/run.ts';
import type { Links } from './report-cell.ts';

/** The rows that a report shows, and what is known of the others. */
export interface ReportTable {
  /** The columns to show. */
  readonly columns: readonly Column[];
  /** The values of a row, one for each column. */
  readonly rows: readonly (readonly (Json | undefined)[])[];
  /** How many rows the result has. */
  readonly total: number;
  /** The site has more, and does not say how many. */
  readonly hasMore: boolean;
  readonly links: Links;
}
