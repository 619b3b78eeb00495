import type { Complete } from '../catalogue.ts';
import type { appropriateness as en } from '../en/appropriateness.ts';

export const appropriateness = {
  title: 'Fragen zum gehebelten Handel',
  version: 'Fassung {version}',
  notAsked: 'Hier wird nichts gefragt. Sie können handeln, ohne Fragen zu beantworten.',
  cleared: 'Sie haben die Fragen beantwortet und können Positionen eröffnen.',
  toPlatform: 'Zur Plattform',
  intro:
    'Vor Ihrer ersten Position müssen wir herausfinden, ob der gehebelte Handel für Sie angemessen ist. Fünf kurze Fragen, jede mit einer Antwort. Sie haben drei Versuche am Tag.',
  begin: 'Fragen anzeigen',
  questionsHint: 'Lesen Sie jede Frage und wählen Sie eine Antwort. Nur Sie und wir sehen sie.',
  answer: 'Antworten senden',
  answerIn: 'Lesen Sie in Ruhe: Senden können Sie in {seconds} s.',
  warningChoice:
    'Sie können noch einmal antworten, bis zu dreimal am Tag, oder auf eigenes Risiko fortfahren. Wir raten Ihnen, zuerst mehr zu lernen.',
  again: 'Noch einmal antworten',
  goOn: 'Ich habe die Warnung gelesen und fahre fort',
  goOnIn: 'Nehmen Sie sich Zeit: Fortfahren können Sie in {seconds} s.',
  failed: 'Der Server war nicht erreichbar. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
