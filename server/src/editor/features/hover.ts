/** Hover and signature help in the text of a query file or a fence. */
import type { Hover, MarkupContent, SignatureHelp } from 'vscode-languageserver-types';
import type { DocumentHost } from '../documents/document-host.ts';
import type { QueryPlace } from '../documents/query-views.ts';
import { explainReferenceAt, referenceRequestsAt } from './reference-places.ts';

const markdown = (value: string): MarkupContent => ({ kind: 'markdown', value });

/** Explains what is at a place; `null` = there is nothing to explain. */
export function explainQuery(host: DocumentHost, place: QueryPlace): Hover | null {
  const { document, placed, view, offset, language } = place;
  const explanation =
    explainReferenceAt(host, place) ?? language.service.explain(view, offset, host.contextOf(document.uri));
  if (explanation === undefined) return null;
  const isTitle = explanation.span.start === placed.block.title?.span.start;
  const requests = isTitle ? referenceRequestsAt(host, place) : [];
  return {
    contents: markdown([explanation.markdown, ...requests].join('\n\n')),
    range: document.rangeIn(placed, explanation.span),
  };
}

/** Describes the function whose arguments a place is among; `null` = it is among none. */
export function signatureOf(host: DocumentHost, place: QueryPlace): SignatureHelp | null {
  const { document, view, offset, language } = place;
  const signature = language.service.signature?.(view, offset, host.contextOf(document.uri));
  if (signature === undefined) return null;
  const parameters = signature.parameters.map(parameter => ({
    label: parameter.label,
    documentation: markdown(parameter.markdown),
  }));
  return {
    signatures: [{ label: signature.label, documentation: markdown(signature.markdown), parameters }],
    activeSignature: 0,
    activeParameter: signature.active,
  };
}
