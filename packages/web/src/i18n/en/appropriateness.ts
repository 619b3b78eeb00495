// The questions themselves come from the server, as they are law.
export const appropriateness = {
  title: 'Questions about leveraged trading',
  version: 'Version {version}',
  notAsked: 'Nothing is asked here. You can trade without answering questions.',
  cleared: 'You have answered the questions and can open positions.',
  toPlatform: 'Go to the platform',
  intro:
    'Before your first position we have to find out whether leveraged trading is appropriate for you. Five short questions, each with one answer. You have three tries a day.',
  begin: 'Show the questions',
  questionsHint: 'Read each question and choose one answer. Nobody but you and us sees them.',
  answer: 'Send the answers',
  answerIn: 'Take your time to read: you can send them in {seconds} s.',
  warningChoice:
    'You can answer again, up to three times a day, or go on at your own risk. We advise you to learn more first.',
  again: 'Answer again',
  goOn: 'I have read the warning and go on',
  goOnIn: 'Take your time: you can go on in {seconds} s.',
  failed: 'The server could not be reached. Please try again.',
} as const;
