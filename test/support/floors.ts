/** The rooms of the house on their floors, from the bottom up: what the architecture test, `npm run house` and docs/architecture.md go by. */

export interface Room {
  readonly name: string;
  /** Its folder. */
  readonly folder: string;
  /** Neither Node nor a browser nor `vscode` is imported in it. */
  readonly isPure: boolean;
  /** Packages that it may import beside the project's own files; a name ending in `/` or `:` stands for all that begin so. */
  readonly packages: readonly string[];
  /** A description of its contents, for the picture. */
  readonly about: string;
}

const room = (
  folder: string,
  about: string,
  options: { readonly pure: boolean; readonly packages?: readonly string[] },
): Room => ({
  name: folder.slice(folder.lastIndexOf('/') + 1),
  folder,
  about,
  isPure: options.pure,
  packages: options.packages ?? [],
});
const server = (name: string, ...rest: readonly [string, Parameters<typeof room>[2]]): Room =>
  room(`server/src/${name}`, ...rest);

const pure = true;
const lspTypes = 'vscode-languageserver-types';

/** A room imports from itself and from rooms on floors below its own. */
export const floors: readonly (readonly Room[])[] = [
  [room('shared/base', 'text, spans, edits, names, wording', { pure, packages: ['htmlparser2'] })],
  [
    room('shared/protocol', 'what crosses a process', { pure, packages: ['valibot'] }),
    server('files', 'private and durable files', { pure: false, packages: ['node:'] }),
  ],
  [
    server('query-file', 'queries, directives, variables, expectations', {
      pure,
      packages: [lspTypes],
    }),
  ],
  [
    server('jql', 'JQL', { pure, packages: [lspTypes] }),
    server('wiki', 'wiki queries', { pure, packages: [lspTypes] }),
    server('embedded', 'queries in other files', { pure, packages: ['@lezer/'] }),
    server('results', 'rows, views, SQL, charts', {
      pure: false,
      packages: ['node:', 'papaparse', 'echarts', 'write-excel-file'],
    }),
  ],
  [
    server('query-code', 'queries as code, and back', { pure }),
    server('sites', 'settings, catalogues, locks', { pure, packages: ['valibot', 'jsonc-parser'] }),
    server('network', 'HTTP, sessions, wiki and tracker', {
      pure: false,
      packages: ['node:', 'undici', 'tough-cookie', 'valibot', '@napi-rs/keyring'],
    }),
  ],
  [server('runs', 'what a run needs, chains, reports', { pure, packages: ['echarts'] })],
  [server('agents', 'the tools for agents', { pure, packages: ['valibot'] })],
  [
    server('editor', 'the language server', {
      pure,
      packages: ['valibot', 'vscode-languageserver', lspTypes],
    }),
    server('cli', 'the command line', {
      pure: false,
      packages: ['node:', 'jsonc-parser', 'fast-xml-builder', 'string-width'],
    }),
  ],
  [
    server('platform', 'Node, the browser, and the entries', {
      pure: false,
      packages: [
        'node:',
        'valibot',
        'vscode-languageserver',
        '@modelcontextprotocol/server',
        '@sqlite.org/sqlite-wasm',
      ],
    }),
  ],
];

/** The rooms outside of the server: the panels' pages, and the editor's side. They import the server's only where it is named. */
export const frontRooms: readonly (Room & { readonly may: readonly string[] })[] = [
  {
    ...room('client/playground', 'the page without an editor', {
      pure: false,
      packages: ['valibot', 'dompurify', '@codemirror/', 'vscode-languageserver-types'],
    }),
    may: [
      'shared',
      'client/webview/dom.ts',
      'client/webview/web-address.ts',
      'client/webview/base.css',
      'client/webview/sql/sql-theme.ts',
      'client/webview/sql/plain-markdown.ts',
    ],
  },
  {
    ...room('client/webview', 'the pages of the panels', {
      pure: false,
      packages: ['valibot', 'vscode-notebook-renderer', 'dompurify', 'echarts', '@codemirror/', '@lezer/'],
    }),
    may: ['shared', 'server/src/results/charts', 'server/src/results/sql'],
  },
  {
    ...room('client/src', 'the extension', {
      pure: false,
      packages: ['node:', 'valibot', 'vscode', 'vscode-languageclient', 'markdown-it'],
    }),
    may: [
      'shared',
      'client/webview/web-address.ts',
      // Files as the cells of notebooks.
      'server/src/embedded/markdown',
      'server/src/query-file/query-document.ts',
      'server/src/jql/syntax/file-syntax.ts',
      'server/src/files/read-bounded.ts',
      'server/src/sites/settings/typed-site.ts',
    ],
  },
];

/** Folders that are pure, of rooms that are not: the panels import them, or any program. */
export const pureFolders: readonly string[] = [
  'server/src/results/charts',
  'server/src/results/sql',
  'server/src/platform/library',
];
