/** Tests whether a PostgreSQL answers, with the first bytes of its protocol. */
import { connect } from 'node:net';

const ANSWER_TIMEOUT_MS = 3_000;
const PROTOCOL_3_0 = 196_608;
const AUTHENTICATION_OK = 0;
const MESSAGE_HEADER_BYTES = 5;

/**
 * Tests whether the server at this address answers, and whether it lets the user in.
 * @param {string} url postgres://user@host:port/database
 * @returns {Promise<'open' | 'locked' | 'silent'>} open: lets this user in without a password;
 *   locked: answers, but asks for one or refuses; silent: no PostgreSQL there
 */
export function askPostgres(url) {
  const { hostname, port, username, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port === '' ? 5432 : port) });
  return new Promise((resolve) => {
    const end = (/** @type {'open' | 'locked' | 'silent'} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => end('silent'));
    socket.once('error', () => end('silent'));
    socket.once('close', () => end('silent'));
    socket.once('connect', () => socket.write(startup(username, pathname.slice(1))));
    socket.once('data', (answer) => end(readAnswer(answer)));
  });
}

/** @param {string} user @param {string} database */
function startup(user, database) {
  const parameters = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + parameters.length, 0);
  head.writeInt32BE(PROTOCOL_3_0, 4);
  return Buffer.concat([head, parameters]);
}

/** @param {Buffer} answer */
function readAnswer(answer) {
  const kind = String.fromCharCode(answer[0] ?? 0);
  if (kind === 'E') return 'locked';
  if (kind !== 'R' || answer.length < MESSAGE_HEADER_BYTES + 4) return 'silent';
  return answer.readInt32BE(MESSAGE_HEADER_BYTES) === AUTHENTICATION_OK ? 'open' : 'locked';
}
