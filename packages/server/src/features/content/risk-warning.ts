// The standardised risk warning required in every communication with retail customers: Decision
// (EU) 2018/796, annex II, in the wording of its translations.
import type { Language } from '@halyard/contract/config';

/**
 * The figure without twelve months of own data: the range of the market, as the decision requires.
 */
const MARKET_RANGE = '74-89';

type Wording = { readonly market: string; readonly own: string; readonly around: string };

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: {
    market: '{share}% of retail investor accounts lose money when trading CFDs.',
    own: '{share}% of retail investor accounts lose money when trading CFDs with this provider.',
    around:
      'CFDs are complex instruments and come with a high risk of losing money rapidly due to ' +
      'leverage. {losses} You should consider whether you understand how CFDs work and whether ' +
      'you can afford to take the high risk of losing your money.',
  },
  de: {
    market: '{share} % der Kleinanlegerkonten verlieren Geld beim CFD-Handel.',
    own: '{share} % der Kleinanlegerkonten verlieren Geld beim CFD-Handel mit diesem Anbieter.',
    around:
      'CFDs sind komplexe Instrumente und gehen wegen der Hebelwirkung mit dem hohen Risiko ' +
      'einher, schnell Geld zu verlieren. {losses} Sie sollten überlegen, ob Sie verstehen, wie ' +
      'CFDs funktionieren, und ob Sie es sich leisten können, das hohe Risiko einzugehen, Ihr ' +
      'Geld zu verlieren.',
  },
  it: {
    market:
      'Il {share} % di conti di investitori al dettaglio perde denaro a causa delle negoziazioni in CFD.',
    own: 'Il {share} % di conti di investitori al dettaglio perde denaro a causa delle negoziazioni in CFD con questo fornitore.',
    around:
      'I CFD sono strumenti complessi e presentano un rischio significativo di perdere denaro ' +
      'rapidamente a causa della leva finanziaria. {losses} Valuti se comprende il funzionamento ' +
      'dei CFD e se può permettersi di correre questo alto rischio di perdere il Suo denaro.',
  },
  es: {
    market:
      'El {share} % de las cuentas de inversores minoristas pierden dinero en la negociación con CFD.',
    own: 'El {share} % de las cuentas de inversores minoristas pierden dinero en la negociación con CFD con este proveedor.',
    around:
      'Los CFD son instrumentos complejos y están asociados a un riesgo elevado de perder dinero ' +
      'rápidamente debido al apalancamiento. {losses} Debe considerar si comprende el ' +
      'funcionamiento de los CFD y si puede permitirse asumir un riesgo elevado de perder su dinero.',
  },
};

/**
 * Returns the warning with the share of losing retail accounts of the last twelve months, in whole
 * percent; undefined until twelve months have passed.
 */
export function riskWarning(losingPercent: number | undefined, language: Language = 'en'): string {
  const { market, own, around } = WORDINGS[language];
  const losses =
    losingPercent === undefined
      ? market.replace('{share}', MARKET_RANGE)
      : own.replace('{share}', String(losingPercent));
  return around.replace('{losses}', losses);
}
