// The hosted page on which a customer of a sandbox pays: plain HTML without scripts.
import type { SandboxPayment } from './sandbox-payment.ts';
import type { CardOutcome, TestCard } from './test-card.ts';

const OUTCOME_TEXTS: Readonly<Record<CardOutcome, string>> = {
  approve: 'is approved',
  decline: 'is declined',
  insufficient: 'has insufficient funds',
  challenge: 'asks you to confirm at your bank, and is approved',
  'challenge-decline': 'asks you to confirm at your bank, and is declined',
  'time-out': 'gets no answer from its bank; it is approved half a minute later',
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem}' +
  'label{display:block;margin:.75rem 0}input{font:inherit;padding:.4rem;width:100%;box-sizing:border-box}' +
  'button{font:inherit;padding:.5rem 1.25rem;margin:.5rem .5rem .5rem 0}' +
  '.note{background:#fff3cd;border:1px solid #b08900;padding:.5rem .75rem}td{padding:.15rem .75rem .15rem 0}';

export type PageOptions = {
  readonly title: string;
  readonly cards: readonly TestCard[];
  /** The URL that the page's forms are submitted to. */
  readonly action: string;
};

export function paymentPage(payment: SandboxPayment, options: PageOptions): string {
  const { cards, action } = options;
  const rows = cards.map(
    ({ number, month, outcome }) =>
      `<tr><td>${escape(grouped(number))}</td><td>${month === undefined ? 'any date' : `${escape(month)}/30`}</td>` +
      `<td>${OUTCOME_TEXTS[outcome]}</td></tr>`,
  );
  const first = cards[0];
  return shell(
    options,
    `<p>Order ${escape(payment.orderRef)}: <strong>${escape(payment.amount)} ${escape(payment.currency)}</strong></p>` +
      `<form method="post" action="${escape(action)}" autocomplete="off">` +
      '<label>Card number<input name="number" inputmode="numeric" required maxlength="23" autofocus></label>' +
      `<label>Expiry month<input name="month" required maxlength="2" value="${escape(first?.month ?? '12')}"></label>` +
      '<label>Expiry year<input name="year" required maxlength="2" value="30"></label>' +
      '<label>Security code<input name="code" required maxlength="4" value="123"></label>' +
      '<button name="do" value="pay">Pay</button>' +
      '<button name="do" value="cancel" formnovalidate>Cancel</button></form>' +
      `<h2>Test cards</h2><table>${rows.join('')}</table>`,
  );
}

export function challengePage(payment: SandboxPayment, options: PageOptions): string {
  return shell(
    options,
    `<p>Your bank asks: pay ${escape(payment.amount)} ${escape(payment.currency)}?</p>` +
      `<form method="post" action="${escape(options.action)}">` +
      '<button name="do" value="confirm">Confirm</button>' +
      '<button name="do" value="reject">Reject</button></form>',
  );
}

/** Returns the page after a payment, with a link or a form that leads back to the shop. */
export function endPage(
  options: PageOptions,
  way: {
    readonly text: string;
    readonly url: string;
    readonly fields?: Readonly<Record<string, string>>;
  },
): string {
  const fields = Object.entries(way.fields ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const back =
    way.fields === undefined
      ? `<p><a href="${escape(way.url)}">Back to the shop</a></p>`
      : `<form method="post" action="${escape(way.url)}">${fields.join('')}<button>Back to the shop</button></form>`;
  return shell(options, `<p>${escape(way.text)}</p>${back}`);
}

function shell({ title }: PageOptions, content: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>` +
    `<h1>${escape(title)}</h1><p class="note">This is a test page. No card is charged: use only the test cards below.</p>` +
    `${content}</body></html>`
  );
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

function escape(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => names[character] ?? '');
}
