// Runs a scanner of the system.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const OUTPUT_BYTES_MAX = 256 * 1_024 * 1_024;
const KILLED_BY_TIMEOUT = 'SIGKILL';

export type ToolRun =
  | { readonly kind: 'ended'; readonly output: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-long' };

/** Returns what the program printed, whatever its exit code. */
export async function runTool(
  program: string,
  words: readonly string[],
  { timeoutMs, folder }: { readonly timeoutMs: number; readonly folder: string },
): Promise<ToolRun> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...words], {
      timeout: timeoutMs,
      killSignal: KILLED_BY_TIMEOUT,
      maxBuffer: OUTPUT_BYTES_MAX,
      // Scanners keep sessions and settings in the home folder.
      env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', TERM: 'dumb' },
      cwd: folder,
    });
    return { kind: 'ended', output: stdout + stderr };
  } catch (cause) {
    const failure = cause as {
      readonly code?: string | number;
      readonly signal?: string;
      readonly stdout?: string;
      readonly stderr?: string;
    };
    if (failure.code === 'ENOENT') return { kind: 'missing' };
    if (failure.signal === KILLED_BY_TIMEOUT) return { kind: 'too-long' };
    return { kind: 'ended', output: `${failure.stdout ?? ''}${failure.stderr ?? ''}` };
  }
}
