/** Converts what language services answer to LSP's types. */
import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentSymbol,
  InsertTextFormat,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver-types';
import { type Edit, type Problem, problemMessage, type Severity } from '#shared/base/text/problem.ts';
import type {
  Completion,
  CompletionKind,
  OutlineNode,
  TokenKind,
} from '../../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import { definitionsOf } from './variable-places.ts';
import { problemAddress } from '#shared/protocol/documents/problem-addresses.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
const tags = { deprecated: DiagnosticTag.Deprecated, unnecessary: DiagnosticTag.Unnecessary };

const completionKinds: Record<CompletionKind, CompletionItemKind> = {
  module: CompletionItemKind.Module,
  parameter: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  namespace: CompletionItemKind.EnumMember,
  date: CompletionItemKind.Value,
  variable: CompletionItemKind.Variable,
  directive: CompletionItemKind.Keyword,
  site: CompletionItemKind.Reference,
  snippet: CompletionItemKind.Snippet,
  field: CompletionItemKind.Field,
  operator: CompletionItemKind.Operator,
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
};

const symbolKinds: Record<TokenKind, SymbolKind> = {
  module: SymbolKind.Module,
  parameter: SymbolKind.Property,
  value: SymbolKind.EnumMember,
  number: SymbolKind.Number,
  date: SymbolKind.Constant,
  string: SymbolKind.String,
  variable: SymbolKind.Variable,
  directive: SymbolKind.Key,
  operator: SymbolKind.Operator,
  title: SymbolKind.Namespace,
  keyword: SymbolKind.Key,
  field: SymbolKind.Field,
  function: SymbolKind.Function,
};

/** The abilities of a client for completions. */
export interface CompletionAbilities {
  readonly snippets: boolean;
  /** The client has VS Code's command that asks for completions again. */
  readonly triggers: boolean;
  /** The client asks for the explanation of a completion that it shows. */
  readonly resolves: boolean;
}

/** A diagnostic with the address of the page about its code, which a wiki’s own codes do not have. */
export const withPage = (diagnostic: Diagnostic): Diagnostic =>
  diagnostic.source === 'wiki' || diagnostic.code === undefined
    ? diagnostic
    : { ...diagnostic, codeDescription: { href: problemAddress(String(diagnostic.code)) } };

/** Converts spans and items of a block to LSP's types, with positions in its file. */
export class Converter {
  readonly #document: QueryDocument;
  readonly #placed: PlacedBlock;

  constructor(document: QueryDocument, placed: PlacedBlock) {
    this.#document = document;
    this.#placed = placed;
  }

  range(span: Problem['span']) {
    return this.#document.rangeIn(this.#placed, span);
  }

  edit({ span, newText }: Edit): TextEdit {
    return { range: this.range(span), newText };
  }

  diagnostic(problem: Problem, wording: Wording, source: string): Diagnostic {
    const { related } = problem;
    const { uri } = this.#document;
    const elsewhere = [
      ...(related
        ? [
            {
              location: { uri, range: this.range(related.span) },
              message: wording(related.message, problem.arguments),
            },
          ]
        : []),
      ...definitionsOf(this.#document, this.#placed, problem.span).map(({ name, range }) => ({
        location: { uri, range },
        message: wording('definition.related', { name }),
      })),
    ];
    return {
      range: this.range(problem.span),
      severity: severities[problem.severity],
      code: problem.code,
      source: problem.source ?? source,
      message: problemMessage(wording, problem),
      ...(problem.tags && { tags: problem.tags.map(tag => tags[tag]) }),
      ...(elsewhere.length > 0 && { relatedInformation: elsewhere }),
    };
  }

  completion(
    completion: Completion,
    languageId: string,
    { snippets, triggers }: CompletionAbilities,
  ): CompletionItem {
    const { edit, spaced } = completion;
    const text = completion.snippet && !snippets ? withoutPlaceholders(edit.newText) : edit.newText;
    // A list that opens at the end of a word has that word again.
    const newText = spaced && triggers ? `${text} ` : text;
    return {
      label: completion.label,
      kind: completionKinds[completion.kind],
      textEdit: this.edit({ ...edit, newText }),
      sortText: String(completion.rank).padStart(4, '0'),
      ...(completion.snippet && snippets && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(completion.detail !== undefined && { detail: completion.detail }),
      ...(completion.filter !== undefined && { filterText: completion.filter }),
      ...(completion.deprecated && { tags: [CompletionItemTag.Deprecated] }),
      ...(completion.preselect && { preselect: true }),
      ...(completion.continues &&
        triggers && {
          command: { title: '', command: 'editor.action.triggerSuggest' },
        }),
      ...(completion.subject && { data: { languageId, subject: completion.subject } }),
    };
  }

  symbol(node: OutlineNode): DocumentSymbol {
    return {
      name: node.name,
      detail: node.detail,
      kind: symbolKinds[node.kind],
      range: this.range(node.span),
      selectionRange: this.range(node.nameSpan),
      children: node.children.map(child => this.symbol(child)),
    };
  }
}
