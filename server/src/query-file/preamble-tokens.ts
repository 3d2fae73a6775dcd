import type { SemanticToken } from './language/language-service.ts';
import type { QueryBlock } from './block.ts';

/** The title, the directives and the definitions of variables; nothing of the body. */
export function preambleTokens({ title, directives, variables }: QueryBlock): SemanticToken[] {
  return [
    ...(title && title.text !== '' ? [{ span: title.span, kind: 'title' } as const] : []),
    ...directives.flatMap(({ key, value }): SemanticToken[] => [
      { span: { start: key.span.start - 1, end: key.span.end }, kind: 'directive' },
      { span: value.span, kind: 'string' },
    ]),
    ...variables.flatMap(({ name, value }): SemanticToken[] => [
      { span: name.span, kind: 'variable', declaration: true },
      { span: value.span, kind: 'string' },
    ]),
  ];
}
