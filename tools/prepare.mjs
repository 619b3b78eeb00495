/**
 * The first steps of both commands: install missing packages and choose the Node that runs the
 * product.
 */
import { installIfMissing } from './installation.mjs';
import { chooseProductNode } from './node-choice.mjs';

/**
 * Returns the path of the product's Node. Throws with a message for the user.
 * @param {string} root of the checkout
 */
export async function prepare(root) {
  await installIfMissing(root);
  const choice = chooseProductNode(root, {
    version: process.versions.node,
    path: process.execPath,
    platform: `${process.platform} ${process.arch}`,
  });
  if ('rejection' in choice) throw new Error(choice.rejection);
  return choice.path;
}

/**
 * Runs a command. An error is printed without a stack trace, and the exit code is 1.
 * @param {() => Promise<void>} command
 */
export async function runCommand(command) {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
