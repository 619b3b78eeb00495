// Changes of what the engine must know of a customer: none is lost, whoever makes them at once and
// wherever a crash or an outage comes between the database and the engine.
import type { AccountTerms } from '@halyard/core/engine';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTermsChanger } from '#features/customers/change-terms.ts';
import type { TermsChanger } from '#features/customers/terms-change.ts';
import { recoverTransactions } from '#features/payments/recover-transactions.ts';
import { settleDeposit } from '#features/payments/deposits/settle-deposit.ts';
import { Outage } from '#platform/outage/outage.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import type { Cut, CutProxy } from '../support/cut-proxy.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { expectReady } from '../engine/engine-fixture.ts';
import { cutPower, PowerCut } from '../payments/cut-power.ts';
import { openFixture } from '../payments/payments-fixture.ts';

const CUTS_MAX = 5;
const by = { actor: 'operator:test', action: 'customer.test' } as const;

type Change = {
  readonly act: (changer: TermsChanger, customerId: number) => Promise<unknown>;
  readonly expected: Partial<AccountTerms>;
};

const to = (change: Partial<AccountTerms>): Change => ({
  act: async (changer, customerId) =>
    await changer.changeTerms({ customerId, change: () => change, by }),
  expected: change,
});

const CHANGES: Readonly<Record<string, Change>> = {
  'a block': to({ status: 'blocked' }),
  'a category': to({ clientCategory: 'professional' }),
  'new permissions': to({ permittedCategories: ['forex'], leverageIndexes: { forex: [1, 2] } }),
  'a limit of the customer': {
    act: async (changer, customerId) =>
      await changer.stopOpenings({ customerId, findReason: async () => 'time-out', by }),
    expected: { status: 'close-only' },
  },
  'a shared protection': {
    act: async (changer, customerId) =>
      await changer.shareProtection({ customerId, isShared: true, by }),
    expected: { sharesProtection: true },
  },
  'a closing': {
    act: async (changer, customerId) =>
      await changer.setClosing({ customerId, isClosing: true, by }),
    expected: { status: 'blocked' },
  },
};

describeOnDatabase('changes of terms', (database) => {
  const fixture = openFixture(database);

  it.each(Object.entries(CHANGES))('apply %s after a crash at any step', async (_, change) => {
    for (let cut = 0; cut < CUTS_MAX; cut += 1) {
      const customerId = await fixture.customer();
      const before = await fixture.terms(customerId);
      const dying = createTermsChanger(cutPower(fixture.deps(), cut));
      const end = await change.act(dying, customerId).catch((error: unknown) => error);
      // The next start.
      await createTermsChanger(fixture.deps()).reconcileTerms();
      const after = cut === 0 ? {} : change.expected;
      expect([cut, await fixture.terms(customerId)]).toEqual([cut, { ...before, ...after }]);
      if (!(end instanceof PowerCut)) return;
    }
    expect.fail('a change has more effects than cuts');
  });

  it('lose no concurrent change, also of two programs', async () => {
    const customerId = await fixture.customer();
    const programs = [createTermsChanger(fixture.deps()), createTermsChanger(fixture.deps())];
    const permit = (category: 'crypto' | 'forex' | 'stocks', index: number) => ({
      customerId,
      change: ({ leverageIndexes }: AccountTerms) => ({
        leverageIndexes: { ...leverageIndexes, [category]: [index] },
      }),
      by,
    });
    await Promise.all(
      programs.flatMap((program, index) => [
        program.changeTerms(permit(index === 0 ? 'crypto' : 'stocks', 4)),
        program.changeTerms({
          customerId,
          change: () =>
            index === 0 ? { hasGuaranteedStop: true } : { clientCategory: 'professional' as const },
          by,
        }),
        index === 0
          ? program.stopOpenings({ customerId, findReason: async () => 'time-out', by })
          : program.changeTerms(permit('forex', 3)),
      ]),
    );
    expect(await fixture.terms(customerId)).toMatchObject({
      status: 'close-only',
      hasGuaranteedStop: true,
      clientCategory: 'professional',
      leverageIndexes: { crypto: [4], forex: [3], stocks: [4] },
    });
  });

  it('are not replaced by the older terms of a program that hangs and ends', async () => {
    const customerId = await fixture.customer();
    const sent = Promise.withResolvers<void>();
    const resumed = Promise.withResolvers<void>();
    const deps = fixture.deps();
    const hanging = createTermsChanger({
      ...deps,
      engine: {
        ...deps.engine,
        submit: async (id, command) => {
          sent.resolve();
          await resumed.promise;
          await deps.engine.submit(id, command);
          throw new Outage('stopping', 'The program ends.');
        },
      },
    });
    const change = (): Partial<AccountTerms> => ({ hasGuaranteedStop: true });
    const ended = hanging.changeTerms({ customerId, change, by }).catch((error: unknown) => error);
    await sent.promise;
    await createTermsChanger(fixture.deps()).changeTerms({
      customerId,
      change: () => ({ status: 'blocked' }),
      by,
    });
    resumed.resolve();
    expect(await ended).toBeInstanceOf(Outage);
    expect(await fixture.terms(customerId)).toMatchObject({
      status: 'blocked',
      hasGuaranteedStop: true,
    });
  });

  it('keep a block by staff when a concurrent account closure is reversed', async () => {
    const customerId = await fixture.customer();
    const changer = createTermsChanger(fixture.deps());
    await changer.setClosing({ customerId, isClosing: true, by });
    await changer.changeTerms({ customerId, change: () => ({ status: 'blocked' }), by });
    await changer.setClosing({ customerId, isClosing: false, by });
    expect((await fixture.terms(customerId)).status).toBe('blocked');
    await changer.changeTerms({ customerId, change: () => ({ status: 'active' }), by });
    expect((await fixture.terms(customerId)).status).toBe('active');
  });

  it('compare every customer with the engine and apply differences', async () => {
    const changer = createTermsChanger(fixture.deps());
    const customerId = await fixture.customer();
    await changer.changeTerms({ customerId, change: () => ({ hasGuaranteedStop: true }), by });
    const terms = { ...(await fixture.terms(customerId)), hasGuaranteedStop: false } as const;
    const command = { kind: 'change-terms', accountId: customerId, atMs: 0, terms } as const;
    await fixture.engine().submit('not-by-the-changer', command);
    expect(await changer.reconcileTerms()).toBe(1);
    expect((await fixture.terms(customerId)).hasGuaranteedStop).toBe(true);
    expect(await changer.reconcileTerms()).toBe(0);
  });
});

