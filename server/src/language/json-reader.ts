/** What a catalogue's data was found not to be, or which cap it exceeds. */
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

/** Data that is no catalogue. `path` leads to the place (`paraminfo.modules[3].name`); no value is quoted. */
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

/**
 * A cursor over data of unknown shape. Every reading checks the shape and throws a CatalogueError that says where.
 * It goes only as deep as its caller asks, so depth needs no cap; the length of texts, one and in all, has one.
 */
export class JsonReader {
  readonly path: string;
  readonly #value: unknown;
  readonly #budget: { text: number };

  private constructor(value: unknown, path: string, budget: { text: number }) {
    this.#value = value;
    this.path = path;
    this.#budget = budget;
  }

  static of(value: unknown, name: string): JsonReader {
    return new JsonReader(value, name, { text: maximumTotalText });
  }

  /** The member of that name; the shape of nothing when it is absent. Inherited properties do not count. */
  member(name: string): JsonReader {
    return this.#child(Object.getOwnPropertyDescriptor(this.#object(), name)?.value, `.${name}`);
  }

  /** Every own member, in order. */
  members(maximum: number): readonly (readonly [string, JsonReader])[] {
    const entries = Object.entries(this.#object());
    if (entries.length > maximum) this.fail('tooMany');
    return entries.map(([name, value], at) => {
      this.#spend(name);
      return [name, this.#child(value, `{${at}}`)] as const;
    });
  }

  /** The elements of an array; none when it is absent. */
  elements(maximum: number): readonly JsonReader[] {
    if (this.isAbsent()) return [];
    if (!Array.isArray(this.#value)) this.fail('notAnArray');
    if (this.#value.length > maximum) this.fail('tooMany');
    return this.#value.map((value: unknown, at) => this.#child(value, `[${at}]`));
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

  #object(): object {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value))
      this.fail(this.isAbsent() ? 'missing' : 'notAnObject');
    return this.#value;
  }

  #child(value: unknown, step: string): JsonReader {
    return new JsonReader(value, this.path + step, this.#budget);
  }

  #spend(text: string): string {
    if (text.length > maximumTextLength) this.fail('tooLong');
    this.#budget.text -= text.length;
    if (this.#budget.text < 0) this.fail('tooBig');
    return text;
  }
}
