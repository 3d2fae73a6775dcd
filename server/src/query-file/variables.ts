/** Variables of a query file: definitions, uses, and their expansion in a text. */
import { MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { firstIndex, type Span } from '#shared/base/text/span.ts';
import type { VariableDefinition } from './block.ts';

/** The place of a variable or directive: the file's header or the query itself. */
export type DefinedIn = 'file' | 'query';

export interface Variable {
  readonly name: string;
  /** The value with the variables in it expanded. */
  readonly value: string;
  readonly definition: VariableDefinition;
  readonly place: DefinedIn;
}

/** The variables that a text can use, by name. */
export interface VariableLookup {
  get(name: string): Pick<Variable, 'name' | 'value'> | undefined;
}

/** A use `{{name}}` of a variable. */
export interface VariableUse {
  readonly name: string;
  /** The span of the use, with its braces. */
  readonly span: Span;
  /** The name alone. */
  readonly nameSpan: Span;
}

/** How many characters variables may still expand to: a few lines can define more than any memory holds. */
export interface ExpansionBudget {
  remaining: number;
}

/** A budget for every text that a server accepts. */
export const expansionBudget = (): ExpansionBudget => ({ remaining: 1_000_000 });

/** A use of a variable, of a prompt or of a column of another query (`members.title`); or `\{{`, which is not one. */
export const usePattern =
  /\\\{\{|\{\{\s*([A-Za-z_][\w-]*(?:\.[^\s{}|"'\\=&#<>,()]+(?: [^\s{}|"'\\=&#<>,()]+)*)?)\s*\}\}/g;

/** Whether what is between braces is a column of another query. */
export const isReference = (name: string): boolean => name.includes('.');

/** The variable of a definition; its value may use the variables that are defined above it. */
export function variableOf(
  definition: VariableDefinition,
  place: DefinedIn,
  variables: VariableLookup,
  room: ExpansionBudget,
): Variable {
  const { text } = definition.value;
  const whole = { start: 0, end: text.length };
  const value = substitute(text, whole, variables, room).text;
  return { name: definition.name.text, value, definition, place };
}

/** Every `{{name}}` between two offsets of a text, defined or not, but not `\{{`. */
export function usesIn(text: string, from: number, to: number): VariableUse[] {
  const uses: VariableUse[] = [];
  for (const match of text.slice(from, to).matchAll(usePattern)) {
    const name = match[1];
    if (name === undefined) continue;
    const start = from + match.index;
    const nameStart = start + match[0].indexOf(name);
    uses.push({
      name,
      span: { start, end: start + match[0].length },
      nameSpan: { start: nameStart, end: nameStart + name.length },
    });
  }
  return uses;
}

/**
 * A part of a text with the values of defined names in place of their uses and `{{` in place of `\{{`.
 * Names that are not defined stay as they are: a wiki value may hold real templates. So do names that there is no room for.
 */
export function substitute(
  text: string,
  part: Span,
  variables: VariableLookup,
  room: ExpansionBudget,
  whole: Span = part,
): MappedText {
  const source = text.slice(part.start, part.end);
  if (!source.includes('{{')) return MappedText.literal(source, part.start);
  const builder = new MappedTextBuilder();
  let done = part.start;
  for (const match of source.matchAll(usePattern)) {
    const start = part.start + match.index;
    const end = start + match[0].length;
    const name = match[1];
    const variable = name === undefined ? undefined : variables.get(name);
    if (name !== undefined && variable === undefined) continue;
    const value = variable?.value ?? '{{';
    if (value.length > room.remaining) continue;
    room.remaining -= value.length;
    builder.literal(text, done, start);
    builder.replaced(value, { start, end }, variable?.name);
    done = end;
  }
  builder.literal(text, done, part.end);
  return builder.build(whole);
}

/** A variable and from where on it holds. */
export interface Definition {
  /** The offset in the query. */
  readonly from: number;
  readonly variable: Variable;
}

/** The variables that can be used at one offset of a query. Many offsets share one list of definitions. */
export class VisibleVariables {
  readonly #outer: ReadonlyMap<string, Variable>;
  readonly #definitions: ReadonlyMap<string, readonly Definition[]>;
  readonly #offset: number;

  /**
   * @param outer those of the header
   * @param definitions by name, those of a name in the order of the text
   */
  constructor(
    outer: ReadonlyMap<string, Variable>,
    definitions: ReadonlyMap<string, readonly Definition[]>,
    offset: number,
  ) {
    this.#outer = outer;
    this.#definitions = definitions;
    this.#offset = offset;
  }

  /** The last definition above the offset; `undefined` = the name is not defined there. */
  get(name: string): Variable | undefined {
    const definitions = this.#definitions.get(name) ?? [];
    const last = definitions[firstIndex(definitions, ({ from }) => from > this.#offset) - 1];
    return last?.variable ?? this.#outer.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The variables, in the order in which their names were first defined. */
  *values(): Generator<Variable> {
    for (const name of this.#outer.keys()) yield this.get(name)!;
    for (const name of this.#definitions.keys()) {
      const variable = this.#outer.has(name) ? undefined : this.get(name);
      if (variable) yield variable;
    }
  }

  *keys(): Generator<string> {
    for (const { name } of this.values()) yield name;
  }
}
