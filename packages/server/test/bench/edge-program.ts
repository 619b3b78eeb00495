// An edge in a process of its own, for `npm run bench -- edges`. It is forked with its settings as JSON,
// and answers each message with the milliseconds of the processor that it has used.
import { startUnlimited } from './bench-program.ts';

const app = await startUnlimited(
  JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, string>>,
);
process.send?.({ url: app.url });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ processorMs: (user + system) / 1_000 });
});
process.once('disconnect', () => void app.stop().finally(() => process.exit()));
