// Random sequences of everything that can be said about a payment, by its provider and by others.
// A naive oracle beside them says what must have come of it: one rule, and no states.
import { MINUTE_MS } from '@halyard/core/time';
import type { Webhook } from '@halyard/testkit';
import { PROVIDERS, type Buyer, type ProviderName, type Shop } from './shop.ts';

export type Storm = {
  readonly sequences: number;
  readonly eventsMin: number;
  readonly seed: number;
  /** Cuts the program off from its database at the next such statement; undefined: at none. */
  readonly cut?: ((statement: string | undefined) => void) | undefined;
};

export type StormReport = {
  readonly sequences: number;
  readonly events: number;
  readonly credited: number;
  readonly inReview: number;
  /** What must not be; empty. */
  readonly problems: readonly string[];
};

type Chance = {
  /** From 0 to below the limit. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

type Sequence = {
  readonly name: string;
  readonly provider: ProviderName;
  readonly buyer: Buyer;
  readonly id: string;
  readonly chance: Chance;
  /** Everything that the provider itself said so far. */
  readonly said: Webhook[];
  truth: 'open' | 'declined' | 'approved';
  /** The provider took another amount or currency. */
  isOther: boolean;
  isReturned: boolean;
  events: number;
};

const EUROS = 250;
const GROUP = 500;
const DEPOSITS_EACH = 12;
const AT_ONCE = 24;
const LENGTHS = 5;
const FLOOD = 60;
/** What a chargeback writes, and what a cut between two of them may leave open. */
const CUT_AT = ['insert into customer_terms', 'engine_commit', 'payment_claims'] as const;
/** After the storm: long enough for what was claimed to be asked again. */
const ASKED_AGAIN_MS = [2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE_MS);

/** Throws nothing: what is wrong stands in the report, with the seed and the sequence to repeat. */
export async function runPaymentStorm(shop: Shop, storm: Storm): Promise<StormReport> {
  const total = { events: 0, credited: 0, inReview: 0 };
  const problems: string[] = [];
  for (const { webhooks } of Object.values(shop.sandboxes)) webhooks.travel('held');
  // The customer that the barriers need signs up here: later the database may be cut off.
  await shop.barrier();
  for (let from = 0; from < storm.sequences; from += GROUP) {
    const length = Math.min(GROUP, storm.sequences - from);
    const buyers: Buyer[] = [];
    for (let index = 0; index < Math.ceil(length / DEPOSITS_EACH); index += 1) {
      buyers.push(await shop.buyer());
    }
    const numbers = Array.from({ length }, (_, index) => from + index);
    const sequences = await inParallel(
      numbers,
      async (number) => await openSequence(shop, storm, { number, buyers }),
    );
    await inParallel(sequences, async (sequence) => await play(shop, sequence, storm));
    storm.cut?.(undefined);
    for (const sandbox of Object.values(shop.sandboxes)) sandbox.lag(false);
    await shop.barrier();
    for (const waitMs of ASKED_AGAIN_MS) {
      shop.server().advance(waitMs);
      await shop.barrier();
    }
    for (const buyer of buyers) {
      const own = sequences.filter((sequence) => sequence.buyer === buyer);
      problems.push(...(await check(shop, buyer, { own, total })));
    }
  }
  return { sequences: storm.sequences, ...total, problems };
}

async function openSequence(
  shop: Shop,
  { seed }: Storm,
  { number, buyers }: { readonly number: number; readonly buyers: readonly Buyer[] },
): Promise<Sequence> {
  const chance = createChance(seed + number);
  const provider = PROVIDERS[number % PROVIDERS.length] ?? 'paymaxis';
  const buyer = buyers[number % buyers.length];
  if (buyer === undefined) throw new Error('there are buyers');
  const id = await shop.start(buyer, provider, EUROS);
  const name = `seed ${seed}, sequence ${number}, ${provider}`;
  const flags = { truth: 'open', isOther: false, isReturned: false, events: 0 } as const;
  return { name, provider, buyer, id, chance, said: [], ...flags };
}

async function play(shop: Shop, sequence: Sequence, storm: Storm): Promise<void> {
  const length = storm.eventsMin + sequence.chance.below(LENGTHS);
  while (sequence.events < length) {
    sequence.events += 1;
    disturb(shop, sequence, storm);
    await playOne(shop, sequence);
  }
  // In the end a message always gets through: providers try again.
  const last = sequence.said.findLast(() => sequence.truth !== 'open');
  if (last !== undefined) await shop.insist(last);
}

/** The answers of a provider fall behind or catch up, or the database is cut off for a moment. */
function disturb(shop: Shop, { provider, chance }: Sequence, { cut }: Storm): void {
  if (chance.below(40) === 0) shop.sandboxes[provider].lag(chance.below(2) === 0);
  if (chance.below(100) === 0) cut?.(chance.pick(CUT_AT));
}

/** From somebody who knows the order: more than anybody keeps. */
async function flood(shop: Shop, { id }: Sequence, message: Webhook): Promise<void> {
  const url = message.url.replace(/[a-z]+$/i, 'ipaytotal');
  const headers = { 'content-type': 'application/json' };
  for (let index = 0; index < FLOOD; index += 1) {
    const claim = { sulte_apt_no: id, order_id: `forged-${index}`, transaction_status: 'success' };
    await shop.deliver({ orderRef: id, url, headers, body: JSON.stringify(claim) });
  }
}

