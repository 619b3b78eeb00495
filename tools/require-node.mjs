/** Imported first by each command, so that an old Node gets a sentence and not a stack. */
import { rejectionOfToolsNode } from './node-choice.mjs';

const rejection = rejectionOfToolsNode(process.versions.node);
if (rejection !== undefined) {
  console.error(rejection);
  process.exit(1);
}
