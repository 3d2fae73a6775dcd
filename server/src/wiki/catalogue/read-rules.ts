/** Reads the rules of a wiki's API from JSON. */
import type { Count, Rule, RuleBase, RuleKind, Use } from './rule.ts';
import { CatalogueError, JsonReader } from '#shared/base/text/json-reader.ts';

export type * from './rule.ts';

const maxElements = 1_000;

/**
 * Reads the table of rules, `{rules: […]}`.
 *
 * @throws CatalogueError when the shape is wrong
 */
export function readRules(data: unknown): readonly Rule[] {
  return JsonReader.of(data, 'data').member('rules').elements(maxElements).map(readRule);
}

/** The rules by name of the module that they hold for. */
export function rulesByModule(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const byModule = new Map<string, Rule[]>();
  for (const rule of rules)
    for (const module of rule.modules) {
      const rulesOfModule = byModule.get(module);
      if (rulesOfModule) rulesOfModule.push(rule);
      else byModule.set(module, [rule]);
    }
  return byModule;
}

type Reader = (shape: JsonReader, base: RuleBase) => Rule;

const parameterOf = (shape: JsonReader) => shape.member('parameter').text();
const countReader =
  (kind: Count['kind']): Reader =>
  (shape, base) => ({
    ...base,
    kind,
    parameters: readTexts(shape.member('parameters')),
    many: shape.member('many').optional(many => ({
      code: many.member('code').text(),
      message: many.member('message').text(),
    })),
  });

const readers: ReadonlyMap<string, Reader> = new Map<RuleKind, Reader>([
  [
    'onlyWith',
    (shape, base) => ({
      ...base,
      kind: 'onlyWith',
      use: readUse(shape.member('use')),
      also: readUses(shape.member('also')),
      with: readUses(shape.member('with')),
    }),
  ],
  ['needs', (shape, base) => ({ ...base, kind: 'needs', with: readUses(shape.member('with')) })],
  [
    'conflict',
    (shape, base) => ({ ...base, kind: 'conflict', uses: readPair(shape.member('uses'), readUse) }),
  ],
  ['excludes', (shape, base) => ({ ...base, kind: 'excludes', use: readUse(shape.member('use')) })],
  ['atMostOne', countReader('atMostOne')],
  ['exactlyOne', countReader('exactlyOne')],
  ['atLeastOne', countReader('atLeastOne')],
  [
    'contradictoryValues',
    (shape, base) => ({
      ...base,
      kind: 'contradictoryValues',
      parameter: parameterOf(shape),
      pairs: shape
        .member('pairs')
        .elements(maxElements)
        .map(pair => readPair(pair, value => value.text())),
    }),
  ],
  [
    'pattern',
    (shape, base) => ({
      ...base,
      kind: 'pattern',
      parameter: parameterOf(shape),
      pattern: new RegExp(shape.member('pattern').text(), 'u'),
      unless: readUses(shape.member('unless')),
    }),
  ],
  ['notEmpty', (shape, base) => ({ ...base, kind: 'notEmpty', parameter: parameterOf(shape) })],
  [
    'address',
    (shape, base) => ({
      ...base,
      kind: 'address',
      parameter: parameterOf(shape),
      range: shape.member('range').flag(),
    }),
  ],
  [
    'rangeLength',
    (shape, base) => ({
      ...base,
      kind: 'rangeLength',
      parameter: parameterOf(shape),
      ipv4: shape.member('ipv4').integer(),
      ipv6: shape.member('ipv6').integer(),
    }),
  ],
  [
    'title',
    (shape, base) => ({
      ...base,
      kind: 'title',
      parameter: parameterOf(shape),
      part: shape.member('part').flag(),
      unless: readUses(shape.member('unless')),
    }),
  ],
  [
    'titleNamespace',
    (shape, base) => ({
      ...base,
      kind: 'titleNamespace',
      parameter: parameterOf(shape),
      namespace: shape.member('namespace').integer(),
    }),
  ],
  ['wildcards', (shape, base) => ({ ...base, kind: 'wildcards', parameter: parameterOf(shape) })],
  [
    'sameCount',
    (shape, base) => ({
      ...base,
      kind: 'sameCount',
      parameters: readPair(shape.member('parameters'), value => value.text()),
    }),
  ],
  [
    'runtime',
    (shape, base) => ({
      ...base,
      kind: 'runtime',
      parameters: readTexts(shape.member('parameters')),
      value: shape.member('value').optional(value => value.text()),
      right: shape.member('right').optional(right => right.text()),
    }),
  ],
  ['singlePage', (shape, base) => ({ ...base, kind: 'singlePage', uses: readUses(shape.member('uses')) })],
]);

function readRule(shape: JsonReader): Rule {
  const kind = shape.member('kind');
  const reader = readers.get(kind.text());
  if (reader === undefined) return kind.fail('unknownValue');
  return reader(shape, {
    modules: readTexts(shape.member('modules')),
    code: shape.member('code').text(),
    severity: readWord(shape.member('severity'), ['error', 'warning', 'information']) ?? 'error',
    message: shape.member('message').text(),
    role: readWord(shape.member('role'), ['generator', 'submodule']),
    pages: readWord(shape.member('pages'), ['any', 'existing']),
    undecidable: shape.member('undecidable').flag(),
  });
}

function readUse(shape: JsonReader): Use {
  return {
    parameter: parameterOf(shape),
    query: shape.member('query').flag(),
    value: shape.member('value').optional(value => value.text()),
    except: shape.member('except').optional(value => value.text()),
  };
}

function readUses(shape: JsonReader): readonly Use[] {
  return shape.elements(maxElements).map(readUse);
}

function readTexts(shape: JsonReader): readonly string[] {
  return shape.elements(maxElements).map(element => element.text());
}

function readPair<T>(shape: JsonReader, read: (shape: JsonReader) => T): readonly [T, T] {
  const [first, second, ...more] = shape.elements(maxElements);
  if (first === undefined || second === undefined || more.length > 0)
    throw new CatalogueError('unknownValue', shape.path);
  return [read(first), read(second)];
}

function readWord<Word extends string>(shape: JsonReader, words: readonly Word[]): Word | undefined {
  const text = shape.optional(present => present.text());
  if (text === undefined) return undefined;
  return words.find(word => word === text) ?? shape.fail('unknownValue');
}
