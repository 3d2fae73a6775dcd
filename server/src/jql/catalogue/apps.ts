/** Reads the fields and functions that apps add to a tracker. */
import { JsonReader } from '../../language/json-reader.ts';
import { type Argument, cloudOperators, type FieldEntry, type JqlFunction } from './catalogue-entries.ts';

const most = 1000;

/**
 * The fields and functions that apps add to a tracker. It is not certain how often their arguments may be repeated,
 * so their number is never checked.
 */
export interface AppEntries {
  readonly fields: readonly FieldEntry[];
  readonly functions: readonly JqlFunction[];
}

/**
 * Reads `catalogue/jql/apps.json`: by app its fields, and its functions by the type of their values, with the names of
 * their arguments (`?` = can be left out, `…` = as often as one likes).
 *
 * @throws CatalogueError when the data has another shape
 */
export function readApps(data: unknown): AppEntries {
  const apps = JsonReader.of(data, 'apps').members(most);
  return {
    fields: apps.flatMap(([app, reader]) =>
      reader
        .member('fields')
        .elements(most)
        .map(name => appField(name.text(), app)),
    ),
    functions: apps.flatMap(([app, reader]) =>
      reader
        .member('functions')
        .members(most)
        .flatMap(([returns, table]) =>
          table.members(most).map(([name, args]) => appFunction(name, args.text(), returns, app)),
        ),
    ),
  };
}

const operators = new Set(['=', '!=', 'in', 'not in', '~', '!~', '<', '<=', '>', '>=', 'is', 'is not']);

const appField = (name: string, app: string): FieldEntry => ({
  name,
  form: undefined,
  aliases: [],
  type: 'CUSTOM',
  operators,
  cloud: { aliases: [], ...cloudOperators(operators, [], []) },
  functions: new Map(),
  orderable: undefined,
  history: false,
  acceptsEmpty: true,
  alwaysSet: false,
  suggests: true,
  values: [],
  textSearch: false,
  dateOnly: false,
  requires: app,
  on: ['datacenter', 'cloud'],
  replacedBy: undefined,
  doubtful: [],
  isFromSite: false,
});

const appFunction = (name: string, args: string, returns: string, app: string): JqlFunction => ({
  name,
  cloudName: undefined,
  returns,
  shape: 'list',
  operators: ['in', 'not in'],
  arguments: args.split(' ').filter(Boolean).map(appArgument),
  counts: undefined,
  requires: app,
  on: ['datacenter', 'cloud'],
  isFromSite: false,
});

const types: Readonly<Record<string, string>> = {
  query: 'JQL',
  issueKey: 'ISSUE',
  linkType: 'ISSUE_LINK_TYPE',
  project: 'PROJECT',
  role: 'PROJECT_ROLE',
};

function appArgument(written: string): Argument {
  const name = written.replace(/[?…]$/u, '');
  return {
    name,
    type: types[name] ?? 'TEXT',
    optional: name !== written,
    most: written.endsWith('…') ? Infinity : 1,
    unit: undefined,
  };
}
