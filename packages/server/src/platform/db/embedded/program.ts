import { readFile } from 'node:fs/promises';

// Node's types leave the standard out.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiled: Promise<object> | undefined;

/**
 * The embedded database's program, a WebAssembly.Module: compiled once for all databases that a
 * process opens.
 */
export async function compileProgram(): Promise<object> {
  return await (compiled ??= compile());
}

async function compile(): Promise<object> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return await WebAssembly.compile(await readFile(file));
}
