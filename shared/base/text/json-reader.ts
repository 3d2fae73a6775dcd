/**
 * The ways in which data can differ from a catalogue: a wrong type, something missing, or a limit that is exceeded.
 */
export type JsonFault =
  | 'notAnObject'
  | 'notAnArray'
  | 'notText'
  | 'notAnInteger'
  | 'notAFlag'
  | 'tooMany'
  | 'tooLong'
  | 'tooBig'
  | 'duplicate'
  | 'missing'
  | 'unknownValue';

/** Data that is not a catalogue. `path` leads to the place (`paraminfo.modules[3].name`); no value is quoted. */
export class CatalogueError extends Error {
  readonly fault: JsonFault;
  readonly path: string;

  constructor(fault: JsonFault, path: string) {
    super(`${fault} at ${path}`);
    this.name = 'CatalogueError';
    this.fault = fault;
    this.path = path;
  }
}

const maximumTextLength = 10_000;
const maximumTotalText = 8_000_000;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The last step of the path to a value. The path's text is composed only for an error: most values have none. */
interface Step {
  readonly name: string | number;
  readonly kind: 'root' | 'member' | 'entry' | 'element';
  readonly parent?: Step;
}

const stepTexts: Readonly<Record<Step['kind'], (name: string | number) => string>> = {
  root: String,
  member: name => `.${name}`,
  entry: at => `{${at}}`,
  element: at => `[${at}]`,
};

function pathOf({ name, kind, parent }: Step): string {
  return (parent === undefined ? '' : pathOf(parent)) + stepTexts[kind](name);
}

/**
 * A cursor over data of unknown shape. Every reading checks the shape and throws a CatalogueError that says where.
 * It goes only as deep as its caller asks, so depth needs no cap; the length of texts, one and in all, has one.
 */
export class JsonReader {
  readonly #value: unknown;
  readonly #budget: { text: number };
  readonly #step: Step;

  private constructor(value: unknown, step: Step, budget: { text: number }) {
    this.#value = value;
    this.#step = step;
    this.#budget = budget;
  }

  static of(value: unknown, name: string): JsonReader {
    return new JsonReader(value, { name, kind: 'root' }, { text: maximumTotalText });
  }

  get path(): string {
    return pathOf(this.#step);
  }

  /** The member of that name; a reader without a value when it is absent. Inherited properties do not count. */
  member(name: string): JsonReader {
    const value = this.#object();
    return this.#child(Object.hasOwn(value, name) ? value[name] : undefined, name, 'member');
  }

  /** Every own member, in order. */
  members(maximum: number): readonly (readonly [string, JsonReader])[] {
    const entries = Object.entries(this.#object());
    if (entries.length > maximum) this.fail('tooMany');
    return entries.map(([name, value], at) => {
      this.#spend(name);
      return [name, this.#child(value, at, 'entry')] as const;
    });
  }

  /** The elements of an array; none when it is absent. */
  elements(maximum: number): readonly JsonReader[] {
    if (this.isAbsent()) return [];
    if (!Array.isArray(this.#value)) this.fail('notAnArray');
    if (this.#value.length > maximum) this.fail('tooMany');
    return this.#value.map((value: unknown, at) => this.#child(value, at, 'element'));
  }

  text(): string {
    if (typeof this.#value !== 'string') this.fail(this.isAbsent() ? 'missing' : 'notText');
    return this.#spend(this.#value);
  }

  integer(): number {
    if (typeof this.#value !== 'number' || !Number.isSafeInteger(this.#value))
      this.fail(this.isAbsent() ? 'missing' : 'notAnInteger');
    return this.#value;
  }

  /** A flag of either format version: present (or empty text) and `true` mean yes, absent and `false` mean no. */
  flag(): boolean {
    if (this.isAbsent() || this.#value === false) return false;
    if (this.#value !== '' && this.#value !== true) this.fail('notAFlag');
    return true;
  }

  isAbsent(): boolean {
    return this.#value === undefined || this.#value === null;
  }

  isText(): boolean {
    return typeof this.#value === 'string';
  }

  isBoolean(): boolean {
    return typeof this.#value === 'boolean';
  }

  isEmptyArray(): boolean {
    return Array.isArray(this.#value) && this.#value.length === 0;
  }

  /** Reads what is there; undefined when it is absent. */
  optional<T>(read: (shape: this) => T): T | undefined {
    return this.isAbsent() ? undefined : read(this);
  }

  fail(fault: JsonFault): never {
    throw new CatalogueError(fault, this.path);
  }

  #object(): Readonly<Record<string, unknown>> {
    if (!isMap(this.#value)) this.fail(this.isAbsent() ? 'missing' : 'notAnObject');
    return this.#value;
  }

  #child(value: unknown, name: string | number, kind: Step['kind']): JsonReader {
    return new JsonReader(value, { name, kind, parent: this.#step }, this.#budget);
  }

  #spend(text: string): string {
    if (text.length > maximumTextLength) this.fail('tooLong');
    this.#budget.text -= text.length;
    if (this.#budget.text < 0) this.fail('tooBig');
    return text;
  }
}
