/** Resolves directives, variables and prompts for one query. */
import type { Directive, QueryBlock, VariableDefinition } from './block.ts';
import type { BoundValue, BoundValues } from './bound-values.ts';
import { defaultsOf, type Prompt, promptsOf } from './prompts.ts';
import {
  type Definition,
  VisibleVariables,
  type DefinedIn,
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
    return new VisibleVariables((this.#definitions ??= this.#define()), offset);
  }

  #define(): ReadonlyMap<string, readonly Definition[]> {
    const defined = new Map<string, Definition[]>();
    const variables = new Map<string, Variable>();
    const room = expansionBudget();
    const add = (definition: VariableDefinition, place: DefinedIn, from: number) => {
      const variable = variableOf(definition, place, variables, room);
      const { name } = variable;
      variables.set(name, variable);
      const same = defined.get(name);
      if (same) same.push({ from, variable });
      else defined.set(name, [{ from, variable }]);
    };
    for (const definition of this.header?.variables ?? []) add(definition, 'file', 0);
    const place = this.block.separated ? 'query' : 'file';
    for (const definition of this.block.variables) add(definition, place, definition.span.end);
    return defined;
  }
}

const none: readonly never[] = [];
