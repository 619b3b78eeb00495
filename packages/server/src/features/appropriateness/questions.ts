// The questions. Their version increases with each change, and customers who passed an older
// version are asked again.

export const VERSION = '2026-11-22';
const PASS_SCORE = 7;

type Text = { readonly en: string; readonly de: string };
export type QuestionLanguage = keyof Text;
type Answer = { readonly id: string; readonly text: Text; readonly points: number };
type Question = { readonly id: string; readonly text: Text; readonly answers: readonly Answer[] };

export const WARNING: Text = {
  en: 'Your answers show that leveraged trading may not be appropriate for you. You may not understand its risks, and you can lose your money quickly.',
  de: 'Ihre Antworten zeigen, dass der gehebelte Handel für Sie möglicherweise nicht angemessen ist. Sie verstehen seine Risiken vielleicht nicht und können Ihr Geld schnell verlieren.',
};

const QUESTIONS: readonly Question[] = [
  {
    id: 'leverage',
    text: {
      en: 'You buy for € 100 with a leverage of 10. The price falls by 5 %. What do you lose?',
      de: 'Sie kaufen für 100 € mit einem Hebel von 10. Der Kurs fällt um 5 %. Was verlieren Sie?',
    },
    answers: [
      { id: '5', text: { en: '€ 5', de: '5 €' }, points: 0 },
      { id: '50', text: { en: '€ 50', de: '50 €' }, points: 2 },
      { id: '100', text: { en: '€ 100', de: '100 €' }, points: 0 },
    ],
  },
  {
    id: 'close-out',
    text: {
      en: 'Your open losses grow until your margin level is below its limit. What happens?',
      de: 'Ihre offenen Verluste wachsen, bis Ihr Marginniveau unter seiner Grenze liegt. Was geschieht?',
    },
    answers: [
      {
        id: 'nothing',
        text: { en: 'Nothing, I can wait', de: 'Nichts, ich kann warten' },
        points: 0,
      },
      { id: 'lent', text: { en: 'I am lent money', de: 'Mir wird Geld geliehen' }, points: 0 },
      {
        id: 'closed',
        text: {
          en: 'Positions are closed without asking me',
          de: 'Positionen werden ohne Rückfrage geschlossen',
        },
        points: 2,
      },
    ],
  },
  {
    id: 'stop',
    text: {
      en: 'Does an ordinary stop loss guarantee the price at which you are closed?',
      de: 'Garantiert ein gewöhnlicher Stop-Loss den Kurs, zu dem geschlossen wird?',
    },
    answers: [
      { id: 'always', text: { en: 'Yes, always', de: 'Ja, immer' }, points: 0 },
      {
        id: 'gap',
        text: { en: 'No, the price may jump over it', de: 'Nein, der Kurs kann darüber springen' },
        points: 2,
      },
    ],
  },
  {
    id: 'owner',
    text: {
      en: 'You buy a position on a share here. Do you own the share?',
      de: 'Sie kaufen hier eine Position auf eine Aktie. Gehört Ihnen die Aktie?',
    },
    answers: [
      { id: 'yes', text: { en: 'Yes', de: 'Ja' }, points: 0 },
      {
        id: 'no',
        text: { en: 'No, only its gains and losses', de: 'Nein, nur ihre Gewinne und Verluste' },
        points: 2,
      },
    ],
  },
  {
    id: 'experience',
    text: {
      en: 'How many leveraged trades have you made in the last two years?',
      de: 'Wie viele gehebelte Geschäfte haben Sie in den letzten zwei Jahren gemacht?',
    },
    answers: [
      { id: 'none', text: { en: 'None', de: 'Keine' }, points: 0 },
      { id: 'some', text: { en: 'Up to twenty', de: 'Bis zu zwanzig' }, points: 1 },
      { id: 'many', text: { en: 'More', de: 'Mehr' }, points: 2 },
    ],
  },
];

/** The questions as customers see them, without scores. */
export function readQuestions(language: QuestionLanguage) {
  return QUESTIONS.map(({ id, text, answers }) => ({
    id,
    text: text[language],
    answers: answers.map((answer) => ({ id: answer.id, text: answer.text[language] })),
  }));
}

export type Scored =
  | { readonly kind: 'scored'; readonly score: number; readonly hasPassed: boolean }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> };

/** Scores the answers. Each question requires one of its own answers. */
export function scoreAnswers(answers: Readonly<Record<string, string>>): Scored {
  const errors: Record<string, string> = {};
  let score = 0;
  for (const { id, answers: choices } of QUESTIONS) {
    const given = Object.hasOwn(answers, id) ? answers[id] : undefined;
    const choice = choices.find((one) => one.id === given);
    if (choice === undefined) errors[`answers.${id}`] = 'must be one of the answers';
    else score += choice.points;
  }
  for (const id of Object.keys(answers)) {
    if (!QUESTIONS.some((one) => one.id === id)) errors[`answers.${id}`] = 'is not a known field';
  }
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors };
  return { kind: 'scored', score, hasPassed: score >= PASS_SCORE };
}
