/** Measures of the sources by the compiler's own parser: how long functions are, and which of their names say too little. */
import path from 'node:path';
import { SyntaxKind, type Node, type SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { inRoot, root } from '../../support/paths.ts';

export interface CodeMeasures {
  /** Lines of each function, with its place. */
  readonly functions: readonly { readonly place: string; readonly lines: number }[];
  /** Variables in functions of more than ten lines whose names do not say what they hold. */
  readonly oddNames: readonly string[];
}

const odd: ReadonlySet<string> = new Set(['found', 'known', 'given', 'own', 'asked', 'taken']);
const short = 10;

const functionKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);
const variableKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.BindingElement,
]);

const lineOf = (file: SourceFile, offset: number): number => file.text.slice(0, offset).split('\n').length;

/** The name that a variable, a parameter or a member of a pattern declares; `undefined` = a pattern. */
function declaredName(node: Node, file: SourceFile): string | undefined {
  let name: string | undefined;
  node.forEachChild(child => {
    // Of `{ a: found }` the second name is the variable.
    if (child.kind === SyntaxKind.Identifier && (name === undefined || isRenamed(node, file)))
      name = child.getText(file);
  });
  return name;
}

const isRenamed = (node: Node, file: SourceFile): boolean =>
  node.kind === SyntaxKind.BindingElement && /^[\w$]+\s*:/.test(node.getText(file));

/** The projects of the compiler, the folder of each; the first has the other folders of the product. */
const projects = ['tsconfig.json', 'client/webview/tsconfig.json', 'client/playground/tsconfig.json'];

/** The project that a file of the product belongs to; `undefined` = it is no such file. */
function projectOf(file: string): string | undefined {
  if (!/^(?:server\/src|client\/(?:src|webview|playground)|shared)\//.test(file)) return undefined;
  return projects.find(project => file.startsWith(`${path.posix.dirname(project)}/`)) ?? projects[0];
}

/** Measures all files of the product. */
export function measureCode(): CodeMeasures {
  const functions: { place: string; lines: number }[] = [];
  const oddNames = new Set<string>();
  const api = new API({ cwd: root });
  try {
    for (const project of projects) {
      const program = api
        .updateSnapshot({ openProjects: [inRoot(project)] })
        .getProject(inRoot(project))?.program;
      for (const fileName of program?.getSourceFileNames() ?? []) {
        const name = path.relative(root, fileName).split(path.sep).join('/');
        if (projectOf(name) !== project) continue;
        const file = program?.getSourceFile(fileName);
        if (file === undefined) continue;
        const visit = (node: Node, isInLong: boolean): void => {
          let isLong = isInLong;
          if (functionKinds.has(node.kind)) {
            const first = lineOf(file, node.getStart(file));
            const lines = lineOf(file, node.end) - first + 1;
            functions.push({ place: `${name}:${first}`, lines });
            isLong ||= lines > short;
          }
          if (isLong && variableKinds.has(node.kind)) {
            const declared = declaredName(node, file);
            if (declared !== undefined && odd.has(declared))
              oddNames.add(`${name}:${lineOf(file, node.getStart(file))}: ${declared}`);
          }
          node.forEachChild(child => visit(child, isLong));
        };
        visit(file, false);
      }
    }
  } finally {
    api.close();
  }
  return { functions, oddNames: [...oddNames] };
}
