// Hedger: mirrors the fills of a source account on a target account, at the same or another broker.
// Whoever carries the risk of the source account covers it on the target: each position that opens
// there is opened here on the same side, and closes with it, in parts as well.
//
//   export SOURCE_URL=http://localhost:3000 SOURCE_KEY=hk_practice_… TARGET_KEY=hk_practice_…
//   node --conditions=halyard-source examples/hedger.ts
//
// Settings: SOURCE_URL, SOURCE_KEY (scope read), TARGET_URL (SOURCE_URL), TARGET_KEY (scope trade),
// SLIPPAGE_PERCENT (0.5): the worst price that it accepts, measured from the fill on the source;
// STATE_FILE (hedger-state.json): which position mirrors which, so that a restart goes on.
//
// Positions that are open at the first start are mirrored too. A rejected step is printed and left to
// you; one that may succeed later is repeated every second.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, Halyard, HalyardError, type Position } from '@halyard/sdk';

const RETRY_MS = 1_000;
const PERCENT = 100;

type Mirror = { readonly id: string; readonly margin: string };
type Outcome<Reply> = { readonly reply: Reply } | 'rejected' | 'try-later';

const { SOURCE_URL: sourceUrl = '', SOURCE_KEY: sourceKey = '' } = process.env;
const { TARGET_URL: targetUrl = sourceUrl, TARGET_KEY: targetKey = '' } = process.env;
const stateFile = process.env['STATE_FILE'] ?? 'hedger-state.json';
const slippage = Number(process.env['SLIPPAGE_PERCENT'] ?? '0.5') / PERCENT;
if (sourceUrl === '' || sourceKey === '' || targetKey === '') {
  throw new Error('Set SOURCE_URL, SOURCE_KEY and TARGET_KEY');
}
if (!(slippage >= 0 && slippage < 1)) throw new Error('SLIPPAGE_PERCENT is from 0 to 100');

const source = new Halyard({ url: sourceUrl, key: sourceKey });
const target = new Halyard({ url: targetUrl, key: targetKey });
const sourceAccount = await findAccount(source, 'SOURCE_KEY');
const targetAccount = await findAccount(target, 'TARGET_KEY');
if (sourceUrl === targetUrl && sourceAccount === targetAccount) {
  throw new Error('SOURCE_KEY and TARGET_KEY open the same account');
}

/** By the id of the source position. */
const mirrors = new Map<string, Mirror>(readState());
const rejected = new Set<string>();

const follower = source.followAccount(sourceAccount);
const events = follower[Symbol.asyncIterator]();
// The first event is the snapshot: before it the positions are not known.
await events.next();
console.log(`Mirroring account ${sourceAccount} on account ${targetAccount}`);
for (let next = events.next(); ;) {
  await mirrorAll(follower.state.positions);
  const event = await Promise.race([next, sleep(RETRY_MS)]);
  if (event?.done === true) break;
  if (event !== undefined) next = events.next();
}

/** Makes the target agree with the source; requests nothing where it does. */
async function mirrorAll(positions: ReadonlyMap<string, Position>): Promise<void> {
  for (const position of positions.values()) {
    const mirror = mirrors.get(position.id);
    if (mirror !== undefined) await close(position.id, mirror, position.margin);
    else if (!rejected.has(position.id)) await open(position);
  }
  for (const [id, mirror] of mirrors) {
    if (!positions.has(id)) await close(id, mirror, '0.00');
  }
}

async function open(position: Position): Promise<void> {
  const { id, symbol, side, margin, leverage, open_price } = position;
  const decimals = open_price.split('.')[1]?.length ?? 0;
  const worst = Number(open_price) * (side === 'buy' ? 1 + slippage : 1 - slippage);
  // All of it follows from the source position: after a crash the same order is sent again, and the API
  // returns the position that it has opened already.
  const order = {
    type: 'market',
    client_order_id: `mirror-${id}`,
    symbol,
    side,
    margin,
    leverage,
    requested_price: worst.toFixed(decimals),
  } as const;
  const outcome = await attempt(
    `Opening ${side} ${symbol} ${margin} for position ${id}`,
    async () => await target.createOrder(targetAccount, order),
  );
  if (outcome === 'rejected') rejected.add(id);
  if (typeof outcome === 'string' || outcome.reply.type !== 'market') return;
  mirrors.set(id, { id: outcome.reply.position.id, margin });
  writeState();
}

/** Closes what the target has beyond `rest`. */
async function close(id: string, mirror: Mirror, rest: string): Promise<void> {
  const beyondCents = toCents(mirror.margin) - toCents(rest);
  if (beyondCents <= 0) return;
  const isWhole = toCents(rest) === 0;
  const outcome = await attempt(
    `Closing ${toAmount(beyondCents)} of position ${id}`,
    async () =>
      await target.closePosition(
        targetAccount,
        mirror.id,
        isWhole ? {} : { margin: toAmount(beyondCents) },
        { idempotencyKey: `mirror-${id}-to-${rest}` },
      ),
  );
  if (outcome === 'try-later') return;
  // A rejected one has ended on the target, such as by a stop-out, or needs a person.
  if (outcome === 'rejected') rejected.add(id);
  if (outcome === 'rejected' || isWhole) mirrors.delete(id);
  else mirrors.set(id, { ...mirror, margin: rest });
  writeState();
}

async function attempt<Reply>(step: string, call: () => Promise<Reply>): Promise<Outcome<Reply>> {
  try {
    const reply = await call();
    console.log(step);
    return { reply };
  } catch (error) {
    if (!(error instanceof HalyardError)) throw error;
    console.error(`${step}: ${error.message}`);
    return error instanceof ApiError && !error.problem.retryable ? 'rejected' : 'try-later';
  }
}

async function findAccount(halyard: Halyard, name: string): Promise<string> {
  const account = (await halyard.listAccounts()).data[0];
  if (account === undefined) throw new Error(`${name} opens no account`);
  return account.id;
}

function readState(): readonly [string, Mirror][] {
  if (!existsSync(stateFile)) return [];
  return JSON.parse(readFileSync(stateFile, 'utf8')) as [string, Mirror][];
}

/** A crash leaves the old file or the new one. */
function writeState(): void {
  writeFileSync(`${stateFile}.new`, JSON.stringify([...mirrors]));
  renameSync(`${stateFile}.new`, stateFile);
}

/** Amounts have two decimals. */
function toCents(amount: string): number {
  return Number(amount.replace('.', ''));
}

function toAmount(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
