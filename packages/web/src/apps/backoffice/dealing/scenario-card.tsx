import { getScenario } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffCall } from '#data/auth/staff.ts';
import { NativeSelect } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { eurosText, numberText, percentText } from '../lists/figure-texts.ts';
import { orThrow } from '../lists/list-calls.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { REFRESH_EVERY_MS } from '../reports/read-overview.ts';
import { TEXTS } from '../texts.ts';
import classes from './dealing.module.css';

type Scenario = ReplyOf<typeof getScenario>;

/**
 * What a price move of a symbol would cost the broker, and which positions it would close. The
 * choice begins with the symbols of the largest exposure.
 */
export function ScenarioCard({ symbols }: { readonly symbols: readonly string[] }) {
  const [chosen, setChosen] = useState<string>();
  // The selected symbol is no longer listed once its last position has closed.
  const symbol = chosen !== undefined && symbols.includes(chosen) ? chosen : symbols[0];
  const { data, error, refetch } = useQuery({
    queryKey: ['scenario', symbol],
    enabled: symbol !== undefined,
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async ({ signal }) =>
      orThrow(
        await staffCall(
          getScenario,
          { query: { symbol: symbol ?? '' } },
          { signal, background: true },
        ),
      ),
  });
  if (symbol === undefined) return undefined;
  return (
    <Card
      title={TEXTS.scenario}
      aside={
        <NativeSelect
          aria-label={TEXTS.symbol}
          size="xs"
          data={[...symbols]}
          value={symbol}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      }
      flush
    >
      {data === undefined ? (
        <div className={classes['waiting']}>
          <Awaited error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Moves scenario={data} />
      )}
    </Card>
  );
}

function Moves({ scenario }: { readonly scenario: Scenario }) {
  if (scenario.moves.length === 0) return <p className={table['empty']}>{TEXTS.scenarioEmpty}</p>;
  return (
    <>
      <ScrollTable
        label={TEXTS.scenario}
        head={[
          TEXTS.scenarioMove,
          TEXTS.scenarioResult,
          TEXTS.scenarioProtection,
          TEXTS.scenarioPositions,
          TEXTS.scenarioAccounts,
        ].map((text) => (
          <th key={text} scope="col" data-figure>
            {text}
          </th>
        ))}
      >
        <tbody>
          {scenario.moves.map((move) => (
            <tr key={move.move_percent}>
              <th scope="row" data-figure>
                {moveText(move.move_percent)}
              </th>
              <td data-figure>{eurosText(move.broker_result)}</td>
              <td data-figure>{eurosText(move.protection)}</td>
              <td data-figure>{numberText(move.positions_closed)}</td>
              <td data-figure>{numberText(move.accounts_closing)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <p className={`${parts['hint']} ${classes['waiting']}`}>
        {`${TEXTS.scenarioHint} ${TEXTS.scenarioConsidered} ${numberText(scenario.considered)} ${TEXTS.of} ${numberText(scenario.accounts)} (${percentText(scenario.considered_percent)} ${TEXTS.scenarioShare}).`}
      </p>
    </>
  );
}

function moveText(percent: number): string {
  return `${percent > 0 ? '+' : '−'}${percentText(Math.abs(percent))}`;
}
