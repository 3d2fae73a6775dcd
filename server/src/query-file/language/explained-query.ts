import { type Cost, costInWords } from '../cost/cost.ts';
import type { LanguageService, QueryContext, QueryView } from './language-service.ts';
import type { ResultColumn, ResultColumns } from './result-columns.ts';

/** The explanation of a query. An interface would not count as JSON, which agents get. */
export type Explained = {
  /** The query in words; a line that begins with `- ` is a detail of the one before. */
  readonly words: readonly string[];
  /** The cost of a run: `all` = until all rows are fetched. */
  readonly cost: {
    readonly requests: number | 'all';
    readonly rows?: number | 'all';
    readonly rowsPerRequest?: number;
    readonly rowsPerRequestWithHighLimits?: number;
    readonly words: readonly string[];
  };
  /** The tables of its result, as far as they are known. */
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly (Pick<ResultColumn, 'name' | 'type' | 'summary'> & {
      /** The parts that the query lacks for the column; absent = the result has it. */
      readonly needs?: readonly string[];
    })[];
  }[];
};

/** Explains a query: in words, its cost and its tables. */
export const explained = (service: LanguageService, view: QueryView, context: QueryContext): Explained => ({
  words: service.inWords(view, context),
  cost: explainedCost(service.cost(view, context)),
  tables: explainedTables(service.resultColumns(view, context)),
});

const explainedTables = ({ tables }: ResultColumns): Explained['tables'] =>
  tables.map(({ title, columns }) => ({
    title,
    columns: columns.map(({ name, type, summary, lacks }) => ({
      name,
      ...(type !== undefined && { type }),
      ...(summary !== undefined && { summary }),
      ...(lacks !== undefined && { needs: lacks }),
    })),
  }));

const explainedCost = (cost: Cost): Explained['cost'] => ({
  requests: cost.requests === Infinity ? 'all' : cost.requests,
  ...(cost.rows !== undefined && { rows: cost.rows === Infinity ? 'all' : cost.rows }),
  ...(cost.perRequest !== undefined && { rowsPerRequest: cost.perRequest }),
  ...(cost.perRequestHigh !== undefined && { rowsPerRequestWithHighLimits: cost.perRequestHigh }),
  words: costInWords(cost),
});
