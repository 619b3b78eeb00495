// `npm run soak -- NAME …`: the long tests, to be run when the machine has nothing else to do. The
// last line printed is JSON, and what was printed is kept in docs/evidence/.
import { soakAlerts } from './soak-alerts.ts';
import { soakApiContract } from './soak-api-contract.ts';
import { soakFirstDay } from './soak-first-day.ts';
import { soakInstall } from './soak-install.ts';
import { soakJourneys } from './soak-journeys.ts';
import { soakKill } from './soak-kill.ts';
import { soakKills } from './soak-kills.ts';
import { soakPause } from './soak-pause.ts';
import { soakPayments } from './soak-payments.ts';
import { soakQuickStart } from './soak-quick-start.ts';
import { soakRoles } from './soak-roles.ts';
import { soakScan } from './soak-scan.ts';
import { soakSdkReconnect } from './soak-sdk-reconnect.ts';
import { soakServer } from './soak-server.ts';
import { soakSimulate } from './soak-simulate.ts';
import { soakStalls } from './soak-stalls.ts';
import { soakUpgrade } from './soak-upgrade.ts';

const SOAKS: Readonly<Record<string, (words: readonly string[]) => Promise<boolean>>> = {
  alerts: soakAlerts,
  simulate: soakSimulate,
  kill: soakKill,
  kills: soakKills,
  'first-day': soakFirstDay,
  install: soakInstall,
  journeys: soakJourneys,
  roles: soakRoles,
  scan: soakScan,
  pause: soakPause,
  server: soakServer,
  payments: soakPayments,
  stalls: soakStalls,
  upgrade: soakUpgrade,
  'sdk-reconnect': soakSdkReconnect,
  'api-contract': soakApiContract,
  'quick-start': soakQuickStart,
};

const USAGE = `Usage: npm run soak -- NAME …
  alerts [--only ALERT] [--no-evidence]             each problem raises exactly its alert
  simulate [--seeds N] [--from S] [--workers W] [--length L] [--no-evidence]
                                                    N seeds from S on; 100000 from 1, in W
                                                    threads; 1. L is long, short or mixed; mixed
  simulate --edges …                                with edges, over messages that get lost
  simulate --seed S [--length L] [--edges]          that seed alone, and what came of it
  kill [--kills N] [--seed S] [--no-evidence]       N kills under load on each database; 100
  kills [--faults FAULT=N,…] [--seed S] [--minutes M] [--sabotage asynchronous-replica]
    [--no-evidence]                                 faults of machines in network namespaces, as
                                                    root: engine=200,market=100,postgres=200,
                                                    partition=500,pause=100,nats=20,edge=50
  install [--root FOLDER] [--no-evidence]           the archive of a release, or of FOLDER that
                                                    deploy/build-root.sh made, until its first
                                                    order, as another user on a read-only root
  first-day [--no-evidence]                         the commands of docs/operate/first-day.md
                                                    until the first customer has traded
  journeys [--no-evidence]                          all journeys of the browser
  server [--no-evidence]                            all server tests
  roles [PART…] [--no-evidence]                     the server tests, or those with PART in their path,
                                                    against two edges and one engine
  pause [--pauses N] [--seed S] [--no-evidence]     N stops of an owner with a standby; 50
  payments [--sequences N] [--seed S] [--no-evidence]
                                                    N sequences of payment messages; 20000
  scan [--only TOOL] [--targets TEXT] [--no-evidence]
                                                    sqlmap, wapiti, testssl, secrets and
                                                    advisories against the program; what they
                                                    find is explained
  stalls [--seed S] [--no-evidence]                 the largest input of every route
  upgrade [--positions N] [--no-evidence]           a database of the first version with N
                                                    positions; 1000000
  sdk-reconnect [--cuts N] [--seed S] [--no-evidence]
                                                    N cuts under the bots of both SDKs; 1000
  api-contract [--requests N] [--seed S] [--no-evidence]
                                                    N generated requests to every operation; 200
  quick-start [--no-evidence]                       the quick start of each SDK, from its page`;

const [name = '', ...words] = process.argv.slice(2);
const soak = SOAKS[name];
if (soak === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = (await soak(words)) ? 0 : 1;
}
