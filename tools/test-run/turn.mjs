/**
 * How many server tests run at once. Beside the journeys some workers wait, because with more of
 * them the programs of the journeys lost their leases and answered 503 on two cores. When the
 * journeys have ended, the others begin, so that the processor stays busy until the end.
 */

/** One more than the smallest machine has cores: they wait for disks and timers as well. */
export const WORKERS_AT_ONCE = 3;
/** After the journeys. */
export const SERVER_WORKERS = 5;

/**
 * Names, in the environment of test processes, the file that exists once the journeys have ended.
 * Without it no worker waits.
 */
export const TURN_FILE = 'HALYARD_TEST_TURN_FILE';
