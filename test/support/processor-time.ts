/** How long processes were at work. */
import { readFileSync } from 'node:fs';

/**
 * The seconds of processor time of a process and of those that it started and has seen end; 0 = it is gone, or the system
 * does not tell. Linux tells in hundredths of a second, after the name of the program: fields 14 to 17, children last.
 */
export const processorSeconds = (id: number | 'self'): number => {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return id === 'self' ? (user + system) / 1e6 : 0;
  }
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
  } catch {
    return 0;
  }
};
