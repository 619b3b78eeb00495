// The whole program for `npm run bench -- web`, in a process of its own, with one customer. It is
// forked with the options of `startBenchProgram` as JSON.
import { startBenchProgram, stopWhenNotified } from './bench-program.ts';
import type { BenchProgramOptions } from './bench-program.ts';

const program = await startBenchProgram(JSON.parse(process.argv[2] ?? '') as BenchProgramOptions);
stopWhenNotified(program);
const [token] = program.tokens;
process.send?.({ kind: 'listening', url: program.url, token });
