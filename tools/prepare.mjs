/** What both commands do first: install what is missing and choose the Node that runs the product. */
import { installIfMissing } from './installation.mjs';
import { chooseProductNode } from './node-choice.mjs';

/**
 * Gives the path of the product's Node. Throws with a sentence for the user.
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
 * Runs a command; what it throws becomes a sentence on the error output and exit code 1.
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
