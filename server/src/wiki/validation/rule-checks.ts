/** Checks the rules between parameters that paraminfo does not describe. */
import valueRules from '../../../catalogue/wiki/value-rules.json' with { type: 'json' };
import { readRules, rulesByModule } from '../catalogue/read-rules.ts';
import type { Rule } from '../catalogue/rule.ts';
import type { ParameterNode, ValueNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import type { Check } from './wiki-check.ts';
import { pageSources } from './page-checks.ts';
import { RuleCheck } from './rule-check.ts';
import { checkForm } from './rule-forms.ts';

/** Forms of single values: enough to recognize wrong ones, not to prove right ones. */
const ofValues = rulesByModule(readRules(valueRules));

/** Checks the rules between the parameters of each module of a query. */
export function checkRules(check: Check): void {
  const { model } = check;
  const pages = [...pageSources, 'generator'].some(name => (model.node(name)?.value?.text ?? '') !== '');
  for (const active of model.active) {
    const { name } = active.module;
    for (const rule of [...(check.rules.get(name) ?? []), ...(ofValues.get(name) ?? [])]) {
      const role = active.role === 'generator' ? 'generator' : 'submodule';
      if ((rule.role !== undefined && rule.role !== role) || (rule.pages !== undefined && !pages)) continue;
      checkRule(new RuleCheck(check, active, rule), rule);
    }
  }
}

function checkRule(at: RuleCheck, rule: Rule): void {
  switch (rule.kind) {
    case 'onlyWith': {
      const use = [rule.use, ...rule.also].find(candidate => at.holds(candidate));
      if (use === undefined || rule.with.some(name => at.holds(name))) return;
      const others = rule.with.map(name => at.useText(name)).join(', ');
      at.report(
        at.nodeOf(use)?.span ?? at.moduleSpan,
        at.nameOf(use),
        { use: at.useText(use), others },
        undefined,
        rule.message === 'onlyWith' && rule.with.length > 1
          ? { code: rule.code, message: 'onlyWith.several' }
          : undefined,
      );
      return;
    }
    case 'needs':
      if (rule.with.some(use => at.holds(use))) return;
      at.report(at.moduleSpan, at.nameOf(rule.with[0]!), {
        others: rule.with.map(use => at.useText(use)).join(', '),
      });
      return;
    case 'excludes': {
      const node = at.holds(rule.use) ? at.nodeOf(rule.use) : undefined;
      if (node)
        at.report(node.span, at.nameOf(rule.use), {
          use: at.useText(rule.use),
          module: at.active.module.name,
        });
      return;
    }
    case 'conflict': {
      const [first, second] = rule.uses;
      if (!at.holds(first) || !at.holds(second)) return;
      const other = at.nodeOf(second);
      const node = at.nodeOf(first) ?? other;
      const related = other === node ? undefined : other?.span;
      at.report(
        node?.span ?? at.moduleSpan,
        at.nameOf(first),
        { use: at.useText(first), other: at.useText(second) },
        related,
      );
      return;
    }
    case 'atMostOne':
    case 'exactlyOne':
    case 'atLeastOne':
      checkCount(at, rule);
      return;
    case 'singlePage':
      checkSinglePage(at, rule);
      return;
    case 'contradictoryValues':
      checkContradictions(at, rule.parameter, rule.pairs);
      return;
    case 'pattern':
    case 'notEmpty':
    case 'address':
    case 'rangeLength':
    case 'title':
    case 'titleNamespace':
      checkForm(at, rule);
      return;
    case 'sameCount':
      checkSameCount(at, rule.parameters);
      return;
    case 'wildcards':
    case 'runtime':
      return;
  }
}

function checkCount(
  at: RuleCheck,
  rule: Extract<Rule, { kind: 'atMostOne' | 'exactlyOne' | 'atLeastOne' }>,
): void {
  const writtenNodes = rule.parameters.flatMap(parameter => {
    const node = at.node(parameter);
    return node ? [{ parameter, node }] : [];
  });
  const names = rule.parameters.map(parameter => at.name(parameter)).join(', ');
  if (writtenNodes.length === 0 && rule.kind !== 'atMostOne')
    at.report(at.moduleSpan, at.name(rule.parameters[0]!), { names });
  if (writtenNodes.length < 2 || rule.kind === 'atLeastOne') return;
  const [first, ...more] = writtenNodes.toSorted((a, b) => a.node.span.start - b.node.span.start);
  for (const { parameter, node } of more) {
    const other = first!.node;
    at.report(node.span, at.name(parameter), { names, other: other.name.text }, other.span, rule.many);
  }
}

/**
 * Reports uses that require a single page in a query that names several; only the wiki knows how many of them exist.
 */
function checkSinglePage(at: RuleCheck, { uses, code }: Extract<Rule, { kind: 'singlePage' }>): void {
  const { model } = at.check;
  const [titles, pageids, revids] = pageSources.map(name => {
    const value = model.node(name)?.value;
    return value ? new Set(multipleValues(value).map(({ text }) => text)).size : 0;
  });
  const several =
    titles! > 1 ||
    pageids! > 1 ||
    model.active.some(({ role }) => role === 'generator' && at.active.role !== 'generator');
  if (revids === 0 && !several) return;
  const matchingUse = uses.find(use => at.holds(use));
  const node = matchingUse && at.nodeOf(matchingUse);
  if (node === undefined || matchingUse === undefined) return;
  at.report(node.span, at.nameOf(matchingUse), { use: at.useText(matchingUse) }, undefined, {
    code,
    ...(revids === 0 ? { message: 'singlePage' } : { message: 'singlePage.revisions', severity: 'error' }),
  });
}

const countOf = ({ value }: ParameterNode): number => (value ? multipleValues(value).length : 0);

function checkSameCount(at: RuleCheck, [name, other]: readonly [string, string]): void {
  const [node, counterpart] = [at.node(name), at.node(other)];
  if (!node || !counterpart) return;
  const [count, otherCount] = [countOf(node), countOf(counterpart)];
  if (count === 0 || count === otherCount) return;
  const args = { count: String(count), other: at.name(other), otherCount: String(otherCount) };
  at.report(node.span, at.name(name), args, counterpart.span);
}

function checkContradictions(
  at: RuleCheck,
  parameter: string,
  pairs: readonly (readonly [string, string])[],
): void {
  const node = at.node(parameter);
  const values = node?.value ? multipleValues(node.value) : [];
  if (node === undefined || values.length < 2) return;
  const blamed = new Set<ValueNode>();
  for (const [one, other] of pairs) {
    const first = values.find(({ text }) => text === one);
    const second = values.find(({ text }) => text === other);
    if (!first || !second) continue;
    const [before, after] = first.start < second.start ? [first, second] : [second, first];
    if (blamed.has(after)) continue;
    blamed.add(after);
    at.report(after.span, at.name(parameter), { value: after.text, other: before.text }, before.span);
  }
}
