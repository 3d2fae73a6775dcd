/** The language server's process of this test process's editor. */
import { run } from '../processes.ts';
import { until } from '../until.ts';
import { sharedServer } from './shared-editor.ts';

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function processes(): Promise<readonly Listed[]> {
  const list = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return list.split('\n').flatMap(line => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

const isServer = ({ command }: Listed): boolean => /dist\/server\.js\b.*--node-ipc/.test(command);

/** Its number, once it runs and is not the one named. */
export const serverPid = (other?: number): Promise<number> =>
  until('the process of the language server', async () => {
    const editor = sharedServer() ?? process.pid;
    const all = await processes();
    const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
    const isOurs = ({ pid }: Listed): boolean => {
      let at: number | undefined = pid;
      while (at !== undefined && at !== editor) at = parents.get(at);
      return at === editor;
    };
    return all.find(each => isServer(each) && isOurs(each) && each.pid !== other)?.pid;
  });
