/** Checks the rules about the form of a parameter's values. */
import type { SiteFacts } from '../catalogue/knowledge.ts';
import type { ParameterNode, ValueNode } from '../wiki-nodes.ts';
import type {
  Address,
  NotEmpty,
  Pattern,
  MinPrefixLength,
  TitleForm,
  TitleNamespace,
} from '../catalogue/rule.ts';
import { namespaceName, readTitle, splitTitle, type Title } from '../values/title.ts';
import { isIpAddress, isIpRange } from '../values/ip-address.ts';
import { isSeveral, multipleValues, singleValue } from '../values/value-list.ts';
import { valueSpan } from './wiki-check.ts';
import type { RuleCheck } from './rule-check.ts';
import { allowedSet } from './types/enumeration-check.ts';

/** Checks a rule about the form of one parameter's values. */
export function checkForm(
  at: RuleCheck,
  rule: Pattern | NotEmpty | Address | MinPrefixLength | TitleForm | TitleNamespace,
): void {
  const node = at.node(rule.parameter);
  if (node === undefined) return;
  const values = valuesOf(at, rule.parameter, node);
  const wrong = (value: ValueNode | undefined, message: string = rule.message): void => {
    const span = value === undefined || value.text === '' ? valueSpan(node) : value.span;
    const args = {
      value: value?.text ?? '',
      ...(rule.kind === 'rangeLength' && { ipv4: String(rule.ipv4), ipv6: String(rule.ipv6) }),
      ...(rule.kind === 'titleNamespace' && { namespace: namespaceName(rule.namespace, at.check.facts) }),
    };
    at.report(span, at.name(rule.parameter), args, undefined, { code: rule.code, message });
  };
  switch (rule.kind) {
    case 'notEmpty':
      if (!chooses(at, rule.parameter, values)) wrong(undefined);
      return;
    case 'pattern':
      if (rule.unless.some(use => at.holds(use))) return;
      for (const value of values)
        if (!rule.pattern.test(value.text) && !isWrongType(at, rule.parameter, value)) wrong(value);
      return;
    case 'address':
      for (const value of values) {
        const fits = isIpRange(value.text)
          ? !value.text.includes('-')
          : !rule.range && isIpAddress(value.text);
        if (!fits) wrong(value);
      }
      return;
    case 'rangeLength':
      for (const value of values) {
        const least = value.text.includes(':') ? rule.ipv6 : rule.ipv4;
        if (isIpRange(value.text) && Number(value.text.split('/')[1]) < least) wrong(value);
      }
      return;
    case 'title':
      if (rule.unless.some(use => at.holds(use))) return;
      for (const value of values)
        if (!isTitle(at, rule, value.text))
          wrong(value, !rule.part && isSeveral(value.text) ? 'titleSeveral' : rule.message);
      return;
    case 'titleNamespace':
      for (const value of values) {
        const title = readTitle(value.text, at.check.facts);
        if (title === undefined || title.namespace === rule.namespace) continue;
        if (!mayBeUnknownNamespace(title, at.check.facts)) wrong(value);
      }
      return;
  }
}

function valuesOf(at: RuleCheck, parameter: string, { value, name }: ParameterNode): readonly ValueNode[] {
  const multi = at.active.module.parameter(parameter)?.multi === true;
  if (value === undefined) return multi ? [] : [{ text: '', start: 0, end: 0, span: name.span }];
  return multi ? multipleValues(value) : [singleValue(value)];
}

/** Whether a value is already reported because it is not a whole number. */
const isWrongType = (at: RuleCheck, name: string, { text }: ValueNode): boolean =>
  at.active.module.parameter(name)?.type === 'integer' && !/^[+-]?\d+$/.test(text);

/** Whether there is a value, for an enumeration one that is allowed. */
function chooses(at: RuleCheck, name: string, values: readonly ValueNode[]): boolean {
  const parameter = at.active.module.parameter(name);
  if (parameter === undefined || typeof parameter.type === 'string')
    return parameter?.multi === true ? values.length > 0 : values.some(({ text }) => text !== '');
  const allowed = allowedSet(parameter);
  return values.some(({ text }) => allowed.has(text) || text === parameter.allSpecifier);
}

/** If the namespaces of the site are not known, any prefix may be one of them: `Kategorie:`, `Datei:`. */
const mayBeUnknownNamespace = ({ namespace, key }: Title, { namespaces }: SiteFacts): boolean =>
  namespaces === undefined && namespace === 0 && key.includes(':');

/** The start of a title is valid if it becomes a title of the same namespace with one more letter. */
function isTitle(at: RuleCheck, rule: TitleForm, text: string): boolean {
  const { facts } = at.check;
  if (!rule.part) return readTitle(text, facts) !== undefined;
  const namespace = namespaceOfPart(at);
  const otherPrefix = namespace === 1 ? 'Talk:' : 'File:';
  const prefix = namespace === 0 ? '' : otherPrefix;
  const title = splitTitle(`${prefix}${text}x`, facts);
  return title !== undefined && title.fragment === undefined && (prefix !== '' || title.namespace === 0);
}

/** The namespace that a module lists, the main one if it is among several; undefined for a module without the parameter. */
function namespaceOfPart(at: RuleCheck): number | undefined {
  const declared = at.active.module.parameter('namespace');
  if (declared === undefined) return undefined;
  const namespaceText = at.node('namespace')?.value?.text ?? String(declared.default ?? '*');
  const ids = namespaceText.split('|');
  return ids.some(id => id === '*' || Number(id) === 0) ? 0 : Number(ids[0]);
}
