import type { Language } from '@halyard/contract/config';
import type { Direction } from '@halyard/core/instrument';
import type { PostingKind } from '@halyard/core/ledger';
import type { ClosingReason } from '@halyard/core/position';
import type { OwnAccount } from './statement-store.ts';

export type StatementTexts = {
  readonly title: string;
  readonly operator: string;
  readonly name: string;
  readonly email: string;
  readonly account: string;
  readonly period: string;
  readonly made: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly balances: string;
  readonly movements: string;
  readonly positions: string;
  readonly page: string;
  readonly nothing: string;
  readonly open: string;
  readonly columns: Readonly<Record<Column, string>>;
  readonly accounts: Readonly<Record<OwnAccount, string>>;
  readonly kinds: Readonly<Record<PostingKind, string>>;
  readonly directions: Readonly<Record<Direction, string>>;
  readonly reasons: Readonly<Record<ClosingReason, string>>;
  /** The text that replaces the reason when staff closed the position. */
  readonly closedByBroker: string;
};

type Column =
  | 'account'
  | 'opening'
  | 'closing'
  | 'time'
  | 'posting'
  | 'kind'
  | 'reference'
  | 'amount'
  | 'balance'
  | 'position'
  | 'symbol'
  | 'direction'
  | 'leverage'
  | 'opened'
  | 'openRate'
  | 'closed'
  | 'closeRate'
  | 'reason'
  | 'profit'
  | 'financing'
  | 'fees';

const en: StatementTexts = {
  title: 'Account statement',
  operator: 'Issued by',
  name: 'Name',
  email: 'Email',
  account: 'Account',
  period: 'Period',
  made: 'Issued at',
  timeZone: 'Time zone of all dates and times',
  currency: 'Currency',
  balances: 'Balances',
  movements: 'Movements',
  positions: 'Positions open or closed in the period',
  page: 'Page',
  nothing: 'None',
  open: 'open',
  columns: {
    account: 'Account',
    opening: 'Opening balance',
    closing: 'Closing balance',
    time: 'Time',
    posting: 'Posting',
    kind: 'Kind',
    reference: 'Reference',
    amount: 'Amount',
    balance: 'Balance',
    position: 'Position',
    symbol: 'Symbol',
    direction: 'Direction',
    leverage: 'Leverage',
    opened: 'Opened',
    openRate: 'Open rate',
    closed: 'Closed',
    closeRate: 'Close rate',
    reason: 'Reason',
    profit: 'Profit or loss',
    financing: 'Financing',
    fees: 'Fees',
  },
  accounts: {
    'customer:cash': 'Cash',
    'customer:credit': 'Credit',
    'customer:withdrawal-hold': 'Set aside for withdrawals',
    'customer:debt': 'Debt',
  },
  kinds: {
    trade: 'Position closed',
    protection: 'Loss borne by the house',
    shortfall: 'Negative balance under review',
    financing: 'Overnight financing',
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
    bonus: 'Bonus',
    credit: 'Credit',
    fee: 'Fee',
    correction: 'Correction',
    adjustment: 'Split or dividend',
  },
  directions: { buy: 'Buy', sell: 'Sell' },
  reasons: {
    manually: 'Manually',
    'stop-loss': 'Stop Loss',
    'take-profit': 'Take Profit',
    'low-margin': 'Low Margin',
    'ai-trade': 'AI Trade',
  },
  closedByBroker: 'Closed by the broker',
};

const de: StatementTexts = {
  title: 'Kontoauszug',
  operator: 'Ausgestellt von',
  name: 'Name',
  email: 'E-Mail',
  account: 'Konto',
  period: 'Zeitraum',
  made: 'Ausgestellt am',
  timeZone: 'Zeitzone aller Daten und Uhrzeiten',
  currency: 'Währung',
  balances: 'Salden',
  movements: 'Bewegungen',
  positions: 'Im Zeitraum offene oder geschlossene Positionen',
  page: 'Seite',
  nothing: 'Keine',
  open: 'offen',
  columns: {
    account: 'Konto',
    opening: 'Anfangssaldo',
    closing: 'Endsaldo',
    time: 'Zeit',
    posting: 'Buchung',
    kind: 'Art',
    reference: 'Bezug',
    amount: 'Betrag',
    balance: 'Saldo',
    position: 'Position',
    symbol: 'Symbol',
    direction: 'Richtung',
    leverage: 'Hebel',
    opened: 'Eröffnet',
    openRate: 'Eröffnungskurs',
    closed: 'Geschlossen',
    closeRate: 'Schlusskurs',
    reason: 'Grund',
    profit: 'Gewinn oder Verlust',
    financing: 'Finanzierung',
    fees: 'Gebühren',
  },
  accounts: {
    'customer:cash': 'Guthaben',
    'customer:credit': 'Kredit',
    'customer:withdrawal-hold': 'Für Auszahlungen zurückgelegt',
    'customer:debt': 'Schuld',
  },
  kinds: {
    trade: 'Position geschlossen',
    protection: 'Vom Haus getragener Verlust',
    shortfall: 'Negativer Saldo in Prüfung',
    financing: 'Übernachtfinanzierung',
    deposit: 'Einzahlung',
    withdrawal: 'Auszahlung',
    bonus: 'Bonus',
    credit: 'Kredit',
    fee: 'Gebühr',
    correction: 'Korrektur',
    adjustment: 'Split oder Dividende',
  },
  directions: { buy: 'Kauf', sell: 'Verkauf' },
  reasons: {
    manually: 'Manuell',
    'stop-loss': 'Stop-Loss',
    'take-profit': 'Take-Profit',
    'low-margin': 'Niedrige Margin',
    'ai-trade': 'KI-Handel',
  },
  closedByBroker: 'Vom Broker geschlossen',
};

