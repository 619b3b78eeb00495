// Generated from the database by `npm run table-types`. Change the migrations instead.

export type ApiKeyUsesTables = {
  api_key_uses: {
    key_id: number;
    ip: string;
    requests: number;
    last_used_at: Date;
    first_used_at: Date;
  };
};
