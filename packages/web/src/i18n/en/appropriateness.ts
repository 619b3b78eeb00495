// The questions come from the server, because the law prescribes them.
export const appropriateness = {
  title: 'Questions about leveraged trading',
  version: 'Version {version}',
  notAsked: 'There are no questions to answer. You can start trading.',
  cleared: 'You have answered the questions and can open positions.',
  toPlatform: 'Go to the platform',
  intro:
    'Before you open your first position, we must check whether leveraged trading is appropriate for you. There are five short questions with one answer each. You have three attempts per day.',
  begin: 'Show the questions',
  questionsHint: 'Choose one answer for each question. Your answers are confidential.',
  answer: 'Send the answers',
  answerIn: 'Please read carefully. You can send your answers in {seconds} s.',
  warningChoice:
    'You can answer again, up to three times per day, or continue at your own risk. We recommend that you learn more first.',
  again: 'Answer again',
  goOn: 'I have read the warning. Continue',
  goOnIn: 'Please read carefully. You can continue in {seconds} s.',
  failed: 'The server could not be reached. Please try again.',
} as const;
