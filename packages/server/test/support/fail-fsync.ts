// Loaded into the embedded database's worker: fsync fails once whenever the file named by
// FAIL_FSYNC_MARK exists.
import fs, { rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env.FAIL_FSYNC_MARK;
const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  if (mark !== undefined && fs.existsSync(mark)) {
    rmSync(mark);
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  }
  fsyncSync(file);
};
syncBuiltinESMExports();
