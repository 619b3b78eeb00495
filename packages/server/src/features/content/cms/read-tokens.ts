// Tokens for reading content. Every browser gets the public one from /api/config, which reads
// published content; tokens of the operator's own programs also read drafts. They are not session
// tokens.
import { createHash, randomBytes } from 'node:crypto';
import { assertPresent } from '@halyard/core/assertion';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ensureToken, findTokenByHash } from './token-store.ts';

const PUBLIC_NAME = 'public';
const TOKEN_BYTES = 24;
const TOKEN_PATTERN = /^[\w-]{32}$/;

export type ReadTokens = {
  readonly publicToken: string;
  /** Finds a token; undefined for an unknown one. */
  find(token: string | undefined): Promise<{ readonly isPublic: boolean } | undefined>;
  /** Creates a token that reads drafts, shown once; undefined if the name has one. */
  create(name: string, by: string): Promise<string | undefined>;
};

export async function createReadTokens(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<ReadTokens> {
  const { db, clock } = deps;
  const made = createToken();
  const atMs = clock.nowMs();
  const stored = await ensureToken(db.kysely, {
    name: PUBLIC_NAME,
    hash: hashOf(made),
    publicToken: made,
    atMs,
  });
  const publicToken = assertPresent(stored.publicToken ?? undefined, 'the public token is kept');
  return {
    publicToken,
    find: async (token) => {
      if (token === undefined || !TOKEN_PATTERN.test(token)) return undefined;
      if (token === publicToken) return { isPublic: true };
      return await findTokenByHash(db.kysely, hashOf(token));
    },
    create: async (name, by) => {
      const token = createToken();
      const wanted = { name, hash: hashOf(token), publicToken: null, atMs: clock.nowMs() };
      return await db.kysely.transaction().execute(async (tx) => {
        const { hash } = await ensureToken(tx, wanted);
        if (hash !== wanted.hash) return undefined;
        const event = { actor: by, action: 'content.token', subject: 'installation' };
        await recordAudit(tx, wanted.atMs, { ...event, after: { name } });
        return token;
      });
    },
  };
}

function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
