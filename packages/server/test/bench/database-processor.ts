// The processor time of a database's connections, which Linux shows to everybody.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of /proc/PID/stat: 100 ticks a second on every Linux of today. */
const TICK_MS = 10;
const USER_TICKS_PLACE = 11;
const SYSTEM_TICKS_PLACE = 12;

/** Returns the milliseconds since their start; undefined elsewhere than on Linux. */
export function databaseProcessorMs(databaseName: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const times = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => connectionMs(pid, databaseName));
  return times.reduce((sum, one) => sum + one, 0);
}

function connectionMs(pid: string, databaseName: string): number {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!title.startsWith('postgres:') || !title.includes(databaseName)) return 0;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[USER_TICKS_PLACE]) + Number(fields[SYSTEM_TICKS_PLACE]);
    return ticks * TICK_MS;
  } catch {
    // It has ended.
    return 0;
  }
}