const it: StatementTexts = {
  title: 'Estratto conto',
  operator: 'Emesso da',
  name: 'Nome',
  email: 'E-mail',
  account: 'Conto',
  period: 'Periodo',
  made: 'Emesso il',
  timeZone: 'Fuso orario di date e orari',
  currency: 'Valuta',
  balances: 'Saldi',
  movements: 'Movimenti',
  positions: 'Posizioni aperte o chiuse nel periodo',
  page: 'Pagina',
  nothing: 'Nessuno',
  open: 'aperta',
  columns: {
    account: 'Conto',
    opening: 'Saldo iniziale',
    closing: 'Saldo finale',
    time: 'Ora',
    posting: 'Registrazione',
    kind: 'Tipo',
    reference: 'Riferimento',
    amount: 'Importo',
    balance: 'Saldo',
    position: 'Posizione',
    symbol: 'Simbolo',
    direction: 'Direzione',
    leverage: 'Leva',
    opened: 'Aperta',
    openRate: 'Prezzo di apertura',
    closed: 'Chiusa',
    closeRate: 'Prezzo di chiusura',
    reason: 'Motivo',
    profit: 'Profitto o perdita',
    financing: 'Finanziamento',
    fees: 'Commissioni',
  },
  accounts: {
    'customer:cash': 'Contante',
    'customer:credit': 'Credito',
    'customer:withdrawal-hold': 'Accantonato per prelievi',
    'customer:debt': 'Debito',
  },
  kinds: {
    trade: 'Posizione chiusa',
    protection: 'Perdita sostenuta dalla casa',
    shortfall: 'Saldo negativo in verifica',
    financing: 'Finanziamento notturno',
    deposit: 'Deposito',
    withdrawal: 'Prelievo',
    bonus: 'Bonus',
    credit: 'Credito',
    fee: 'Commissione',
    correction: 'Correzione',
    adjustment: 'Frazionamento o dividendo',
  },
  directions: { buy: 'Acquisto', sell: 'Vendita' },
  reasons: {
    manually: 'Manuale',
    'stop-loss': 'Stop loss',
    'take-profit': 'Take profit',
    'low-margin': 'Margine basso',
    'ai-trade': 'Operazione IA',
  },
  closedByBroker: 'Chiusa dal broker',
};

const es: StatementTexts = {
  title: 'Extracto de cuenta',
  operator: 'Emitido por',
  name: 'Nombre',
  email: 'Correo electrónico',
  account: 'Cuenta',
  period: 'Periodo',
  made: 'Emitido el',
  timeZone: 'Zona horaria de fechas y horas',
  currency: 'Moneda',
  balances: 'Saldos',
  movements: 'Movimientos',
  positions: 'Posiciones abiertas o cerradas en el periodo',
  page: 'Página',
  nothing: 'Ninguno',
  open: 'abierta',
  columns: {
    account: 'Cuenta',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    time: 'Hora',
    posting: 'Asiento',
    kind: 'Tipo',
    reference: 'Referencia',
    amount: 'Importe',
    balance: 'Saldo',
    position: 'Posición',
    symbol: 'Símbolo',
    direction: 'Dirección',
    leverage: 'Apalancamiento',
    opened: 'Abierta',
    openRate: 'Precio de apertura',
    closed: 'Cerrada',
    closeRate: 'Precio de cierre',
    reason: 'Motivo',
    profit: 'Ganancia o pérdida',
    financing: 'Financiación',
    fees: 'Comisiones',
  },
  accounts: {
    'customer:cash': 'Efectivo',
    'customer:credit': 'Crédito',
    'customer:withdrawal-hold': 'Reservado para retiradas',
    'customer:debt': 'Deuda',
  },
  kinds: {
    trade: 'Posición cerrada',
    protection: 'Pérdida asumida por la casa',
    shortfall: 'Saldo negativo en revisión',
    financing: 'Financiación nocturna',
    deposit: 'Depósito',
    withdrawal: 'Retirada',
    bonus: 'Bono',
    credit: 'Crédito',
    fee: 'Comisión',
    correction: 'Corrección',
    adjustment: 'División o dividendo',
  },
  directions: { buy: 'Compra', sell: 'Venta' },
  reasons: {
    manually: 'Manual',
    'stop-loss': 'Stop loss',
    'take-profit': 'Take profit',
    'low-margin': 'Margen bajo',
    'ai-trade': 'Operación IA',
  },
  closedByBroker: 'Cerrada por el bróker',
};

const TEXTS: Readonly<Record<Language, StatementTexts>> = { en, de, it, es };

export function statementTexts(language: Language): StatementTexts {
  return TEXTS[language];
}
