import { assertNever } from '#assertion/assertion.ts';
import { decideAcceptTick } from './accept-tick.ts';
import { decideAddAccount, decideChangeTerms, decidePostFunds } from './account-commands.ts';
import { decideChargeFinancing, decideSetNights } from './financing/financing.ts';
import { decideClosePosition } from './close-position.ts';
import { decideClosePositions } from './close-positions.ts';
import type { Command } from './command.ts';
import type { Decision } from './decision.ts';
import {
  decidePayDividend,
  decideSplitSymbol,
  decideSetLimits,
  decideSetSymbolState,
} from './symbols/symbols.ts';
import { decideHoldFunds, decideReleaseFunds, decideReverseFunds } from './funds/funds.ts';
import { decideOpenPosition } from './open-position.ts';
import {
  decideAmendOrder,
  decideCancelOrder,
  decideExpireOrders,
  decidePlaceOrder,
  decideSetTradingPause,
  decideTriggerOrder,
} from './orders/orders.ts';
import type { EngineState } from './state.ts';
import { decideRecordTrails } from './trails/trails.ts';
import { decideUpdatePosition } from './update-position.ts';

/**
 * Judges a command against the state without changing it. Returns the events in the order to apply
 * them, or the first reason for rejection. Market commands are never rejected.
 */
export function decide(state: EngineState, command: Command): Decision {
  switch (command.kind) {
    case 'accept-tick':
      return decideAcceptTick(state, command);
    case 'open-position':
      return decideOpenPosition(state, command);
    case 'close-position':
      return decideClosePosition(state, command);
    case 'close-positions':
      return decideClosePositions(state, command);
    case 'update-position':
      return decideUpdatePosition(state, command);
    case 'hold-funds':
      return decideHoldFunds(state, command);
    case 'release-funds':
      return decideReleaseFunds(state, command);
    case 'take-back-funds':
      return decideReverseFunds(state, command);
    case 'charge-financing':
      return decideChargeFinancing(state, command);
    case 'post-funds':
      return decidePostFunds(state, command);
    case 'add-account':
      return decideAddAccount(state, command);
    case 'change-terms':
      return decideChangeTerms(state, command);
    case 'place-order':
      return decidePlaceOrder(state, command);
    case 'amend-order':
      return decideAmendOrder(state, command);
    case 'cancel-order':
      return decideCancelOrder(state, command);
    case 'trigger-order':
      return decideTriggerOrder(state, command);
    case 'expire-orders':
      return decideExpireOrders(state, command);
    case 'set-trading-pause':
      return decideSetTradingPause(state, command);
    case 'record-trails':
      return decideRecordTrails(state, command);
    case 'split-symbol':
      return decideSplitSymbol(state, command);
    case 'pay-dividend':
      return decidePayDividend(state, command);
    case 'set-symbol-state':
      return decideSetSymbolState(state, command);
    case 'set-limits':
      return decideSetLimits(state, command);
    case 'set-nights':
      return decideSetNights(command);
    default:
      return assertNever(command);
  }
}
