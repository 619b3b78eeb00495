import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runToEnd } from './children.mjs';

const CHILDREN = JSON.stringify(join(import.meta.dirname, 'children.mjs'));
const NODE = JSON.stringify(process.execPath);

/** Says when it is ready, then lives until a signal, and ends with an exit code of its own. */
const TIDY_CHILD = (signal: string): string =>
  JSON.stringify(
    `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')`,
  );

function startProgram(text: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--input-type=module', '-e', text]);
}

function untilReady(program: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    program.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ready')) resolve();
    });
  });
}

function exitOf(program: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve) => program.once('exit', (code) => resolve(code)));
}

it('keeps the output and the exit code of a command', async () => {
  const args = ['-e', "console.log('out'); console.error('err'); process.exit(3)"];
  const result = await runToEnd(process.execPath, args, { cwd: '/' });
  expect(result).toEqual({ code: 3, output: expect.stringContaining('out') });
  expect(result.output).toContain('err');
});

it('ends with 127 when the command is not there, and with 128 + n after signal n', async () => {
  expect((await runToEnd('/nowhere/command', [], { cwd: '/' })).code).toBe(127);
  const args = ['-e', "process.kill(process.pid, 'SIGKILL')"];
  expect((await runToEnd(process.execPath, args, { cwd: '/' })).code).toBe(128 + 9);
});

it.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGHUP', 'SIGTERM'],
] as const)('passes %s on to the child it became as %s, and ends as it ends', async (sent, got) => {
  const program = startProgram(
    `import { becomeChild, stopChildrenOnSignals } from ${CHILDREN};
     stopChildrenOnSignals();
     becomeChild(${NODE}, ['-e', ${TIDY_CHILD(got)}], '/');`,
  );
  await untilReady(program);
  program.kill(sent);
  expect(await exitOf(program)).toBe(7);
});

it('ends what runs when it is interrupted, begins nothing, and ends as the shell expects', async () => {
  const program = startProgram(
    `import { runToEnd, stopChildrenOnSignals } from ${CHILDREN};
     stopChildrenOnSignals();
     const { code } = await runToEnd(${NODE}, ['-e', ${TIDY_CHILD('SIGINT')}], { cwd: '/', show: true });
     console.log('child ended with ' + code);
     await runToEnd(${NODE}, ['-e', "console.log('next')"], { cwd: '/', show: true });
     console.log('after next');`,
  );
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await untilReady(program);
  program.kill('SIGTERM');
  expect(await exitOf(program)).toBe(128 + 15);
  expect(output).toContain('child ended with 7');
  expect(output).not.toContain('next');
});
