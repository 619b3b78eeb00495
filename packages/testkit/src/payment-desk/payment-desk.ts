// What the sandboxes of payment providers share: payments in memory, the hosted page with its test
// cards, and webhooks. Each provider adds its own fields and formulas.
import { randomBytes } from 'node:crypto';
import { formOf, page, redirect } from './exchange.ts';
import type { SandboxAnswer, SandboxRequest } from './exchange.ts';
import { challengePage, endPage, paymentPage } from './hosted-page.ts';
import type { PageOptions } from './hosted-page.ts';
import { createPaymentBook } from './payment-book.ts';
import type { PaymentBook } from './payment-book.ts';
import type { PaymentReturn, PaymentState, SandboxPayment } from './sandbox-payment.ts';
import { maskCard, outcomeOf } from './test-card.ts';
import type { CardOutcome, TestCard } from './test-card.ts';
import { createWebhooks } from './webhooks.ts';
import type { Webhook, Webhooks } from './webhooks.ts';

export type DeskOptions = {
  readonly title: string;
  readonly cards: readonly TestCard[];
  /** Returns the sandbox's address as browsers see it, without a trailing slash. */
  readonly publicBase: () => string;
  /** Returns the webhook that the provider sends for a payment; undefined sends none. */
  readonly toWebhook: (
    payment: SandboxPayment,
    sent?: PaymentReturn,
  ) => Omit<Webhook, 'orderRef' | 'url'> | undefined;
  /** Returns how the browser goes back to the shop when the payment has ended. */
  readonly way: (payment: SandboxPayment) => Way;
  readonly nowMs: () => number;
};

export type Way = { readonly url: string; readonly fields?: Readonly<Record<string, string>> };

export type PaymentDesk = PaymentBook & {
  readonly webhooks: Webhooks;
  /** Returns the page on which the customer pays. */
  pageUrl(payment: SandboxPayment): string;
  /** Changes the state of a payment and sends the webhooks that the provider would. */
  move(payment: SandboxPayment, state: PaymentState, reason?: string): void;
  giveBack(payment: SandboxPayment, sent: Omit<PaymentReturn, 'id'>): void;
  /** Answers the hosted page's requests; undefined for other paths. */
  answerPage(request: SandboxRequest): SandboxAnswer | undefined;
  close(): Promise<void>;
};

const LATE_APPROVAL_MS = 30_000;
const PAGE_PATH = /^\/pay\/([0-9a-f]{32})(\/challenge)?$/;
const FINAL: readonly PaymentState[] = ['approved', 'declined', 'cancelled'];

export function createPaymentDesk(options: DeskOptions): PaymentDesk {
  const book = createPaymentBook(options.nowMs);
  const webhooks = createWebhooks();
  const timers = new Set<NodeJS.Timeout>();
  const notify = (payment: SandboxPayment, sent?: PaymentReturn): void => {
    const webhook = options.toWebhook(payment, sent);
    if (webhook === undefined) return;
    webhooks.send({ ...webhook, orderRef: payment.orderRef, url: payment.webhookUrl });
  };
  const move = (payment: SandboxPayment, state: PaymentState, reason = ''): void => {
    payment.state = state;
    payment.reason = reason;
    if (FINAL.includes(state)) notify(payment);
  };
  const approveLater = (payment: SandboxPayment): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (payment.state === 'waiting') move(payment, 'approved');
    }, LATE_APPROVAL_MS);
    timers.add(timer.unref());
  };
  const pageUrl = ({ id }: SandboxPayment): string => `${options.publicBase()}/pay/${id}`;
  const steps = { move, approveLater, pageUrl };
  return {
    ...book,
    webhooks,
    pageUrl,
    move,
    giveBack: (payment, sent) => {
      const returned = { ...sent, id: randomBytes(16).toString('hex') };
      payment.returns.push(returned);
      notify(payment, returned);
    },
    answerPage: (request) => {
      const [, id, challenge] = PAGE_PATH.exec(request.path) ?? [];
      const payment = id === undefined ? undefined : book.find(id);
      if (id === undefined) return undefined;
      if (payment === undefined) return page('<p>There is no such payment.</p>', 404);
      return answerPayment(payment, request, {
        ...options,
        ...steps,
        isChallenge: challenge !== undefined,
      });
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await webhooks.close();
    },
  };
}

type Steps = DeskOptions & {
  readonly isChallenge: boolean;
  readonly move: PaymentDesk['move'];
  readonly approveLater: (payment: SandboxPayment) => void;
  readonly pageUrl: PaymentDesk['pageUrl'];
};

function answerPayment(
  payment: SandboxPayment,
  request: SandboxRequest,
  steps: Steps,
): SandboxAnswer {
  const view: PageOptions = { ...steps, action: steps.pageUrl(payment) };
  const challengeView = { ...view, action: `${view.action}/challenge` };
  if (request.method !== 'POST') {
    if (payment.state === 'open') return page(paymentPage(payment, view));
    return payment.state === 'challenged'
      ? page(challengePage(payment, challengeView))
      : leave(payment, steps);
  }
  const form = formOf(request);
  if (payment.state === 'challenged' && steps.isChallenge) {
    steps.move(
      payment,
      ...(form['do'] === 'confirm' ? afterChallenge(payment) : (['declined', '5.01'] as const)),
    );
    return leave(payment, steps);
  }
  if (payment.state !== 'open' || steps.isChallenge) return leave(payment, steps);
  if (form['do'] === 'cancel') {
    steps.move(payment, 'cancelled', '2.00');
    return leave(payment, steps);
  }
  const state = pay(payment, { number: form['number'] ?? '', month: form['month'] ?? '' }, steps);
  if (state === 'challenged') return page(challengePage(payment, challengeView));
  if (state !== 'waiting') return leave(payment, steps);
  const text = 'Your bank has not answered yet. The shop is told as soon as it does.';
  return page(endPage(view, { text, url: payment.failureUrl }));
}

function afterChallenge(payment: SandboxPayment): readonly [PaymentState, string] {
  return payment.reason === 'challenge-decline' ? ['declined', '5.02'] : ['approved', ''];
}

/** Applies a card to a payment and returns the state that it leads to. */
function pay(
  payment: SandboxPayment,
  typed: { readonly number: string; readonly month: string },
  steps: Steps,
): PaymentState {
  payment.card = maskCard(typed.number);
  const outcome = outcomeOf(steps.cards, typed);
  const [state, reason] = AFTER_CARD[outcome];
  steps.move(payment, state, reason);
  if (state === 'waiting') steps.approveLater(payment);
  return state;
}

const AFTER_CARD: Readonly<Record<CardOutcome, readonly [PaymentState, string]>> = {
  approve: ['approved', ''],
  decline: ['declined', '4.05'],
  insufficient: ['declined', '4.51'],
  challenge: ['challenged', ''],
  'challenge-decline': ['challenged', 'challenge-decline'],
  'time-out': ['waiting', ''],
};

/** Sends the browser back to the shop: by a redirect, or with a form that it must submit. */
function leave(payment: SandboxPayment, steps: Steps): SandboxAnswer {
  const way = steps.way(payment);
  if (way.fields === undefined) return redirect(way.url);
  const text =
    payment.state === 'approved' ? 'The payment is approved.' : 'The payment was not made.';
  return page(endPage({ ...steps, action: '' }, { ...way, text }));
}
