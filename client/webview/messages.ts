/** The messages between the extension and the results panel: one definition for both sides, checked on receipt. */
import {
  count,
  dictionary,
  either,
  flag,
  json,
  list,
  number,
  object,
  objectWith,
  oneOf,
  text,
} from './schema.ts';
import type { Checked } from './schema.ts';

export type { Json } from './schema.ts';

const column = objectWith(
  {
    key: text,
    title: text,
    type: oneOf(
      'text',
      'id',
      'number',
      'size',
      'date',
      'boolean',
      'namespace',
      'page',
      'user',
      'issue',
      'link',
      'html',
      'json',
    ),
  },
  /** Not shown at first. */
  { hidden: flag },
);
export type Column = Checked<typeof column>;
export type ColumnType = Column['type'];

const tableHeader = object({ id: text, title: text, columns: list(column) });
export type TableHeader = Checked<typeof tableHeader>;

/** A row by column key; a missing key is an empty cell. */
const row = dictionary(json);
export type Row = Checked<typeof row>;

const position = object({ line: count, character: count });
const range = object({ start: position, end: position });

export const notice = objectWith(
  { severity: oneOf('error', 'warning', 'information'), code: text, message: text },
  {
    range,
    action: oneOf('configureSite', 'signIn', 'switchAccount', 'openSettings', 'retry', 'openLogin'),
    loginUrl: text,
  },
);
export type Notice = Checked<typeof notice>;

/** How a person left a table's columns; widths in CSS pixels by column key. */
const layout = object({ hidden: list(text), widths: dictionary(number) });
export type Layout = Checked<typeof layout>;

/** A panel shows the runs of one file; every message names the run that it is about. */
const start = object({
  type: oneOf('start'),
  run: text,
  title: text,
  file: text,
  /** By table id. */
  layouts: dictionary(layout),
  /** How many rows "Load more" adds. */
  step: count,
});
const progress = objectWith(
  { type: oneOf('progress'), run: text, title: text, site: text, links: flag, requests: count, rows: count },
  { wait: object({ reason: oneOf('lag', 'throttled', 'retry'), seconds: number }), total: count },
);
const rows = object({ type: oneOf('rows'), run: text, table: tableHeader, offset: count, rows: list(row) });
const finish = objectWith(
  {
    type: oneOf('finish'),
    run: text,
    title: text,
    site: text,
    /** Page and user names can be opened in a browser. */
    links: flag,
    status: oneOf('complete', 'more', 'incomplete', 'failed'),
    rows: count,
    requests: count,
    milliseconds: number,
    notices: list(notice),
  },
  /** Rows that the query has in all, where the site tells. */
  { total: count },
);
/** More rows of the same run are on their way. */
const resume = object({ type: oneOf('resume'), run: text });
/** The run is forgotten. */
const forget = object({ type: oneOf('forget'), run: text });
const kept = object({ uri: text, position, title: text, file: text });
/** What the panel keeps over a reload of the window: where its last query stands. */
export type Kept = Checked<typeof kept>;
export const isKept = kept;
const keep = object({ type: oneOf('keep'), state: kept });
/** The panel came back after a reload, without its rows. */
const idle = object({ type: oneOf('idle'), title: text, file: text });

export const toPanel = either(start, progress, rows, finish, resume, forget, keep, idle);
export type ToPanel = Checked<typeof toPanel>;
export type Progress = Checked<typeof progress>;
export type Finish = Checked<typeof finish>;

export const fromPanel = either(
  /** The panel listens; nothing is sent before. */
  object({ type: oneOf('ready') }),
  /** Another run came to the front. */
  object({ type: oneOf('shown'), run: text }),
  object({ type: oneOf('rerun', 'cancel', 'raw'), run: text }),
  object({ type: oneOf('more'), run: text, rows: count }),
  object({ type: oneOf('open'), run: text, as: oneOf('page', 'user', 'link'), value: text }),
  /** An issue's key was followed; `outside`: to the browser. */
  object({ type: oneOf('issue'), run: text, key: text, outside: flag }),
  object({ type: oneOf('layout'), table: text, layout }),
  object({
    type: oneOf('action'),
    run: text,
    action: oneOf('configureSite', 'signIn', 'switchAccount', 'openSettings', 'retry'),
  }),
  object({ type: oneOf('reveal'), range }),
  object({ type: oneOf('copy'), text }),
  object({ type: oneOf('save'), name: text, format: oneOf('csv', 'json'), text }),
);
export type FromPanel = Checked<typeof fromPanel>;
