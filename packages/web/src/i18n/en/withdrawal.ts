export const withdrawal = {
  title: 'Withdraw',
  subtitle: 'We refund your original payment method first. Enter an IBAN for the rest.',
  nothingHint: 'Close positions to free the money in them for withdrawal.',
  toDeposit: 'Deposit',
  amount: 'Amount',
  available: 'Up to {amount}',
  range: 'From {minimum} to {amount}',
  fee: 'Fee',
  toCard: 'Back to your card',
  toAlternative: 'Back to your alternative method',
  toTitan: 'Back to Titan',
  toBank: 'By bank transfer',
  youGet: 'You get',
  splitHint:
    'We refund your original payment method first. The rest goes to a bank account in your own name.',
  comments: 'Comments',
  commentsHint: 'The IBAN of your bank account',
  agreement:
    'I agree that it takes about seven business days for the funds to appear in my account',
  submit: 'Withdraw',
  contacted: 'Your request was sent. Your Account Manager Will Contact You Shortly',
  failed:
    "We couldn't reach the server, so the request was not sent. Retrying is safe and can't withdraw twice.",
  sendLink: 'Resend the link',
  linkSent: 'We sent a link to {email}.',
  linkFailed: "We couldn't send the link. Please try again.",
} as const;
