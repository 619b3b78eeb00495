export const withdrawal = {
  title: 'Withdraw',
  subtitle: 'We pay back to where your money came from.',
  nothingHint: 'Money in open positions can be withdrawn once they are closed.',
  toDeposit: 'Deposit',
  amount: 'Amount',
  available: 'Up to {amount}',
  range: 'From {minimum} to {amount}',
  fee: 'Fee',
  toCard: 'Back to your card',
  toAlternative: 'Back the alternative way',
  toTitan: 'Back to Titan',
  toBank: 'By bank transfer',
  youGet: 'You get',
  splitHint:
    'Money goes back to where it came from first. The rest goes to a bank account in your own name.',
  comments: 'Comments',
  commentsHint: 'Where the money shall go, such as the IBAN of your account',
  agreement:
    'I agree that it takes about seven business days for the funds to appear in my account',
  submit: 'Withdraw',
  contacted: 'Your request was sent. Your Account Manager Will Contact You Shortly',
  failed:
    'The request could not be sent because the server could not be reached. Trying again cannot withdraw twice.',
  sendLink: 'Send the link again',
  linkSent: 'A link was sent to {email}.',
  linkFailed: 'The link could not be sent. Please try again.',
} as const;
