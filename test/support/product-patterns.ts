/** All regular expressions of the product: literals, those that are constructed from data, and those in JSON files. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SyntaxKind, type Node, type SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { inRoot, root } from './paths.ts';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** The file, with the line if it has one. */
  readonly place: string;
}

export interface SourcePatterns {
  readonly literals: readonly Pattern[];
  /** The places where a pattern is constructed. */
  readonly constructors: readonly string[];
}

const projects = [
  'tsconfig.json',
  'client/webview/tsconfig.json',
  'client/playground/tsconfig.json',
  'server/src/platform/browser/tsconfig.json',
];
const productFile = /^(?:server\/src|client\/src|client\/webview|client\/playground|shared)\//;

const nameOf = (file: string): string => path.relative(root, file).split(path.sep).join('/');

const placeOf = (node: Node, file: SourceFile): string => {
  const start = node.getStart(file);
  const line = file.text.slice(0, start).split('\n').length;
  return `${nameOf(file.fileName)}:${line}`;
};

/** The pattern and flags of a literal such as `/a+/gu`. */
const ofLiteral = (text: string, place: string): Pattern => {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1), place };
};

const isConstructor = (node: Node, file: SourceFile): boolean => {
  if (node.kind !== SyntaxKind.NewExpression && node.kind !== SyntaxKind.CallExpression) return false;
  let called: Node | undefined;
  node.forEachChild(child => {
    called ??= child;
  });
  return /^(?:globalThis\.)?RegExp$/.test(called?.getText(file) ?? '');
};

/** The patterns of the sources, by the compiler's own parser. */
export const sourcePatterns = (): SourcePatterns => {
  const literals = new Map<string, Pattern>();
  const constructors = new Set<string>();
  const api = new API({ cwd: root });
  try {
    for (const project of projects) {
      const snapshot = api.updateSnapshot({ openProjects: [inRoot(project)] });
      const program = snapshot.getProject(inRoot(project))?.program;
      for (const name of program?.getSourceFileNames() ?? []) {
        if (!productFile.test(nameOf(name))) continue;
        const file = program?.getSourceFile(name);
        if (file === undefined) continue;
        const visit = (node: Node): void => {
          const place = placeOf(node, file);
          if (node.kind === SyntaxKind.RegularExpressionLiteral)
            literals.set(`${place} ${node.getText(file)}`, ofLiteral(node.getText(file), place));
          if (isConstructor(node, file)) constructors.add(place);
          node.forEachChild(visit);
        };
        visit(file);
      }
    }
  } finally {
    api.close();
  }
  return { literals: [...literals.values()], constructors: [...constructors] };
};

/** The line of the product that called the constructor; `undefined` = another program's. */
const callerOf = (stack: string): string | undefined => {
  const frame = /file:\/\/\S*?\/((?:server\/src|shared|client)\/[^\s:]+:\d+):\d+/.exec(stack);
  return frame?.[1];
};

/** Entry files, which start a process or a thread when they are loaded. */
const entries = new Set([
  'server/src/platform/node/cli-start.ts',
  'server/src/platform/node/command-line.ts',
  'server/src/platform/node/editor-tools.ts',
  'server/src/platform/browser/language-server.ts',
  'server/src/platform/node/language-server.ts',
  'server/src/network/thread/worker.ts',
  'server/src/results/sql-child.ts',
  'server/src/platform/browser/network-worker.ts',
]);

const jql = 'project = A AND status = Open';
/** A query in the quotes of several languages: their patterns are made when a file is first read. */
const quoted: readonly string[] = [
  ...["'", '"', '`', '"""', "'''"].map(quote => `jql = ${quote}${jql}${quote}\n`),
  ...['@', '$', '$@', 'r', 'b', 'f'].map(mark => `jql = ${mark}"${jql}"\n`),
  `jql = r#"${jql}"#\n`,
  `jql = #"${jql}"#\n`,
  `jql = %q(${jql})\n`,
  `jql = q{${jql}};\n`,
  `jql = <<~JQL\n${jql}\nJQL\n`,
  `$jql = @"\n${jql}\n"@\n`,
  `$jql = @'\n${jql}\n'@\n`,
];

/** Loads the server's modules and catalogues, and returns the patterns that they construct. */
export const constructedPatterns = async (): Promise<readonly Pattern[]> => {
  const made: Pattern[] = [];
  const Original = globalThis.RegExp;
  class Recording extends Original {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      const place = callerOf(new Error('for its stack').stack ?? '');
      if (place !== undefined) made.push({ source: this.source, flags: this.flags, place });
    }
  }
  Reflect.set(globalThis, 'RegExp', Recording);
  try {
    for (const file of globSync(['shared/**/*.ts', 'server/src/**/*.ts'], { cwd: root }).map(name =>
      nameOf(inRoot(name)),
    )) {
      if (!entries.has(file) && !file.endsWith('.d.ts')) await import(pathToFileURL(inRoot(file)).href);
    }
    const { createLanguages } = await import('../../server/src/runs/languages/languages.ts');
    createLanguages();
    const { stringHosts } = await import('../../server/src/embedded/hosts/strings/strings.ts');
    for (const host of Object.values(stringHosts)) for (const text of quoted) host.queries(text);
  } finally {
    Reflect.set(globalThis, 'RegExp', Original);
  }
  return made;
};

/** Members of JSON files whose values the editor reads as patterns. */
const patternMembers = new Set([
  'match',
  'begin',
  'end',
  'while',
  'firstLine',
  'pattern',
  'wordPattern',
  'beforeText',
  'afterText',
  'increaseIndentPattern',
  'decreaseIndentPattern',
]);

function* stringsIn(
  value: unknown,
  member = '',
): Generator<readonly [member: string, text: string], void, undefined> {
  if (typeof value === 'string') yield [member, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* stringsIn(inner, key);
}

/** A pattern of the editor's grammars in JavaScript's notation: there the flags come first. */
const ofGrammar = (text: string, place: string): Pattern =>
  text.startsWith('(?i)')
    ? { source: text.slice('(?i)'.length), flags: 'i', place }
    : { source: text, flags: '', place };

/** The patterns of the grammars, of the language configurations and of the manifest, and those of the wiki's rules. */
export const dataPatterns = (): readonly Pattern[] => {
  const files = globSync(['syntaxes/*.json', 'package.json', 'server/catalogue/wiki/*rules.json'], {
    cwd: root,
  });
  return files.flatMap(file =>
    [...stringsIn(JSON.parse(readFileSync(inRoot(file), 'utf8')))]
      .filter(([member]) => patternMembers.has(member))
      .map(([, text]) => ofGrammar(text, nameOf(inRoot(file)))),
  );
};

/** All of them, each once. */
export const productPatterns = async (): Promise<readonly Pattern[]> => {
  const all = [...sourcePatterns().literals, ...(await constructedPatterns()), ...dataPatterns()];
  return [...new Map(all.map(each => [`${each.source} ${each.flags}`, each])).values()];
};
