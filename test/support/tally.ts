/** Counts uses by several keys, with a maximum for each owner. */
import * as v from 'valibot';

const maxPerOwner = 10;

/** Counts by name, nested as deep as their paths are long. */
export interface CountTree {
  [name: string]: number | CountTree;
}

const pathShape = v.array(v.string());

/** Counts by path, such as `['values', 'status', 'Done']`. */
export class UsageTally {
  readonly #owners = new Map<string, Map<string, number>>();

  /** Counts one use, unless the owner has reached the maximum for it. */
  add(owner: string, ...path: readonly string[]): void {
    const key = JSON.stringify(path);
    const owners = this.#owners.get(key) ?? new Map<string, number>();
    this.#owners.set(key, owners.set(owner, Math.min((owners.get(owner) ?? 0) + 1, maxPerOwner)));
  }

  /**
   * The counts that `isKept` accepts, by their path and the number of owners, as nested objects; the most frequent
   * first.
   */
  toObject(isKept: (path: readonly string[], owners: number) => boolean): CountTree {
    const counts = [...this.#owners]
      .map(([key, owners]) => ({
        path: v.parse(pathShape, JSON.parse(key)),
        owners: owners.size,
        count: [...owners.values()].reduce((sum, count) => sum + count, 0),
      }))
      .filter(each => isKept(each.path, each.owners))
      .toSorted((a, b) => b.count - a.count || (a.path.join() < b.path.join() ? -1 : 1));
    const tree: CountTree = {};
    for (const each of counts) put(tree, each.path, each.count);
    return tree;
  }
}

function put(tree: CountTree, [name = '', ...rest]: readonly string[], count: number): void {
  if (rest.length === 0) {
    tree[name] = count;
    return;
  }
  const subtree = tree[name];
  const branch = typeof subtree === 'object' ? subtree : {};
  tree[name] = branch;
  put(branch, rest, count);
}
