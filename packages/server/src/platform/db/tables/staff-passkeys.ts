// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';

export type StaffPasskeysTables = {
  staff_passkeys: {
    id: Generated<number>;
    staff_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  staff_passkey_challenges: {
    challenge_hash: string;
    staff_id: number | null;
    expires_at: Date;
  };
};
