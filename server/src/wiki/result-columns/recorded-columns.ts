import data from '../../../catalogue/wiki/recorded-columns.json' with { type: 'json' };

/** A column as a real wiki answered it. */
export interface RecordedColumn {
  readonly key: string;
  /** Absent = the key. */
  readonly title?: string;
  readonly type: string;
  /**
   * The values (`prop=user`) and parameters (`slots`) of which the module needs one; absent = the column always
   * comes.
   */
  readonly with?: readonly string[];
}

export interface RecordedTable {
  readonly id: string;
  readonly columns: readonly RecordedColumn[];
}

/**
 * The recorded tables of a module. `rows`: a list or `meta`. For a property: `pages` about several pages, `listed`
 * about one where the query has the module's limit, `page` about one without it (absent = as `listed`). `generator`:
 * the pages that it generates.
 */
export interface RecordedModule {
  readonly rows?: readonly RecordedTable[];
  readonly pages?: readonly RecordedTable[];
  readonly page?: readonly RecordedTable[];
  readonly listed?: readonly RecordedTable[];
  readonly generator?: readonly RecordedTable[];
}

const modules = new Map<string, RecordedModule>(Object.entries(data.modules));

/** The recorded answers of a module, by its name; `undefined` = none. */
export const recordedModule = (module: string): RecordedModule | undefined => modules.get(module);
