/** Runs tasks side by side, as many as there are cores for. */

interface Lane {
  readonly name: string;
  readonly width: number;
}

export interface Task {
  /** How many cores it keeps busy; parts of one for what mostly waits. */
  readonly cores: number;
  /** Of the tasks with the same lane, not more than its width run at the same time. */
  readonly lane?: Lane;
  /** Whether what it needs is there, asked whenever another task has ended; absent = it needs nothing. */
  readonly isReady?: () => boolean;
  readonly run: () => Promise<void>;
}

/**
 * Starts the tasks in their order, except that one that does not fit is passed over until it does; resolves when all are
 * over. A task that needs more than there is runs alone.
 */
export const runPool = (tasks: readonly Task[], cores: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting = [...tasks];
    const running = new Set<Task>();
    const fits = (task: Task): boolean => {
      if (task.isReady?.() === false) return false;
      if (running.size === 0) return true;
      const others = [...running];
      const { lane } = task;
      if (lane && others.filter(other => other.lane?.name === lane.name).length >= lane.width) return false;
      return others.reduce((sum, other) => sum + other.cores, task.cores) <= cores;
    };
    const fill = (): void => {
      for (let index = waiting.findIndex(fits); index >= 0; index = waiting.findIndex(fits)) {
        const [task] = waiting.splice(index, 1);
        if (task) start(task).catch(reject);
      }
      if (running.size === 0) resolve();
    };
    const start = async (task: Task): Promise<void> => {
      running.add(task);
      await task.run();
      running.delete(task);
      fill();
    };
    fill();
  });
