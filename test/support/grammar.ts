import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as oniguruma from 'vscode-oniguruma';
import type * as textmate from 'vscode-textmate';
import { inRoot } from './paths.ts';

const require = createRequire(import.meta.url);
const { loadWASM, OnigScanner, OnigString }: typeof oniguruma = require('vscode-oniguruma');
const { INITIAL, parseRawGrammar, Registry }: typeof textmate = require('vscode-textmate');

/** Loads a grammar of the extension with the engine that VS Code uses. */
export const loadGrammar = (scopeName: string, file: string): Promise<textmate.IGrammar> =>
  grammarFrom(scopeName, { [scopeName]: async () => readFile(inRoot('syntaxes', file), 'utf8') }, []);

/** Loads a grammar of another language, given as JSON, with the injected grammars of the extension. */
export function loadHostGrammar(
  scopeName: string,
  grammar: object,
  ours: Readonly<Record<string, string>>,
  injected: readonly string[],
): Promise<textmate.IGrammar> {
  const files = Object.entries(ours).map(
    ([scope, file]) => [scope, async () => readFile(inRoot('syntaxes', file), 'utf8')] as const,
  );
  const texts = { ...Object.fromEntries(files), [scopeName]: async () => JSON.stringify(grammar) };
  return grammarFrom(scopeName, texts, injected);
}

/** @param texts the texts of the grammars by their scopes */
async function grammarFrom(
  scopeName: string,
  texts: Readonly<Record<string, () => Promise<string>>>,
  injected: readonly string[],
): Promise<textmate.IGrammar> {
  const wasm = await readFile(require.resolve('vscode-oniguruma/release/onig.wasm'));
  const onigLib = loadWASM(wasm).then(() => ({
    createOnigScanner: (sources: string[]) => new OnigScanner(sources),
    createOnigString: (text: string) => new OnigString(text),
  }));
  const loadSource = async (scope: string) => {
    const source = await texts[scope]?.();
    return source === undefined ? null : parseRawGrammar(source, `${scope}.json`);
  };
  const getInjections = (scope: string) => (scope === scopeName ? [...injected] : undefined);
  const registry = new Registry({ onigLib, loadGrammar: loadSource, getInjections });
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`No grammar for ${scopeName}`);
  return grammar;
}

export interface ScopedText {
  readonly text: string;
  /** From the outermost to the innermost. */
  readonly scopes: readonly string[];
}

/** A text cut into its tokens, line by line, white space left out. */
export function tokensOf(grammar: textmate.IGrammar, text: string): ScopedText[] {
  let state = INITIAL;
  return text.split('\n').flatMap(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens
      .map(({ startIndex, endIndex, scopes }: textmate.IToken) => ({
        text: line.slice(startIndex, endIndex),
        scopes,
      }))
      .filter(token => token.text.trim() !== '');
  });
}
