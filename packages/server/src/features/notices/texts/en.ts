import type { Catalogue } from './catalogue.ts';

const POSITION = '{direction} position {positionId} on {symbol} ({amountCents} × {leverage})';
const ORDER = '{order} {orderId} to {direction} {symbol} at {rate} ({amountCents} × {leverage})';
const QUOTE = 'The quote was sell {sellRate}, buy {buyRate}.';
const NOT_YOU = 'If this was not you, change your password now and contact us.';

export const en: Catalogue = {
  kinds: {
    'stop-filled': {
      title: 'Stop loss reached: {symbol}',
      text: `Your ${POSITION} was closed by its stop loss at {rate} on {atMs}. Result: {profitCents}.`,
    },
    'target-filled': {
      title: 'Take profit reached: {symbol}',
      text: `Your ${POSITION} was closed by its take profit at {rate} on {atMs}. Result: {profitCents}.`,
    },
    'position-closed-by-broker': {
      title: 'Closed by the broker: {symbol}',
      text: `Your ${POSITION} was closed by the broker at {rate} on {atMs}. Result: {profitCents}. If you have questions about it, contact us.`,
    },
    'order-filled': {
      title: 'Order filled: {symbol}',
      text: `Your ${ORDER} was filled on {atMs}. It opened position {positionId}.`,
    },
    'order-expired': {
      title: 'Order expired: {symbol}',
      text: `Your ${ORDER} expired on {atMs} without a fill.`,
    },
    'order-cancelled': {
      title: 'Order cancelled: {symbol}',
      text: `Your ${ORDER} was cancelled on {atMs}: {reason}.`,
    },
    'order-rejected': {
      title: 'Order rejected: {symbol}',
      text: `The price reached your ${ORDER} on {atMs}, but it could not be filled: {reason}. It is not tried again.`,
    },
    'position-split': {
      title: 'Split: {symbol}',
      text: '{symbol} was split on {atMs}: {newUnits} new for {oldUnits} old. Your position {positionId} keeps its amount and leverage. Its opening rate is now {rate}; its stop loss, take profit and stop-out price were adjusted by the same ratio. The difference that rounding made to its profit was booked to your account.',
    },
    'dividend-booked': {
      title: 'Dividend: {symbol}',
      text: 'A dividend of {symbol} was booked on {atMs} for your position {positionId}: {amountCents}. A buy is credited with it, a sell pays it.',
    },
    'position-terminated': {
      title: 'Stop-out: {symbol}',
      text:
        `Your ${POSITION} was stopped out at {rate} on {atMs}. ${QUOTE} Result: {profitCents}.\n\n` +
        'Rule: a position is stopped out when the price has moved against it by the percentage ' +
        'that belongs to its leverage. The stop-out price of this position was {levelRate}.',
    },
    'position-closed-out': {
      title: 'Margin close-out: {symbol}',
      text:
        `Your ${POSITION} was closed by a margin close-out at {rate} on {atMs}. ${QUOTE} Result: {profitCents}.\n\n` +
        'Rule: when the margin level falls below {limitPercent}, the position with the largest ' +
        'loss is closed, one at a time, until the level is restored. Your level was {levelPercent}.',
    },
    'margin-warning': {
      title: 'Margin warning: your margin level is below {thresholdPercent}',
      text:
        'Your margin level was {levelPercent} on {atMs}. If it falls below {limitPercent}, your ' +
        'positions are closed (margin close-out), beginning with the largest loss.\n\n' +
        'You can close positions or deposit to raise it. You are under no obligation to deposit.',
    },
    'own-limit-reached': {
      title: 'Your own limit applies: {limit}',
      text: 'The limit you set yourself ({limit}) was reached on {atMs}. It holds until {untilMs}.',
    },
    'own-limit-set': {
      title: 'Your own limit holds: {limit}',
      text: 'Your {limit} for each {period} is {amountCents} since {atMs}.',
    },
    'own-limit-waits': {
      title: 'Your own limit will change: {limit}',
      text: 'You asked for a higher {limit} for each {period}, or for none. It applies from {fromMs}; until then the present one holds, and you can keep it.',
    },
    'own-limit-removed': {
      title: 'Your own limit has ended: {limit}',
      text: 'Your {limit} for each {period} has ended on {atMs}, as you asked.',
    },
    'exclusion-begun': {
      title: 'It has begun: {limit}',
      text: 'Until {untilMs} nothing can be opened or paid in ({limit}). You can close positions and withdraw. It can be made longer, never shorter.',
    },
    'excluded-for-ever': {
      title: 'You have excluded yourself for ever',
      text: 'Since {atMs} nothing can be opened or paid in any more. You can close positions and withdraw. This cannot be undone.',
    },
    'price-alert': {
      title: 'Price alert: {symbol} at {rate}',
      text: 'The {side} of {symbol} reached {rate} on {atMs}: it was {reachedRate}. You asked to be told of it once.',
    },
    'auto-trade-opened': {
      title: 'Auto trading opened a position: {symbol}',
      text: `Auto trading opened your ${POSITION} at {rate} on {atMs}.`,
    },
    'auto-trade-closed': {
      title: 'Auto trading closed a position: {symbol}',
      text: `Auto trading closed your ${POSITION} at {rate} on {atMs}. Result: {profitCents}.`,
    },
    'auto-trading-paused': {
      title: 'Auto trading has paused',
      text: 'Auto trading opens nothing new since {atMs}, because its limit was reached: {rule}. Open positions keep their stop loss and take profit.',
    },
    'deposit-requested': {
      title: 'Deposit {transactionId} recorded',
      text: 'We recorded your deposit {transactionId} of {amountCents}. We tell you when the money has arrived.',
    },
    'deposit-approved': {
      title: 'Deposit {transactionId} credited',
      text: 'Your deposit {transactionId} of {amountCents} was credited to your account.',
    },
    'deposit-failed': {
      title: 'Deposit {transactionId} was not completed',
      text: 'Your deposit {transactionId} of {amountCents} was not completed. Nothing was credited.',
    },
    'deposit-in-review': {
      title: 'Deposit {transactionId} is in review',
      text: 'What we received for your deposit {transactionId} of {amountCents} differs from the request. We check it and tell you the outcome.',
    },
    'deposit-rejected': {
      title: 'Deposit {transactionId} rejected',
      text: 'Your deposit {transactionId} of {amountCents} was rejected. Please contact us if you have questions.',
    },
    'deposit-reversed': {
      title: 'Deposit {transactionId} reversed',
      text: 'Your deposit {transactionId} was reversed. {amountCents} left your account.',
    },
    'withdrawal-requested': {
      title: 'Withdrawal {transactionId} requested',
      text: 'We received your request to withdraw {amountCents}, number {transactionId}. The amount is set aside until it is decided. If this was not you, contact us now.',
    },
    'withdrawal-approved': {
      title: 'Withdrawal {transactionId} approved',
      text: 'Your withdrawal {transactionId} of {amountCents} was approved and is being paid.',
    },
    'withdrawal-paid': {
      title: 'Withdrawal {transactionId} paid',
      text: 'Your withdrawal {transactionId} of {amountCents} was paid. It can take about seven business days until it shows.',
    },
    'withdrawal-rejected': {
      title: 'Withdrawal {transactionId} rejected',
      text: 'Your withdrawal {transactionId} was rejected. {amountCents} are available in your account again.',
    },
    'withdrawal-cancelled': {
      title: 'Withdrawal {transactionId} cancelled',
      text: 'Your withdrawal {transactionId} was cancelled. {amountCents} are available in your account again.',
    },
    'withdrawal-cancelled-loss': {
      title: 'Withdrawal {transactionId} cancelled: a loss used part of it',
      text: 'Your last position closed at a loss that was larger than the cash in your account. Money that is set aside for a withdrawal covers such a loss until the withdrawal is paid. We therefore cancelled your withdrawal {transactionId} over {amountCents}. What remains of it is in your account, and you can request it again.',
    },
    'withdrawal-cancelled-reversal': {
      title: 'Withdrawal {transactionId} cancelled',
      text: 'A deposit of yours was reversed. We therefore cancelled your withdrawal {transactionId} over {amountCents}, which was not paid yet. The amount is back in your account and covers the reversed deposit. You can request what remains again. If you owe us money, contact us.',
    },
    'withdrawal-returned': {
      title: 'Withdrawal {transactionId} came back',
      text: 'The payment of your withdrawal {transactionId} failed. {amountCents} were credited to your account again.',
    },
    'shortfall-in-review': {
      title: 'Your negative balance is under review',
      text: 'On {atMs} your last position closed at a loss that was larger than the cash in your account, by {amountCents}. Your account is linked with another one, so we review what balance protection pays before we decide. Until then the amount counts as owed: you can trade, but withdraw only what you have beyond it. If you think that your account is linked by mistake, contact us.',
    },
    'shortfall-settled': {
      title: 'Your negative balance is settled',
      text: 'We decided about the {amountCents} that a loss left below zero. You owe nothing of it any more.',
    },
    'shortfall-covered': {
      title: '{amountCents} covered a loss of a linked account',
      text: 'We took {amountCents} from your account to cover a loss of an account that is linked with yours. If you think that the accounts are linked by mistake, contact us.',
    },
    'debt-paid': {
      title: '{amountCents} of what you owed are paid',
      text: 'We took {amountCents} from your balance to pay what you owed us for a deposit that was taken back.',
    },
    'document-approved': {
      title: 'Document approved: {document}',
      text: 'We checked your document ({document}) and approved it.',
    },
    'document-rejected': {
      title: 'Document rejected: {document}',
      text: 'We could not accept your document ({document}): {note}\n\nPlease upload it again.',
    },
    'new-device': {
      title: 'Sign-in from a new device',
      text: `Somebody signed in to your account on {atMs} with {device} from {place}. ${NOT_YOU}`,
    },
    'password-changed': {
      title: 'Your password was changed',
      text: `Your password was changed on {atMs}. All other sessions were ended. ${NOT_YOU}`,
    },
    'second-factor-added': {
      title: 'Second factor added: {factor}',
      text: `A second factor ({factor}) was added to your account on {atMs}. ${NOT_YOU}`,
    },
    'second-factor-removed': {
      title: 'Second factor removed: {factor}',
      text: `A second factor ({factor}) was removed from your account on {atMs}. ${NOT_YOU}`,
    },
    'api-key-created': {
      title: 'An API key was created: {name}',
      text: `The API key “{name}” ({start}…) was created for your account on {atMs}. Programs that have it can {scope}. ${NOT_YOU}`,
    },
    'recovery-code-used': {
      title: 'A recovery code was used',
      text: `A recovery code was used to sign in on {atMs}. Codes left: {left}. ${NOT_YOU}`,
    },
    'second-factor-guessed': {
      title: 'Wrong codes of your second factor',
      text: `Wrong codes of your second factor were given several times, the last on {atMs}. Whoever did it knows your password or is signed in. ${NOT_YOU}`,
    },
    'recovery-codes-renewed': {
      title: 'New recovery codes were made',
      text: `New recovery codes were made for your account on {atMs}. The older ones no longer work. ${NOT_YOU}`,
    },
    'email-confirmation': {
      title: 'Please confirm your e-mail address',
      text: 'Please confirm your e-mail address with the link in our mail. It works until {untilMs}. Withdrawals are possible only after that.',
    },
    'email-changed': {
      title: 'Your e-mail address was changed',
      text: `The e-mail address of your account was changed to {email} on {atMs}. ${NOT_YOU}`,
    },
    'auto-login-used': {
      title: 'A sign-in link was used',
      text: `A sign-in link to your account was used on {atMs} with {device} from {place}. ${NOT_YOU}`,
    },
    'sign-in-link': {
      title: 'Your sign-in link',
      text: 'You can sign in with the link in our mail, without your password, until {untilMs}. Do not forward it: whoever opens it is signed in to your account. If you did not ask for it, ignore it and contact us.',
    },
    'reset-link': {
      title: 'A new password was asked for',
      text: 'Somebody asked for a new password for your account. The link in our mail sets one; it works once, until {untilMs}. If it was not you, there is nothing to do.',
    },
    'data-export-ready': {
      title: 'Your data is ready',
      text: 'Everything that we hold about you is collected. Sign in and download it until {untilMs}; then it is erased.',
    },
    'data-export-failed': {
      title: 'Your data could not be collected',
      text: 'The file with your data could not be made on {atMs}. Please ask for it again, and contact us if that fails too.',
    },
    'account-closed': {
      title: 'Your account was closed',
      text: 'Your account was closed on {atMs}. What the law wants kept is kept for as long as it demands, then deleted.',
    },
    'operator-message': { title: '{title}', text: '{message}' },
  },
  words: {
    buy: 'buy',
    sell: 'sell',
    'buy-price': 'buy price',
    'sell-price': 'sell price',
    passport: 'passport',
    address: 'proof of address',
    funding: 'proof of funding',
    'deposit-limit': 'deposit limit',
    'loss-limit': 'loss limit',
    day: 'day',
    week: 'week',
    month: 'month',
    'time-out': 'time-out',
    'self-exclusion': 'self-exclusion',
    'daily-loss': 'loss of one day',
    drawdown: 'fall from the highest value',
    authenticator: 'authenticator app',
    passkey: 'passkey',
    'api-read': 'read your account',
    'api-trade': 'read your account and trade',
    'limit-order': 'limit order',
    'stop-order': 'stop order',
    'order-broker': 'the broker cancelled it',
    'order-account': 'your account may not open positions of this kind now',
    'order-margin': 'the free margin was not sufficient',
    'order-levels': 'its stop loss or take profit was on the wrong side of the price',
    'order-leverage': 'its leverage or amount is no longer allowed',
    'order-symbol': 'the market can’t be traded',
  },
  mail: {
    greeting: 'Hello {name},',
    greetingUnnamed: 'Hello,',
    open: 'Open {operator}',
    optional:
      'You get this mail because you have an account with {operator}. You can switch such mails off in your account.',
    required:
      'You get this mail because you have an account with {operator}. Mails of this kind can’t be switched off.',
  },
};
