// `npm run soak -- NAME …`: the long tests, to be run when the machine has nothing else to do. The
// last line printed is JSON, and what was printed is kept in docs/evidence/.
import { soakAlerts } from './soak-alerts.ts';
import { soakJourneys } from './soak-journeys.ts';
import { soakKill } from './soak-kill.ts';
import { soakPause } from './soak-pause.ts';
import { soakPayments } from './soak-payments.ts';
import { soakSdkReconnect } from './soak-sdk-reconnect.ts';
import { soakSimulate } from './soak-simulate.ts';
import { soakStalls } from './soak-stalls.ts';

const SOAKS: Readonly<Record<string, (words: readonly string[]) => Promise<boolean>>> = {
  alerts: soakAlerts,
  simulate: soakSimulate,
  kill: soakKill,
  journeys: soakJourneys,
  pause: soakPause,
  payments: soakPayments,
  stalls: soakStalls,
  'sdk-reconnect': soakSdkReconnect,
};

const USAGE = `Usage: npm run soak -- NAME …
  alerts [--only ALERT] [--no-evidence]             each fault raises exactly its alert
  simulate [--seeds N] [--from S] [--workers W] [--length L] [--no-evidence]
                                                    N seeds from S on; 100000 from 1, in W
                                                    threads; 1. L is long, short or mixed; mixed
  simulate --seed S [--length L]                    that seed alone, and what came of it
  kill [--kills N] [--seed S] [--no-evidence]       N kills under load on each database; 100
  journeys [--no-evidence]                          all journeys of the browser
  pause [--pauses N] [--seed S] [--no-evidence]     N stops of an owner with a standby; 50
  payments [--sequences N] [--seed S] [--no-evidence]
                                                    N sequences of payment messages; 20000
  stalls [--seed S] [--no-evidence]                 the largest input of every route
  sdk-reconnect [--cuts N] [--seed S] [--no-evidence]
                                                    N cuts under the bots of both SDKs; 1000`;

const [name = '', ...words] = process.argv.slice(2);
const soak = SOAKS[name];
if (soak === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = (await soak(words)) ? 0 : 1;
}
