import type { EmbeddedQuery } from './embedded-query.ts';

/** A query as a query file of its own: what the host computes are variables, defined above it without a value. */
export function asQueryFile({ text, header }: EmbeddedQuery): string {
  if (header !== undefined) return header + text.text;
  const names = [...new Set(text.pieces.flatMap(({ variable }) => variable ?? []))];
  const definitions = names.map(name => `@${name} = \n`).join('');
  const body = text.text.replace(/^[\r\n]+/, '').trimEnd();
  return `${definitions}${definitions === '' ? '' : '\n'}${body}\n`;
}
