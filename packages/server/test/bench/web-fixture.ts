// The whole program for `npm run bench -- web`, in a process of its own, with two customers. It is
// forked with the options of `startBenchProgram` as JSON; the second customer keeps only some of the
// positions.
import { startBenchProgram, stopWhenNotified } from './bench-program.ts';
import type { BenchProgramOptions } from './bench-program.ts';

type WebOptions = Omit<BenchProgramOptions, 'customers' | 'prepare'> & {
  readonly restingPositions: number;
};

const KEEP_SOME = `delete from positions where account_id = 2 and id not in (
    select id from positions where account_id = 2 order by id limit $1)`;

const { restingPositions, ...options } = JSON.parse(process.argv[2] ?? '') as WebOptions;
const program = await startBenchProgram({
  ...options,
  customers: 2,
  prepare: async (db) => {
    await db.query(KEEP_SOME, [restingPositions]);
  },
});
stopWhenNotified(program);
const [token, restingToken] = program.tokens;
process.send?.({ kind: 'listening', url: program.url, token, restingToken });