async function playOne(shop: Shop, sequence: Sequence): Promise<void> {
  const { chance, said } = sequence;
  const message = said.length === 0 ? undefined : chance.pick(said);
  const kind = chance.below(10);
  if (kind <= 1 || message === undefined) return await moveTruth(shop, sequence);
  if (kind === 2) return await giveBack(shop, sequence);
  if (kind === 3 && chance.below(8) === 0) return await flood(shop, sequence, message);
  if (kind === 3) return await sendAgain(shop, sequence);
  if (kind <= 6) {
    const copies = Array.from({ length: 1 + chance.below(3) }, () => message);
    await Promise.all(copies.map(async (copy) => await shop.deliver(copy)));
    return;
  }
  if (kind === 7) {
    const other = chance.pick(PROVIDERS.filter((one) => one !== sequence.provider));
    await shop.deliver({ ...message, url: message.url.replace(sequence.provider, other) });
    return;
  }
  await shop.deliver(tamper(message, chance));
}

/** The provider decides; a card that was declined may be followed by one that is not. */
async function moveTruth(shop: Shop, sequence: Sequence): Promise<void> {
  const { chance, id, provider } = sequence;
  const sandbox = shop.sandboxes[provider];
  const payment = sandbox.find(id);
  if (payment === undefined || sequence.truth === 'approved') return;
  if (chance.below(3) === 0) {
    sandbox.decline(id);
    sequence.truth = 'declined';
  } else {
    sequence.isOther = chance.below(6) === 0;
    if (sequence.isOther && provider !== 'payway' && chance.below(2) === 0)
      payment.currency = 'USD';
    else if (sequence.isOther) payment.amount = '249.00';
    sandbox.approve(id);
    sequence.truth = 'approved';
  }
  sequence.said.push(shop.messageOf(provider, id));
}

async function giveBack(shop: Shop, sequence: Sequence): Promise<void> {
  const { chance, id, provider } = sequence;
  if (sequence.truth !== 'approved' || sequence.isReturned || provider === 'payway') return;
  if (chance.below(3) > 0) return;
  sequence.isReturned = true;
  if (provider === 'paymaxis' || chance.below(2) === 0) shop.sandboxes[provider].refund(id);
  else shop.sandboxes[provider].chargeBack(id);
  sequence.said.push(shop.messageOf(provider, id));
}

async function sendAgain(shop: Shop, { buyer, provider, id }: Sequence): Promise<void> {
  const path = `/api/transaction/send/${provider}`;
  await shop.server().post(path, { transaction_id: id }, { token: buyer.token });
}

/** One field of the body changed, or the signature. */
function tamper(message: Webhook, chance: Chance): Webhook {
  const claim = chance.pick(['success', 'COMPLETED', 'SALE', '250.00', '25000', 'EUR', 'x', '']);
  if (chance.below(5) === 0)
    return { ...message, headers: { ...message.headers, Signature: claim } };
  if (!message.body.startsWith('{')) {
    const form = new URLSearchParams(message.body);
    form.set(chance.pick([...form.keys()]), claim);
    return { ...message, body: form.toString() };
  }
  const fields = JSON.parse(message.body) as Record<string, unknown>;
  return {
    ...message,
    body: JSON.stringify({ ...fields, [chance.pick(Object.keys(fields))]: claim }),
  };
}

/** The oracle, and the money: what the balance is must be what the transactions say. */
async function check(
  shop: Shop,
  buyer: Buyer,
  {
    own,
    total,
  }: {
    readonly own: readonly Sequence[];
    readonly total: { events: number; credited: number; inReview: number };
  },
): Promise<readonly string[]> {
  const transactions = await shop.list(buyer);
  const problems: string[] = [];
  for (const { name, id, truth, isOther, isReturned, events } of own) {
    const rows = transactions.filter((one) => one.transaction_id === id);
    const status = rows[0]?.transaction_status ?? 'none';
    const isCredited = status === 'Approved';
    const mustBe = truth === 'approved' && !isOther;
    // Money that went back before anybody heard of it need not be credited first.
    const isWrong = isCredited !== mustBe && !(mustBe && isReturned);
    if (rows.length !== 1 || isWrong) problems.push(`${name}: ${truth}, but ${status}`);
    const isReversed = transactions.some((one) => one.original_id === id);
    if (isCredited && isReturned && !isReversed) problems.push(`${name}: its return is lost`);
    total.events += events;
    if (isCredited) total.credited += 1;
    if (status === 'In review') total.inReview += 1;
  }
  const approved = transactions.filter((one) => one.transaction_status === 'Approved');
  const sum = approved.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
  const balance = Math.round((await shop.balanceOf(buyer)) * 100);
  if (balance !== sum) problems.push(`${buyer.email} has ${balance} cents instead of ${sum}`);
  return problems;
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results.push(await run(item));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

/** The splitmix32 generator: the same numbers for the same seed. */
function createChance(seed: number): Chance {
  let state = seed | 0;
  const below = (limit: number): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick');
      return item;
    },
  };
}
