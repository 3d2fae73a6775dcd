/** Explains directives, variables and prompts. */
import { directiveLine } from '#shared/base/queries/directive-line.ts';
import { code, codeBlock, escaped, visibleText } from '#shared/base/text/markdown.ts';
import type { Explanation, QueryView, QueryContext } from './language/language-service.ts';
import { parseExpectation } from './expectations/expectation-parser.ts';
import { expectationInWords } from './expectations/in-words.ts';
import { touches } from '#shared/base/text/span.ts';
import type { Directive } from './block.ts';
import { say, knownDirective } from './directives.ts';
import { listedTokens } from './options/directive-values.ts';
import type { Prompt } from './prompts.ts';
import { usesIn, type Variable } from './variables.ts';

/** Sentences about when a query counts as complete, where that is not obvious; `[]` = it is. */
type OnComplete = () => readonly string[];

/**
 * Explains the part outside the body at an offset: a variable's use or definition, a directive or its site.
 * `undefined` = neither, or an undefined name.
 */
export function explainPreamble(
  { block, scope }: QueryView,
  offset: number,
  context: QueryContext,
  onComplete: OnComplete = () => [],
): Explanation | undefined {
  const line = block.lines.findLast(({ start }) => start <= offset);
  if (line === undefined) return undefined;
  if (line.kind === 'directive') {
    const directive = block.directives.find(({ span }) => touches(span, offset));
    return directive && explainDirective(directive, offset, context, onComplete);
  }
  const definition = block.variables.find(({ name }) => touches(name.span, offset));
  if (definition) {
    const variable = scope.variablesAt(definition.span.end).get(definition.name.text);
    return variable && { markdown: describeVariable(variable), span: definition.name.span };
  }
  if (line.kind !== 'body' && line.kind !== 'variable') return undefined;
  const use = usesIn(block.text, line.start, line.end).find(({ span }) => touches(span, offset));
  const prompt = use && scope.prompts.find(({ name }) => name.text === use.name);
  if (prompt) return { markdown: describePrompt(prompt), span: use.span };
  const variable = use && scope.variablesAt(line.start).get(use.name);
  return variable && { markdown: describeVariable(variable), span: use.span };
}

function describePrompt({ name, kind, isList, label, default: value }: Prompt): string {
  const values = { name: escaped(name.text), kind: code(kind.text) };
  return [
    say(isList ? 'prompt.list' : 'prompt', values),
    ...(label === undefined ? [] : [escaped(label)]),
    ...(value === undefined ? [] : [say('prompt.default', { value: code(visibleText(value)) })]),
  ].join('\n\n');
}

/** The documentation of a completion of a directive or column, by its `subject`; `undefined` = another subject. */
export function documentPreamble(subject: Readonly<Record<string, string>>): string | undefined {
  if (subject['kind'] === 'column') return subject['markdown'];
  return subject['kind'] === 'directive' ? describeDirective(subject['key'] ?? '') : undefined;
}

function explainDirective(
  { key, value, span }: Directive,
  offset: number,
  context: QueryContext,
  onComplete: OnComplete,
): Explanation | undefined {
  const directive = knownDirective(key.text);
  const namedSites = directive?.takes === 'sites' ? listedTokens(value) : [value];
  const token = namedSites.find(({ text, span: place }) => text !== '' && touches(place, offset));
  if ((directive?.takes === 'site' || directive?.takes === 'sites') && token) {
    const site = context.sites.find(({ name }) => name === token.text);
    const markdown = site
      ? say('siteKind', { kind: say(site.kind), url: code(site.url) })
      : say('siteUnknown');
    return { markdown, span: token.span };
  }
  if (directive?.takes === 'expectation' && touches(value.span, offset)) {
    const markdown = describeExpectation(value.text, context, onComplete);
    if (markdown !== undefined) return { markdown, span: value.span };
  }
  const markdown = describeDirective(key.text);
  return markdown === undefined ? undefined : { markdown, span: touches(key.span, offset) ? key.span : span };
}

/** An expectation in words; `undefined` = it cannot be read. */
function describeExpectation(
  text: string,
  { now }: QueryContext,
  onComplete: OnComplete,
): string | undefined {
  const { expectation } = parseExpectation(text);
  if (expectation === undefined) return undefined;
  const { sentence, notes } = expectationInWords(expectation, now);
  const more = expectation.kind === 'complete' ? onComplete() : [];
  return [escaped(sentence), ...[...notes, ...more].map(note => `- ${escaped(note)}`)].join('\n\n');
}

function describeDirective(key: string): string | undefined {
  const directive = knownDirective(key);
  if (directive === undefined) return undefined;
  return [
    say('directive', { key, summary: directive.summary }),
    ...Object.entries(directive.values ?? {}).map(([value, phrase]) => `- ${code(value)}: ${phrase}`),
    say('directiveExample', { example: code(directiveLine(key, directive.example)) }),
  ].join('\n\n');
}

/** A variable's value and where it is defined. */
function describeVariable({ name, value, place, definition }: Variable): string {
  const writtenValue = definition.value.text;
  return [
    say('variable', { name: escaped(name), place: say(place) }),
    value === '' ? say('emptyValue') : codeBlock(visibleText(value), ''),
    ...(writtenValue === value ? [] : [say('writtenAs', { written: code(writtenValue) })]),
  ].join('\n\n');
}
