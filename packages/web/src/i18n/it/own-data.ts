import type { Partially } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'I Suoi dati',
  loading: 'Caricamento',
  statementTitle: 'Estratto conto',
  from: 'Dal',
  until: 'Al',
  format: 'Formato',
  download: 'Scarica',
  exportTitle: 'Tutto ciò che conserviamo su di Lei',
  request: 'Raccogli i miei dati',
  making: 'Stiamo raccogliendo i Suoi dati: {percent} %',
  closeTitle: 'Chiudere il conto',
  closeFirst: 'Scarichi prima i Suoi dati: dopo non sarà più possibile.',
  obstacles: 'Prima di poterlo chiudere:',
  positions: 'Chiuda le posizioni aperte',
  cash: 'Prelevi il Suo saldo',
  knows: 'So che non si può annullare',
  close: 'Chiudi il mio conto',
} satisfies Partially<typeof en>;
