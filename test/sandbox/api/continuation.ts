import type { JsonObject } from '../json.ts';
import { Failure, problem } from './problems.ts';

/** The progress that the `continue` of a request states. */
export interface Resumption {
  /** True once the generator and every module that uses its pages are done. */
  readonly pagesDone: boolean;
  /** Modules that were complete in the answers before. */
  readonly finished: ReadonlySet<string>;
}

/**
 * Reads the value `<generator's parameters>||<finished modules>`; `-` for the first part = pages are done.
 * @throws Failure `badcontinue`
 */
export function readContinue(text: string | undefined): Resumption {
  if (text === undefined || text === '') return { pagesDone: false, finished: new Set() };
  const [before, after, ...more] = text.split('||');
  if (before === undefined || after === undefined || more.length > 0)
    throw new Failure(problem('main', 'badcontinue'));
  return { pagesDone: before === '-', finished: new Set(after.split('|').filter(name => name !== '')) };
}

/** Where every part of a query is when its answer ends. */
export interface Progress {
  /** The parameters that continue a module, by module; a module that is complete is absent. */
  readonly lists: ReadonlyMap<string, JsonObject>;
  /** The same for modules that speak about pages. */
  readonly props: ReadonlyMap<string, JsonObject>;
  /** The requested modules, in order. */
  readonly modules: readonly string[];
  readonly propModules: readonly string[];
  /** The generator's own parameters as sent, to repeat the same pages. */
  readonly generatorSent: JsonObject;
  /** Continuation of the generator for its next pages; `undefined` = these were the last. */
  readonly generatorNext: JsonObject | undefined;
}

/** The members `batchcomplete` and `continue` of an answer. */
export function progressMembers(progress: Progress): JsonObject {
  const { lists, props, modules, propModules, generatorSent, generatorNext } = progress;
  const data: Record<string, JsonObject[string]> = Object.assign({}, ...lists.values(), ...props.values());
  let finished = modules.filter(name => !lists.has(name) && !props.has(name));
  let pages = '-';
  if (props.size > 0) {
    Object.assign(data, generatorSent);
    pages = Object.keys(generatorSent).join('|');
  } else if (generatorNext) {
    Object.assign(data, generatorNext);
    pages = Object.keys(generatorNext).join('|');
    finished = finished.filter(name => !propModules.includes(name));
  }
  const batch = props.size === 0 ? { batchcomplete: true } : {};
  if (Object.keys(data).length === 0 && pages === '-') return batch;
  return { ...batch, continue: { ...data, continue: `${pages}||${finished.join('|')}` } };
}
