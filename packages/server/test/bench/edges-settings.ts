export const BENCH_NATS_URL = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222';

function ignore(): void {}

export const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
