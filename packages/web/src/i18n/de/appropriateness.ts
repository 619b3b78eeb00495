import type { Complete } from '../catalogue.ts';
import type { appropriateness as en } from '../en/appropriateness.ts';

export const appropriateness = {
  title: 'Fragen zum gehebelten Handel',
  version: 'Fassung {version}',
  notAsked: 'Es sind keine Fragen zu beantworten. Sie können handeln.',
  cleared: 'Sie haben die Fragen beantwortet und können Positionen eröffnen.',
  toPlatform: 'Zur Plattform',
  intro:
    'Bevor Sie Ihre erste Position eröffnen, müssen wir prüfen, ob der gehebelte Handel für Sie angemessen ist. Es sind fünf kurze Fragen mit je einer Antwort. Sie haben drei Versuche pro Tag.',
  begin: 'Fragen anzeigen',
  questionsHint: 'Wählen Sie zu jeder Frage eine Antwort. Ihre Antworten sind vertraulich.',
  answer: 'Antworten senden',
  answerIn: 'Bitte lesen Sie sorgfältig. Sie können Ihre Antworten in {seconds} s senden.',
  warningChoice:
    'Sie können erneut antworten, bis zu dreimal pro Tag, oder auf eigenes Risiko fortfahren. Wir empfehlen Ihnen, sich vorher genauer zu informieren.',
  again: 'Erneut antworten',
  goOn: 'Ich habe die Warnung gelesen. Weiter',
  goOnIn: 'Bitte lesen Sie sorgfältig. Sie können in {seconds} s fortfahren.',
  failed: 'Der Server war nicht erreichbar. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
