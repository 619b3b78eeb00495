import { trailingStop } from '@halyard/core/position';
import type { Example } from './read-examples.ts';
import { closedBy, createRulesDesk, rate } from './rules-desk.ts';

export const TRAIL_EXAMPLES: Readonly<Record<string, Example>> = {
  'how a trailing stop of 0.00500 follows the price of a buy': (rows) => {
    const desk = createRulesDesk({ balance: '€ 1,000.00' });
    const [first] = rows;
    desk.price('EURUSD', first?.['sell price'] ?? '');
    const opened = desk.order('EURUSD', 'buy', { trail: '0.00500' });
    return rows.map(({ 'sell price': sell = '' }) => {
      const [closed] = closedBy(desk.price('EURUSD', sell));
      const { trail } = closed ?? desk.position(opened.id);
      if (trail === undefined) throw new Error('the position has a trailing stop');
      return {
        'sell price': sell,
        highest: rate(trail.bestPoints, 5),
        'trailing stop': rate(trailingStop('buy', trail), 5),
        position: closed === undefined ? 'open' : 'closed',
      };
    });
  },
};
