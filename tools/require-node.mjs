/** Imported first by each command, so that an old Node gets a sentence and not a stack. */
import { refusalOfToolsNode } from './node-choice.mjs';

const refusal = refusalOfToolsNode(process.versions.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
