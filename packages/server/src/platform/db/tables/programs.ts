// Generated from the database by `npm run table-types`. Change the migrations instead.

export type ProgramsTables = {
  programs: {
    host: string;
    data_dir: string;
    pid: number;
    started_at: Date;
    seen_at: Date;
    version: string;
    migrations: number;
    roles: string;
    is_ready: boolean;
    engine: string | null;
    epoch: number | null;
    batch: number | null;
    committed_batch: number | null;
    clock_skew_ms: number;
    messages: string;
    database_server: string | null;
  };
};
