// The environment, parsed once. Every fault is listed at once: name, what is wrong, what to do.
import type { LogLevel } from '#platform/log/log.ts';

export type Settings = {
  readonly isProduction: boolean;
  readonly port: number;
  readonly host: string;
  /** Origin only, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly registration: boolean;
  readonly platformOnly: boolean;
  readonly economics: boolean;
  readonly regime: 'eu-retail' | 'international';
  readonly marginCloseOutPercent: number;
  readonly feed: 'simulator' | 'replay';
  readonly replay: {
    /** File time runs this many times as fast as the clock. */
    readonly speed: number;
    readonly files: readonly { readonly symbol: string; readonly path: string }[];
    /** File time to begin at; undefined is each file's own beginning. */
    readonly fromMs: number | undefined;
  };
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[];
  readonly maxOpenPositions: number;
  /** ISO 3166 alpha-2 codes from which nobody can sign up. */
  readonly countriesBlocked: readonly string[];
  readonly logLevel: LogLevel;
  /** Whether the first run seeds the demo people. */
  readonly demo: boolean;
};