describeOnDatabase('changes of terms, when the connection is cut', (target) => {
  let proxy: CutProxy;
  beforeAll(async () => {
    proxy = await startCutProxy(target.url());
  });
  // Hooks of an end run in reverse: the stand still needs the proxy.
  afterAll(async () => {
    await proxy.close();
  });
  const fixture = openFixture({
    ...target,
    open: async () => await target.open({ url: proxy.url }),
  });
  const orOutage = (error: unknown): void => {
    if (!(error instanceof Outage)) throw error;
  };
  const CUTS: readonly (readonly [string, Cut])[] = [
    ['customer_terms', 'before'],
    ['insert into customer_terms', 'before'],
    ['insert into customer_terms', 'after'],
    ['engine_commit', 'before'],
    ['engine_commit', 'after'],
  ];

  it.each(CUTS)('apply a block although the connection fails at %s (%s)', async (text, cut) => {
    const customerId = await fixture.customer();
    proxy.cutNext(text, cut);
    const changer = createTermsChanger(fixture.deps());
    await CHANGES['a block']?.act(changer, customerId).catch(orOutage);
    proxy.cutNothing();
    await expectReady(fixture.engine());
    await changer.reconcileTerms();
    const [stored] = await fixture.rows('select house_status from customers where id = $1', [
      customerId,
    ]);
    expect((await fixture.terms(customerId)).status).toBe(stored?.['house_status']);
    await CHANGES['a block']?.act(changer, customerId);
    expect((await fixture.terms(customerId)).status).toBe('blocked');
  });

  it('block openings after a charge-back that could not reach the engine', async () => {
    const customerId = await fixture.customer(100);
    const { id } = await fixture.deposit(customerId);
    const settlement = (outcome: 'approved' | 'charged-back') => ({
      transactionId: id,
      provider: 'paymaxis',
      providerReference: `payment-of-${id}`,
      outcome,
      amountCents: cents(25_000),
      currency: 'EUR',
      evidence: {},
    });
    await settleDeposit(fixture.deps(), settlement('approved'));
    const deps = fixture.deps();
    const cutting = {
      ...deps,
      engine: {
        ...deps.engine,
        submit: async (...[requestId, command]: Parameters<typeof deps.engine.submit>) => {
          if (command.kind === 'change-terms') proxy.refuse();
          return await deps.engine.submit(requestId, command);
        },
      },
    };
    const customers = { ...deps.customers, ...createTermsChanger(cutting) };
    await expect(settleDeposit({ ...deps, customers }, settlement('charged-back'))).rejects.toThrow(
      Outage,
    );
    proxy.allow();
    await expectReady(fixture.engine());
    const [stored] = await fixture.rows('select house_status from customers where id = $1', [
      customerId,
    ]);
    expect(stored?.['house_status']).toBe('close-only');
    await recoverTransactions(fixture.deps());
    expect((await fixture.terms(customerId)).status).toBe('close-only');
  });
});
