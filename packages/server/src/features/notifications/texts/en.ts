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
      text: `The price reached your ${ORDER} on {atMs}, but it could not be filled: {reason}. The order is not retried.`,
    },
    'position-split': {
      title: 'Split: {symbol}',
      text: '{symbol} was split on {atMs}: {newUnits} new for {oldUnits} old. Your position {positionId} keeps its amount and leverage. Its opening rate is now {rate}; its stop loss, take profit and stop-out price were adjusted by the same ratio. The rounding difference in its profit was booked to your account.',
    },
    'dividend-booked': {
      title: 'Dividend: {symbol}',
      text: 'A dividend of {symbol} was booked on {atMs} for your position {positionId}: {amountCents}. Buy positions receive the dividend, sell positions pay it.',
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
      title: 'Limit reached: {limit}',
      text: 'The limit you set yourself ({limit}) was reached on {atMs}. It applies until {untilMs}.',
    },
    'own-limit-set': {
      title: 'Limit set: {limit}',
      text: 'Since {atMs}, your {limit} for each {period} is {amountCents}.',
    },
    'own-limit-waits': {
      title: 'Limit will change: {limit}',
      text: 'You asked for a higher {limit} for each {period}, or for none. The change applies from {fromMs}. Until then the current limit applies, and you can cancel the change.',
    },
    'own-limit-removed': {
      title: 'Limit removed: {limit}',
      text: 'Your {limit} for each {period} was removed on {atMs}, as you requested.',
    },
    'exclusion-begun': {
      title: 'Started: {limit}',
      text: 'Until {untilMs} you cannot open positions or deposit ({limit}). You can close positions and withdraw. You can extend this period, but not shorten it.',
    },
    'excluded-for-ever': {
      title: 'You have excluded yourself permanently',
      text: 'Since {atMs} you can no longer open positions or deposit. You can close positions and withdraw. This cannot be undone.',
    },
    'price-alert': {
      title: 'Price alert: {symbol} at {rate}',
      text: 'The {side} of {symbol} reached {rate} on {atMs}: it was {reachedRate}. This alert has ended and will not repeat.',
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
      title: 'Auto trading is paused',
      text: 'Auto trading has opened no new positions since {atMs}, because it reached its limit: {rule}. Open positions keep their stop loss and take profit.',
    },
    'deposit-requested': {
      title: 'Deposit {transactionId} recorded',
      text: 'We recorded your deposit {transactionId} of {amountCents}. We will notify you when the money arrives.',
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
      text: 'The payment for your deposit {transactionId} of {amountCents} differs from your request. We are reviewing it and will notify you of the result.',
    },
    'deposit-rejected': {
      title: 'Deposit {transactionId} rejected',
      text: 'Your deposit {transactionId} of {amountCents} was rejected. Please contact us if you have questions.',
    },
    'deposit-reversed': {
      title: 'Deposit {transactionId} reversed',
      text: 'Your deposit {transactionId} was reversed. {amountCents} were debited from your account.',
    },
    'withdrawal-requested': {
      title: 'Withdrawal {transactionId} requested',
      text: 'We received your request to withdraw {amountCents}, number {transactionId}. The amount is held until we have decided on it. If this was not you, contact us now.',
    },
    'withdrawal-approved': {
      title: 'Withdrawal {transactionId} approved',
      text: 'Your withdrawal {transactionId} of {amountCents} was approved and is being paid.',
    },
    'withdrawal-paid': {
      title: 'Withdrawal {transactionId} paid',
      text: 'Your withdrawal {transactionId} of {amountCents} was paid. It can take about seven business days to reach you.',
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
      text: 'Your last position closed at a loss that was larger than the cash in your account. Money held for a withdrawal covers such a loss until the withdrawal is paid. We therefore cancelled your withdrawal {transactionId} of {amountCents}. The rest of it is in your account, and you can request it again.',
    },
    'withdrawal-cancelled-reversal': {
      title: 'Withdrawal {transactionId} cancelled',
      text: 'A deposit of yours was reversed. We therefore cancelled your withdrawal {transactionId} of {amountCents}, which had not been paid yet. The amount is back in your account and covers the reversed deposit. You can request the rest again. If you owe us money, contact us.',
    },
    'withdrawal-returned': {
      title: 'Withdrawal {transactionId} returned',
      text: 'The payment of your withdrawal {transactionId} failed. We credited {amountCents} back to your account.',
    },
    'shortfall-in-review': {
      title: 'Your negative balance is under review',
      text: 'On {atMs} your last position closed at a loss that was larger than the cash in your account, by {amountCents}. Your account is linked with another one, so we are reviewing how much of it balance protection covers. Until we have decided, you owe this amount: you can trade, and withdraw only money above it. If you think that your account is linked by mistake, contact us.',
    },
    'shortfall-settled': {
      title: 'Your negative balance is settled',
      text: 'We have settled the negative balance of {amountCents} that a loss left on your account. You no longer owe any of it.',
    },
    'shortfall-covered': {
      title: '{amountCents} used for the loss of a linked account',
      text: 'We took {amountCents} from your account to cover a loss of an account that is linked with yours. If you think that the accounts are linked by mistake, contact us.',
    },
    'debt-paid': {
      title: '{amountCents} of your debt paid',
      text: 'We used {amountCents} of your balance to pay your debt for a reversed deposit.',
    },
    'document-approved': {
      title: 'Document approved: {document}',
      text: 'We checked your document ({document}) and approved it.',
    },
    'document-expiring': {
      title: 'Document expires soon: {document}',
      text: 'Your document ({document}) is valid until {expiresMs}. Please upload a new one before then.',
    },
    'document-expired': {
      title: 'Document expired: {document}',
      text: 'Your document ({document}) was valid until {expiresMs}. Please upload a new one.',
    },
    'document-rejected': {
      title: 'Document rejected: {document}',
      text: 'We could not accept your document ({document}): {note}\n\nPlease upload it again.',
    },
    'new-device': {
      title: 'Sign-in from a new device',
      text: `Someone signed in to your account on {atMs} with {device} from {place}. ${NOT_YOU}`,
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
    'api-key-new-network': {
      title: 'API key used from a new network: {name}',
      text: 'The API key “{name}” ({start}…) was used from {address} on {atMs}, for the first time from this network. If this was not one of your programs, revoke the key in your profile now and contact us.',
    },
    'api-key-refused': {
      title: 'API key refused: {name}',
      text: 'The API key “{name}” ({start}…) was used on {atMs} from {network}, a network that the key does not allow. The request was refused. If this was not one of your programs, the key may have leaked: revoke it in your profile. You get this message at most once a day for each key.',
    },
    'api-key-revoked': {
      title: 'An API key was revoked: {name}',
      text: 'The API key “{name}” ({start}…) was revoked on {atMs} by a program that has one of your API keys. If this was not one of your programs, revoke your other API keys in your profile now and contact us.',
    },
    'webhook-created': {
      title: 'A webhook was created: {host}',
      text: `A webhook was created on {atMs}. From now on the events of your account, such as filled orders and withdrawals, are sent to {host}. ${NOT_YOU} Delete the webhook and revoke the API keys that you do not use.`,
    },
    'webhook-secret-rotated': {
      title: 'A webhook has a new secret: {host}',
      text: `The secret of the webhook at {host} was replaced on {atMs}. The previous one is used for 24 hours more. ${NOT_YOU} Revoke the API keys that you do not use.`,
    },
    'recovery-code-used': {
      title: 'A recovery code was used',
      text: `A recovery code was used to sign in on {atMs}. Codes left: {left}. ${NOT_YOU}`,
    },
    'second-factor-guessed': {
      title: 'Wrong second-factor codes',
      text: `Wrong codes were entered several times for your second factor, most recently on {atMs}. The person who entered them knows your password or is signed in. ${NOT_YOU}`,
    },
    'recovery-codes-renewed': {
      title: 'New recovery codes were created',
      text: `New recovery codes were created for your account on {atMs}. The older ones no longer work. ${NOT_YOU}`,
    },
    'email-confirmation': {
      title: 'Please confirm your email address',
      text: 'Please confirm your email address with the link in our mail. It works until {untilMs}. Withdrawals are possible only after that.',
    },
    'email-changed': {
      title: 'Your email address was changed',
      text: `The email address of your account was changed to {email} on {atMs}. ${NOT_YOU}`,
    },
    'profile-changed': {
      title: 'Your profile was changed',
      text: 'We changed the personal details of your account on {atMs}. Please check them in your profile. If they are wrong or you did not ask for this, contact us.',
    },
    'auto-login-used': {
      title: 'A sign-in link was used',
      text: `A sign-in link to your account was used on {atMs} with {device} from {place}. ${NOT_YOU}`,
    },
    'sign-in-link': {
      title: 'Your sign-in link',
      text: 'You can sign in with the link in our mail, without your password, until {untilMs}. Do not forward it: anyone who opens it is signed in to your account. If you did not request it, do not use it, and contact us.',
    },
    'reset-link': {
      title: 'Reset your password',
      text: 'Someone requested a new password for your account. Use the link in our mail to set one. It works once, until {untilMs}. If you did not request it, you can ignore this message.',
    },
    'data-export-ready': {
      title: 'Your data is ready',
      text: 'The file with all data that we hold about you is ready. Sign in and download it by {untilMs}. It is deleted afterwards.',
    },
    'data-export-failed': {
      title: 'Your data could not be exported',
      text: 'The file with your data could not be created on {atMs}. Please request it again, and contact us if that fails too.',
    },
    'account-closed': {
      title: 'Your account was closed',
      text: 'Your account was closed on {atMs}. We keep the data that the law requires for the required period, then delete it.',
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
    'daily-loss': 'daily loss',
    drawdown: 'drawdown from the highest value',
    authenticator: 'authenticator app',
    passkey: 'passkey',
    'api-read': 'read your account',
    'api-trade': 'read your account and trade',
    'limit-order': 'limit order',
    'stop-order': 'stop order',
    'order-broker': 'the broker cancelled it',
    'order-account': 'your account can’t open positions of this kind at the moment',
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
      'You receive this email because you have an account with {operator}. You can turn these emails off in your account.',
    required:
      'You receive this email because you have an account with {operator}. These emails can’t be turned off.',
  },
};
