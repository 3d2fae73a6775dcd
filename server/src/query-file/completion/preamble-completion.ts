/** Completes the parts of a query outside its body. */
import type { Span } from '#shared/base/text/span.ts';
import type { Completion, QueryView, QueryContext } from '../language/language-service.ts';
import {
  completeDirective,
  type Cursor,
  directiveCompletion,
  type PreambleLanguage,
} from './directive-completion.ts';
import { directivesOf, say } from '../directives.ts';
import { isReference, usesIn } from '../variables.ts';

export type { PreambleLanguage } from './directive-completion.ts';

/**
 * Completes the parts outside the body at an offset: directives and their values, variables in `{{ }}`, definitions.
 * `undefined` where the offset belongs to the body, `[]` where nothing can be inserted.
 */
export function completePreamble(
  view: QueryView,
  offset: number,
  context: QueryContext,
  language: PreambleLanguage,
): Completion[] | undefined {
  const line = view.block.lines.findLast(({ start }) => start <= offset);
  if (line === undefined) return undefined;
  const cursor: Cursor = { view, offset, line, before: view.block.text.slice(line.start, offset) };
  switch (line.kind) {
    case 'separator':
      return [];
    case 'comment':
    case 'directive':
      return completeDirective(cursor, context, language);
    case 'variable':
      return completeUse(cursor) ?? [];
    case 'body':
    case 'blank':
      return completeUse(cursor) ?? completeDefinition(cursor);
  }
}

/** Completions for an empty line besides the body's own: directives and a definition. */
export function preambleLines(offset: number, { kind }: PreambleLanguage): Completion[] {
  const span = { start: offset, end: offset };
  const lines = directivesOf(kind).map((directive, index) => ({
    ...directiveCompletion(directive, span, `# @${directive.key}`),
    rank: 9900 + index,
  }));
  return [...lines, { ...definition('', span), rank: 9990 }];
}

/** A name inside `{{ }}`, whose closing braces are added where they are missing. */
function completeUse({ view, offset, line, before }: Cursor): Completion[] | undefined {
  const open = before.lastIndexOf('{{');
  const isUse = open >= 0 && before[open - 1] !== '\\';
  const match = isUse ? /^(\s*)([\w-]*)$/.exec(before.slice(open + 2)) : null;
  const variables = [...view.scope.variablesAt(line.start).values()];
  const { prompts } = view.scope;
  if (match === null || variables.length + prompts.length === 0) return undefined;
  const after = /^([\w-]*)(\s*\}\})?/.exec(view.block.text.slice(offset, line.end))!;
  const span = { start: offset - match[2]!.length, end: offset + after[1]!.length };
  const closing = after[2] === undefined ? `${match[1]!}}}` : '';
  const offered = (name: string, detail: string, rank: number): Completion => ({
    label: name,
    kind: 'variable',
    edit: { span, newText: name + closing },
    detail,
    rank,
  });
  return [
    ...variables.toReversed().map(({ name, value, place }, rank) => ({
      ...offered(name, say(place === 'file' ? 'inFile' : 'inQuery', { value }), rank),
      subject: { kind: 'variable', name, value },
    })),
    ...prompts.map(({ name, kind }, index) =>
      offered(name.text, say('promptKind', { kind: kind.text }), variables.length + index),
    ),
  ];
}

/** `@name =`: names that are used but not defined, or a new one. */
function completeDefinition(cursor: Cursor): Completion[] | undefined {
  const match = /^(\s*)@([\w-]*)$/.exec(cursor.before);
  if (match === null) return undefined;
  const start = cursor.line.start + match[1]!.length;
  const rest = /^[\w-]*/.exec(cursor.view.block.text.slice(cursor.offset, cursor.line.end))![0].length;
  const span = { start, end: cursor.offset + rest };
  return [...undefinedNames(cursor.view), ''].map((name, rank) => ({ ...definition(name, span), rank }));
}

function definition(name: string, span: Span): Completion {
  const shown = name === '' ? 'name' : name;
  return {
    label: `@${shown} =`,
    kind: 'variable',
    edit: { span, newText: name === '' ? '@${1:name} = ${2}' : `@${name} = \${1}` },
    snippet: true,
    detail: name === '' ? say('definition') : say('definitionOf', { name }),
    filter: `@${shown}`,
    rank: 0,
  };
}

/** Names in `{{ }}` in the block that have no definition anywhere. */
function undefinedNames({ block, scope }: QueryView): Set<string> {
  const variables = scope.variablesAt(block.text.length);
  const uses = usesIn(block.text, 0, block.text.length).filter(
    ({ name }) => !variables.has(name) && !scope.isPrompt(name) && !isReference(name),
  );
  return new Set(uses.map(({ name }) => name));
}
