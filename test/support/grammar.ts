import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as oniguruma from 'vscode-oniguruma';
import type * as textmate from 'vscode-textmate';
import { inRoot } from './paths.ts';

const require = createRequire(import.meta.url);
const { loadWASM, OnigScanner, OnigString }: typeof oniguruma = require('vscode-oniguruma');
const { INITIAL, parseRawGrammar, Registry }: typeof textmate = require('vscode-textmate');

/** Loads one of our grammars with the engine that VS Code uses. */
export async function loadGrammar(scopeName: string, file: string): Promise<textmate.IGrammar> {
  const wasm = await readFile(require.resolve('vscode-oniguruma/release/onig.wasm'));
  const onigLib = loadWASM(wasm).then(() => ({
    createOnigScanner: (sources: string[]) => new OnigScanner(sources),
    createOnigString: (text: string) => new OnigString(text),
  }));
  const loadGrammarFile = async (scope: string) =>
    scope === scopeName ? parseRawGrammar(await readFile(inRoot('syntaxes', file), 'utf8'), file) : null;
  const grammar = await new Registry({ onigLib, loadGrammar: loadGrammarFile }).loadGrammar(scopeName);
  if (grammar === null) throw new Error(`${file} holds no grammar for ${scopeName}`);
  return grammar;
}

export interface ScopedText {
  readonly text: string;
  /** From the grammar's own to the innermost. */
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
