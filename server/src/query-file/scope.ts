/** Resolves directives, variables and prompts for one query. */
import type { Directive, QueryBlock } from './block.ts';
import type { BoundValue, BoundValues } from './bound-values.ts';
import { defaultsOf, type Prompt, promptsOf } from './prompts.ts';
import {
  type Definition,
  VisibleVariables,
  type DefinedIn,
  type ExpansionBudget,
  expansionBudget,
  type Variable,
  variableOf,
} from './variables.ts';

/** The directives and variables that apply to one query: its own, and those of the file's header. */
export class Scope {
  readonly header: QueryBlock | undefined;
  readonly block: QueryBlock;
  /** The values of one run, by name. */
  readonly boundValues: BoundValues;
  #definitions: ReadonlyMap<string, readonly Definition[]> | undefined;
  #defaults: BoundValues | undefined;
  #prompts: readonly Prompt[] | undefined;

  /** `header` is absent where the file has none, or where the block is itself the header. */
  constructor(block: QueryBlock, header?: QueryBlock, boundValues: BoundValues = new Map()) {
    this.block = block;
    this.header = header === block ? undefined : header;
    this.boundValues = boundValues;
  }

  /** The same query with the values of one run. */
  with(boundValues: BoundValues): Scope {
    return new Scope(this.block, this.header, boundValues);
  }

  /** The value of a name for this run: the bound value, else the default of its prompt; `undefined` = none. */
  boundValue(name: string): BoundValue | undefined {
    return this.boundValues.get(name) ?? (this.#defaults ??= defaultsOf(this.prompts)).get(name);
  }

  /** The prompts that the query can use. */
  get prompts(): readonly Prompt[] {
    return (this.#prompts ??= promptsOf(this.directives('prompt')));
  }

  /** Whether a name is asked for before a run. */
  isPrompt(name: string): boolean {
    return this.prompts.some(prompt => prompt.name.text === name);
  }

  /** The last directive of that key, the query's own before the header's; `undefined` = neither has one. */
  directive(key: string): { readonly directive: Directive; readonly place: DefinedIn } | undefined {
    const blockDirective = this.block.directives.findLast(directive => directive.key.text === key);
    if (blockDirective) return { directive: blockDirective, place: this.block.separated ? 'query' : 'file' };
    const inherited = this.header?.directives.findLast(directive => directive.key.text === key);
    return inherited && { directive: inherited, place: 'file' };
  }

  /** All directives of that key, the header's first. */
  directives(key: string): readonly { readonly directive: Directive; readonly place: DefinedIn }[] {
    const { header, block } = this;
    if (block.directives.length === 0 && !header?.directives.length) return none;
    const of = (directives: readonly Directive[], place: DefinedIn) =>
      directives.filter(directive => directive.key.text === key).map(directive => ({ directive, place }));
    return [
      ...of(header?.directives ?? [], 'file'),
      ...of(block.directives, block.separated ? 'query' : 'file'),
    ];
  }

  /**
   * The variables that can be used at an offset of the block, by name: the header's, and the query's own
   * above that offset. The header's own body sees what the header defines above it.
   */
  variablesAt(offset: number): VisibleVariables {
    const { variables, room } = this.header ? definedIn(this.header) : nothing;
    return new VisibleVariables(variables, (this.#definitions ??= this.#define(variables, room)), offset);
  }

  #define(
    outer: ReadonlyMap<string, Variable>,
    { remaining }: ExpansionBudget,
  ): ReadonlyMap<string, readonly Definition[]> {
    const room = { remaining };
    const definitions = new Map<string, Definition[]>();
    const place = this.block.separated ? 'query' : 'file';
    const above = { get: (name: string) => definitions.get(name)?.at(-1)?.variable ?? outer.get(name) };
    for (const definition of this.block.variables) {
      const variable = variableOf(definition, place, above, room);
      const same = definitions.get(variable.name);
      const added = { from: definition.span.end, variable };
      if (same) same.push(added);
      else definitions.set(variable.name, [added]);
    }
    return definitions;
  }
}

/** The variables of a header, and how many characters those of its queries may still expand to. */
interface DefinedInHeader {
  readonly variables: ReadonlyMap<string, Variable>;
  readonly room: ExpansionBudget;
}

const nothing: DefinedInHeader = { variables: new Map(), room: expansionBudget() };

const headers = new WeakMap<QueryBlock, DefinedInHeader>();

/** Reads the variables of a header once, as they are those of each query. */
function definedIn(header: QueryBlock): DefinedInHeader {
  const cached = headers.get(header);
  if (cached) return cached;
  const variables = new Map<string, Variable>();
  const room = expansionBudget();
  for (const definition of header.variables) {
    const variable = variableOf(definition, 'file', variables, room);
    variables.set(variable.name, variable);
  }
  const defined = { variables, room };
  headers.set(header, defined);
  return defined;
}

const none: readonly never[] = [];
