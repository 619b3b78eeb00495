/**
 * Each command imports this first, so that an old Node prints a message instead of a stack trace.
 */
import { rejectionOfToolsNode } from './node-choice.mjs';

const rejection = rejectionOfToolsNode(process.versions.node);
if (rejection !== undefined) {
  console.error(rejection);
  process.exit(1);
}
