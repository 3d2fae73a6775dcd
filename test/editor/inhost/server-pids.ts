import { childProcesses } from '../../support/process-tree.ts';

/** The processes of the language servers that this extension host has started. */
export const serverPids = async (): Promise<number[]> => {
  const children = await childProcesses(process.pid);
  return children.filter(({ command }) => /dist.server\.js/.test(command)).map(({ id }) => id);
};
