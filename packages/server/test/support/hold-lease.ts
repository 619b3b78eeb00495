import pg from 'pg';

export type HeldLease = {
  readonly epoch: number;
  /** Ends the holder's connection, as the death of its process would. */
  die(): Promise<void>;
};

/** Takes the lease from its owner as another program that never serves and never renews it. */
export async function holdLease(connectionString: string, until: string): Promise<HeldLease> {
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  const { rows } = await holder.query<{ epoch: string }>(
    `update engine_lease set owner = 'holder', epoch = epoch + 1, expires_at = $1::timestamptz
     returning epoch, pg_advisory_lock(epoch)`,
    [until],
  );
  return { epoch: Number(rows[0]?.epoch), die: async () => await holder.end() };
}
