/** Reads the fields and functions that apps add to a tracker. */
import { type Argument, cloudOperators, type FieldEntry, type JqlFunction } from './catalogue-entries.ts';

/**
 * The fields and functions that apps add to a tracker. It is not certain how often their arguments may be repeated,
 * so their number is never checked.
 */
export interface AppEntries {
  readonly fields: readonly FieldEntry[];
  readonly functions: readonly JqlFunction[];
}

/**
 * The form of `catalogue/jql/apps.json`: by app its fields, and its functions by the type of their values, with the names of
 * their arguments (`?` = can be left out, `…` = any number of times).
 */
export type AppsFile = Readonly<
  Record<
    string,
    {
      readonly fields: readonly string[];
      readonly functions: Readonly<Record<string, Readonly<Record<string, string>>>>;
    }
  >
>;

/** The entries of all apps. */
export function readApps(data: AppsFile): AppEntries {
  const apps = Object.entries(data);
  return {
    fields: apps.flatMap(([app, { fields }]) => fields.map(name => appField(name, app))),
    functions: apps.flatMap(([app, { functions }]) =>
      Object.entries(functions).flatMap(([returns, table]) =>
        Object.entries(table).map(([name, args]) => appFunction(name, args, returns, app)),
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
  numberKind: undefined,
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
