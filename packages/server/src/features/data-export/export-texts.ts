import type { Language } from '@halyard/contract/config';

type Facts = { readonly operator: string; readonly madeAtMs: number };

const TEXTS: Readonly<Record<Language, string>> = {
  en: `Everything that {operator} holds about you, as of {madeAt}.

json/       for programs: one file for each kind of record
csv/        the same for spreadsheets; empty where there is nothing
documents/  what you uploaded, as it was stored

All times are UTC, all amounts are euros. Keep this file as safe as your passport.
`,
  de: `Alles, was {operator} über Sie gespeichert hat. Stand: {madeAt}.

json/       für Programme: eine Datei je Art von Aufzeichnung
csv/        dasselbe für Tabellen; leer, wo es nichts gibt
documents/  was Sie hochgeladen haben, wie es gespeichert wurde

Alle Zeiten sind UTC, alle Beträge Euro. Bewahren Sie diese Datei so sicher auf wie Ihren Ausweis.
`,
  it: `Tutto ciò che {operator} conserva su di te, aggiornato al {madeAt}.

json/       per i programmi: un file per ogni tipo di registrazione
csv/        lo stesso per i fogli di calcolo; vuoto dove non c'è nulla
documents/  ciò che hai caricato, così come è stato conservato

Tutti gli orari sono UTC, tutti gli importi in euro. Conserva questo file come il tuo passaporto.
`,
  es: `Todo lo que {operator} conserva sobre ti, a fecha de {madeAt}.

json/       para programas: un archivo por cada tipo de registro
csv/        lo mismo para hojas de cálculo; vacío donde no hay nada
documents/  lo que has subido, tal como se guardó

Todas las horas son UTC y todos los importes, euros. Guarda este archivo como tu pasaporte.
`,
};

/** Returns the texts of an export's README. */
export function exportTexts(language: Language, { operator, madeAtMs }: Facts): string {
  const madeAt = `${new Date(madeAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return TEXTS[language].replace('{operator}', operator).replace('{madeAt}', madeAt);
}
