// Generated from the database by `npm run table-types`. Change the migrations instead.

export type SingleSignOnTables = {
  staff_identities: {
    issuer: string;
    subject: string;
    staff_id: number;
    linked_at: Date;
  };
  staff_sign_ons: {
    secret_hash: string;
    expires_at: Date;
  };
};
