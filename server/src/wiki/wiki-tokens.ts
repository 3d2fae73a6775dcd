import type { SemanticToken, TokenKind } from '../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { allowedValues } from './catalogue/wiki-catalogue.ts';
import { type Binding, submoduleRoles, type WikiModel } from './model.ts';
import type { ParameterNode } from './wiki-nodes.ts';
import { multipleValues, singleValue } from './values/value-list.ts';

/**
 * The semantic tokens of the names and values of a body, in the order of the text; names that the wiki does not
 * recognize have none.
 */
export function wikiTokens(model: WikiModel): SemanticToken[] {
  return model.query.parameters.flatMap(node => {
    const binding = model.binding(node);
    if (binding === undefined) return variableUses(node);
    return [
      { span: node.name.span, kind: 'parameter', ...(binding.parameter.deprecated && { deprecated: true }) },
      ...valueTokens(node, binding, model),
    ];
  });
}

function valueTokens(node: ParameterNode, binding: Binding, model: WikiModel): SemanticToken[] {
  const { value } = node;
  if (value === undefined || value.text === '') return [];
  const { parameter } = binding;
  const uses = variableUses(node);
  const values = parameter.multi ? multipleValues(value) : [singleValue(value)];
  const kind = kindOf(binding);
  const deprecated = new Set(parameter.deprecatedValues);
  const tokens = values
    .filter(({ text, span }) => text !== '' && !uses.some(use => overlap(use.span, span)))
    .map(({ text, span }): SemanticToken => {
      const isDeprecated =
        deprecated.has(text) || (kind === 'module' && model.catalogue.module(text)?.deprecated === true);
      return { span, kind, ...(isDeprecated && { deprecated: true }) };
    });
  return [...tokens, ...uses].toSorted((a, b) => a.span.start - b.span.start);
}

/** The kinds of values by the type of their parameter; whatever is not named here is a string. */
const kinds: Readonly<Record<string, TokenKind>> = {
  integer: 'number',
  limit: 'number',
  namespace: 'number',
  timestamp: 'date',
};

function kindOf({ active, parameter }: Binding): TokenKind {
  if (active.role === 'action' && submoduleRoles.some(role => role === parameter.name)) return 'module';
  if (allowedValues(parameter)) return 'value';
  return (typeof parameter.type === 'string' && kinds[parameter.type]) || 'string';
}

const variableUses = ({ value }: ParameterNode): SemanticToken[] =>
  (value?.pieces ?? [])
    .filter(piece => piece.variable !== undefined)
    .map(piece => ({ span: piece.source, kind: 'variable' }));

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
