// The program's log: JSON lines on standard output. Tokens, passwords, bodies and query strings
// never reach it.
import type { Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export declare function createLog(level: LogLevel): Log;
