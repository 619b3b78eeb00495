type Query = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

const EXPIRE_EVERY_MS = 200;

/**
 * Starts a program that takes the lease from one that goes on. The lease is ended again and again: the
 * other renews it meanwhile, and on a busy machine a start takes longer than that.
 */
export async function takeLease<Program>(
  query: Query,
  start: () => Promise<Program>,
): Promise<Program> {
  const [lease] = await query('select epoch from engine_lease', []);
  const epoch = lease !== undefined && 'epoch' in lease ? lease.epoch : undefined;
  const starting = start();
  const expire = async (): Promise<void> => {
    await query(`update engine_lease set expires_at = '-infinity' where epoch = $1`, [epoch]);
  };
  const timer = setInterval(() => void expire(), EXPIRE_EVERY_MS);
  try {
    return await starting;
  } finally {
    clearInterval(timer);
  }
}
