// A process of its own that opens the embedded database in a directory, says so, and then writes
// rows until it is killed, naming each on standard output once it is committed. SIGTERM closes it.
import { openDatabase } from '#platform/db/db.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('Usage: hold-embedded-database.ts DIRECTORY');
const db = await openDatabase({
  directory,
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
let isEnding = false;
process.on('SIGTERM', () => (isEnding = true));
await db.query('create table if not exists held (id int primary key)', []);
process.stdout.write('open\n');
for (let id = 1; !isEnding; id += 1) {
  await db.query('insert into held values ($1) on conflict do nothing', [id]);
  process.stdout.write(`${id}\n`);
}
await db.close();
