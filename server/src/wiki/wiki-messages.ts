/** Finds the place in the query for each error and warning that a wiki sent. */
import { visibleLine } from '#shared/base/visible-text.ts';
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { WikiKnowledge } from './catalogue/knowledge.ts';
import type { ActiveModule, WikiModel } from './model.ts';
import type { ParameterNode, ValueNode } from './wiki-nodes.ts';
import { multipleValues } from './values/value-list.ts';
import { shorten } from '#shared/base/shorten.ts';

/** An error or a warning as the wiki sent it. */
export interface SiteMessage {
  readonly code: string;
  /** Plain text. */
  readonly text: string;
  /** The path of the module that sent it, as `main` or `query+allpages`. */
  readonly module: string;
  readonly data?: unknown;
}

/** An error or warning of the wiki, at its cause in the query. */
export interface SiteProblem extends Problem {
  readonly source: 'wiki';
}

const maxTextLength = 500;
/** The most places of a query at which one message is shown. */
const maxPlaces = 100;
/** Codes of messages that only point to documentation about the others. */
const asides: ReadonlySet<string> = new Set(['deprecation-help']);

/**
 * Places the errors and warnings of a wiki in the query.
 *
 * @param body where to place what is about nothing in the query
 */
export function placeMessages(
  model: WikiModel,
  body: Span,
  errors: readonly SiteMessage[],
  warnings: readonly SiteMessage[],
  rules: WikiKnowledge['rules'],
): readonly SiteProblem[] {
  const valuesOf = valueReader();
  const problemsOf = (messages: readonly SiteMessage[], severity: Severity) =>
    messages
      .filter(({ code }) => !asides.has(code))
      .flatMap(message =>
        spansOf(model, message, { body, rules, valuesOf })
          .slice(0, maxPlaces)
          .map(span => problemOf(message, severity, span)),
      );
  return [...problemsOf(errors, 'error'), ...problemsOf(warnings, 'warning')];
}

const problemOf = ({ code, text }: SiteMessage, severity: Severity, span: Span): SiteProblem => ({
  source: 'wiki',
  code,
  severity,
  span,
  message: 'wiki-says',
  arguments: { text: shown(text) },
  ...(code === 'deprecation' && { tags: ['deprecated'] }),
});

/** A text on one line, cut to a limit and without characters that control the display. */
function shown(text: string): string {
  return shorten(visibleLine(text).trim(), maxTextLength);
}

/** The values of a parameter, by their texts. */
type ValueReader = (node: ParameterNode) => ReadonlyMap<string, readonly ValueNode[]>;

/** Reads the values of each parameter once, for all messages. */
function valueReader(): ValueReader {
  const cache = new Map<ParameterNode, ReadonlyMap<string, readonly ValueNode[]>>();
  return node => {
    const values =
      cache.get(node) ?? Map.groupBy(node.value ? multipleValues(node.value) : [], ({ text }) => text);
    cache.set(node, values);
    return values;
  };
}

interface Reading {
  readonly body: Span;
  readonly rules: WikiKnowledge['rules'];
  readonly valuesOf: ValueReader;
}

function spansOf(
  model: WikiModel,
  message: SiteMessage,
  { body, rules, valuesOf }: Reading,
): readonly Span[] {
  const namedNodes = nodesOf(model, message);
  const nodes = namedNodes.length > 0 ? namedNodes : blamedNodes(model, message, rules);
  const values = unknownValues(message.data);
  const spans = nodes.flatMap(node => {
    const wrong = [...values]
      .filter(value => value !== '')
      .flatMap(value => valuesOf(node).get(value)?.slice(0, maxPlaces) ?? [])
      .toSorted((one, other) => one.start - other.start);
    return wrong.length > 0 ? wrong.map(({ span }) => span) : [node.span];
  });
  if (spans.length > 0) return spans;
  const active = moduleOf(model, message.module);
  return [active?.at?.span ?? body];
}

/** `titles` of `missing_titles`: what follows the first `_` of the last word; `undefined` = none. */
function suffixOf(code: string): string | undefined {
  const word = code.split(/\W/).at(-1)!;
  return word.includes('_') ? word.slice(word.indexOf('_') + 1) : undefined;
}

/** The parameters that a message names; of names that contain each other the longest. */
function nodesOf(model: WikiModel, { code, text, module }: SiteMessage): readonly ParameterNode[] {
  const words = new Set(text.match(/[^\s"'“”„«»‹›()=,:;<>]+/g)?.map(word => word.replace(/\.$/, '')));
  const suffix = suffixOf(code);
  const writtenParameters = model.query.parameters.filter(
    node => model.node(node.name.text) === node && (words.has(node.name.text) || node.name.text === suffix),
  );
  if (code === 'unrecognizedparams')
    return writtenParameters.filter(node => !model.names.has(node.name.text));
  const path = module.split('+').at(-1);
  const ofModule = writtenParameters.filter(node => model.binding(node)?.active.module.name === path);
  return (ofModule.length > 0 ? ofModule : writtenParameters).slice(0, 1);
}

/** The first parameter that the rules of a module blame for a code, for messages that name none. */
function blamedNodes(
  model: WikiModel,
  { code, module }: SiteMessage,
  rules: WikiKnowledge['rules'],
): readonly ParameterNode[] {
  const active = moduleOf(model, module);
  if (active === undefined) return [];
  const blamed = (rules.get(active.module.name) ?? []).flatMap(rule =>
    rule.kind === 'runtime' && rule.code === code ? rule.parameters : [],
  );
  return blamed.flatMap(name => model.nodeOf(active, name) ?? []).slice(0, 1);
}

function unknownValues(data: unknown): ReadonlySet<string> {
  const values = typeof data === 'object' && data !== null && 'values' in data ? data.values : [];
  return new Set(Array.isArray(values) ? values.filter(value => typeof value === 'string') : []);
}

function moduleOf(model: WikiModel, path: string): ActiveModule | undefined {
  const name = path.split('+').at(-1);
  return model.active.find(({ module, at }) => at !== undefined && module.name === name);
}
