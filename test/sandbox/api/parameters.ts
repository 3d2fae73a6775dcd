import type { Module, Parameter } from './catalogue.ts';
import { type Problem, Failure, problem } from './problems.ts';
import { type Value, readValue } from './values.ts';

/** State for reading and checking the parameters of one module. */
export interface Reading {
  /** As sent: wire name to text; the last of several won. */
  readonly sent: ReadonlyMap<string, string>;
  /** Wire names that some module knew; filled while reading. */
  readonly known: Set<string>;
  /** Wire names that came in the address, not in a body. */
  readonly inAddress: ReadonlySet<string>;
  readonly warnings: Problem[];
  /** The number that `max` was resolved to, by the path of the module; filled while reading. */
  readonly limits: Map<string, number>;
  /** True where the account has the right `apihighlimits`. */
  readonly highLimits: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** The checked values of one module's parameters, by name without prefix; defaults are filled in. */
export class Parameters {
  readonly #values: ReadonlyMap<string, Value>;
  /** `g` and the prefix, or the prefix. */
  readonly prefix: string;

  constructor(prefix: string, values: ReadonlyMap<string, Value>) {
    this.prefix = prefix;
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  flag(name: string): boolean {
    return this.#values.get(name) === true;
  }

  /** `undefined` = not given and without a default. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** A number, a limit, or a time in milliseconds. */
  number(name: string): number | undefined {
    const value = this.#values.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  /** `undefined` = not given and without a default; empty = given, and nothing of it is known. */
  list(name: string): readonly string[] | undefined {
    const value = this.#values.get(name);
    return typeof value === 'object' ? value : undefined;
  }

  numbers(name: string): readonly number[] | undefined {
    return this.list(name)?.map(Number);
  }

  /** Whether a multi-valued parameter holds a value. */
  holds(name: string, value: string): boolean {
    return this.list(name)?.includes(value) ?? false;
  }
}

/**
 * Checks what was sent for a module against its description.
 * @param generator true where the names carry a `g`
 * @throws Failure with the first error in declared order, after all warnings were kept
 */
export function readParameters(module: Module, reading: Reading, generator = false): Parameters {
  const prefix = (generator ? 'g' : '') + module.prefix;
  const values = new Map<string, Value>();
  const failures: Failure[] = [];
  for (const parameter of expanded(module, prefix, reading.sent)) {
    const wireName = prefix + parameter.name;
    reading.known.add(wireName);
    const sent = reading.sent.get(wireName);
    if (sent !== undefined && 'deprecated' in parameter) warnDeprecated(module, wireName, reading);
    try {
      const value = readValue(parameter, sent, { module: module.path, wireName, reading });
      if (value !== undefined) values.set(parameter.name, value);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first) throw first;
  return new Parameters(prefix, values);
}

function warnDeprecated(module: Module, wireName: string, { warnings }: Reading): void {
  const feature = `action=query&${module.group ?? ''}=${module.name}&${wireName}`;
  warnings.push(problem(module.path, 'deprecation', { parameter: wireName }, { feature }));
}

/** The parameters, with the templated ones for every value that they stand for. */
function expanded(module: Module, prefix: string, sent: ReadonlyMap<string, string>): readonly Parameter[] {
  const templated = (module.templatedparameters ?? []).flatMap(parameter =>
    Object.entries(parameter.templatevars ?? {}).flatMap(([variable, source]) =>
      (sent.get(prefix + source) ?? '')
        .split('|')
        .filter(value => value !== '')
        .map(value => ({
          ...parameter,
          name: parameter.name.replace(`{${variable}}`, value === '*' ? 'main' : value),
        })),
    ),
  );
  return [...module.parameters, ...templated];
}
