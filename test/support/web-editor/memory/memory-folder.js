/** An extension of the tests' own: the folder `vscode-vfs://memory/work`, whose files are in memory. */
const vscode = require('vscode');

const encoder = new TextEncoder();
/** Contents by path; a folder has `undefined`. */
const entries = new Map([
  ['/', undefined],
  ['/work', undefined],
]);
const changed = new vscode.EventEmitter();

const statOf = uri => {
  if (!entries.has(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
  const content = entries.get(uri.path);
  const type = content === undefined ? vscode.FileType.Directory : vscode.FileType.File;
  return { type, ctime: 0, mtime: 0, size: content?.length ?? 0 };
};

const provider = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => undefined),
  stat: statOf,
  readDirectory: ({ path }) =>
    [...entries]
      .filter(([name]) => name !== path && name.slice(0, name.lastIndexOf('/') || 1) === path)
      .map(([name, content]) => [
        name.slice(name.lastIndexOf('/') + 1),
        content === undefined ? vscode.FileType.Directory : vscode.FileType.File,
      ]),
  createDirectory: ({ path }) => void entries.set(path, undefined),
  readFile: uri => {
    statOf(uri);
    return entries.get(uri.path);
  },
  writeFile: (uri, content) => {
    const type = entries.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    entries.set(uri.path, content);
    changed.fire([{ type, uri }]);
  },
  delete: ({ path }) => void entries.delete(path),
  rename: (from, to) => {
    entries.set(to.path, entries.get(from.path));
    entries.delete(from.path);
  },
};

const runbook = `# Pages

\`\`\`wikiquery
# @name pages
# @view chart bar x=ns
list=allpages
aplimit=5
\`\`\`

\`\`\`sql
-- @name longest
select title from pages order by length(title) desc limit 3
\`\`\`
`;

const files = {
  'runbook.md': runbook,
  'pages.wikiquery': 'list=allpages\naplimt=5\n',
  'open.jql': 'project = A AND asignee = currentUser()\n',
};

exports.activate = context => {
  for (const [name, text] of Object.entries(files)) entries.set(`/work/${name}`, encoder.encode(text));
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('vscode-vfs', provider));
};
