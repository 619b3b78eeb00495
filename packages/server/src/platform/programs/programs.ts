// The running programs of the installation. Each shows in the table `programs` that it lives, so that
// the operator sees all of them from any machine, also when messages between them are lost.
export { announceProgram } from './announce-program.ts';
export type { Announced, ProgramState } from './announce-program.ts';
export { enterPrograms, ProgramRefused } from './enter-programs.ts';
export type { Entered } from './enter-programs.ts';
export { forgetHost, listPrograms } from './program-store.ts';
export type { KnownProgram } from './program-store.ts';
