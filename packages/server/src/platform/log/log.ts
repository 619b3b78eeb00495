// The program's log: JSON lines on standard output. It never contains tokens, passwords, bodies or
// query strings: callers log names and ids, and any leftover is removed here, by key and by form.
import { destination, pino, stdTimeFunctions, type Logger, type LoggerOptions } from 'pino';
import { cutSecrets } from './cut-secrets.ts';

export { noteOutage } from './note-outage.ts';
export { cutSecrets };

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogSink = { write(line: string): void };

const SECRET_KEYS = [
  'token',
  'access_token',
  'password',
  'new_password',
  'confirm_password',
  'current_password',
  'authorization',
  'cookie',
  'secret',
] as const;
const CAUSES_MAX = 5;
/** The maximum bytes of lines that wait for a full disk; later lines are lost. */
const WAITING_BYTES_MAX = 1_000_000;

/** Creates a log with one line per event. The sink is standard output unless a test reads it. */
export function createLog(level: LogLevel, sink?: LogSink): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '[cut]',
    },
    serializers: { err: toErrorEntry },
    hooks: { streamWrite: cutSecrets },
  };
  return pino(options, sink ?? createOutput());
}

/** A log that can't be written must not end the program: trades matter more than their log. */
function createOutput(): LogSink {
  const output = destination({ dest: 1, sync: true, maxLength: WAITING_BYTES_MAX });
  output.on('error', () => undefined);
  return output;
}

/**
 * Converts an error to type, text and stack along its causes only: a driver's error also contains
 * the row (`detail`) or the statement's values.
 */
function toErrorEntry(error: unknown): unknown {
  const entries: object[] = [];
  let current: unknown = error;
  while (current instanceof Error && entries.length < CAUSES_MAX) {
    entries.push({ type: current.name, message: current.message, stack: current.stack });
    current = current.cause;
  }
  return entries.length === 0 ? { type: typeof error } : entries;
}
