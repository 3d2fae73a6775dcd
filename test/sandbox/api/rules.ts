import type { Module } from './catalogue.ts';
import type { Parameters } from './parameters.ts';
import { type ProblemCode, Failure, isProblemCode, problem } from './problems.ts';
import table from './rules.json' with { type: 'json' };

interface Rule {
  readonly kind: string;
  readonly parameters?: readonly string[];
  readonly parameter?: string;
  readonly value?: string;
  readonly other?: string;
  readonly code?: string;
}

const rules = new Map<string, readonly Rule[]>(Object.entries(table));

/**
 * Checks what a module demands of its parameters together.
 * @throws Failure
 */
export function checkRules(module: Module, parameters: Parameters): void {
  for (const rule of rules.get(module.path) ?? []) {
    const fault = faultOf(rule, parameters);
    if (fault)
      throw new Failure(
        problem(module.path, fault.code, {
          parameter: fault.names.map(name => parameters.prefix + name).join(', '),
        }),
      );
  }
}

interface Fault {
  readonly code: ProblemCode;
  readonly names: readonly string[];
}

function faultOf(
  { kind, parameters: names = [], parameter = '', value, other = '', code }: Rule,
  given: Parameters,
): Fault | undefined {
  const present = names.filter(name => given.has(name));
  switch (kind) {
    case 'one':
      if (present.length === 0) return { code: 'missingparam', names };
      return present.length > 1 ? { code: 'invalidparammix', names: present } : undefined;
    case 'atMostOne':
      return present.length > 1 ? { code: 'invalidparammix', names: present } : undefined;
    case 'needs': {
      const fulfilled = value === undefined ? given.has(other) : given.text(other) === value;
      return present.length > 0 && !fulfilled
        ? { code: isProblemCode(code) ? code : 'invalidparammix', names: present }
        : undefined;
    }
    case 'excludes':
      return given.holds(parameter, value ?? '') && given.flag(other)
        ? { code: 'invalidparammix', names: [parameter, other] }
        : undefined;
    case 'show': {
      const shown = given.list('show') ?? [];
      return shown.some(item => shown.includes(`!${item}`)) ? { code: 'show', names: ['show'] } : undefined;
    }
    default:
      throw new Error(`rules.json: unknown kind ${kind}`);
  }
}
