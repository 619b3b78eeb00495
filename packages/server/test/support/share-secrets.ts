import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** A second program on one database needs the keys of the first. */
export function shareSecrets(fromDataDir: string, toDataDir: string): void {
  cpSync(join(fromDataDir, 'secrets'), join(toDataDir, 'secrets'), { recursive: true });
}
