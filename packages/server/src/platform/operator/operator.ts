// The operator's connection to the running program: a unix socket in DATA_DIR that only the user
// who runs the server can open. Arguments go in; printed lines, progress and an exit code come out.
//
// 1. The server sends one line of JSON: {kind: 'identify', file, nonce}.
//
// 2. The client creates that file in the folder `operator` beside the socket, with the nonce in it.
// The file's owner is the caller; a name that the client sends is ignored.
//
// 3. The client sends one line of JSON: {words, directory}, and {as: {email, password, code}} to
// act as a member of staff.
//
// 4. The server sends lines of JSON: any number of {kind: 'line' | 'progress', text}, then one
// {kind: 'end', code}.
//
// 5. A client that disconnects before the end aborts the work.
export { callOperator, type OperatorAnswer } from './call-operator.ts';
export {
  listenForOperator,
  type OperatorCall,
  type OperatorSocket,
} from './listen-for-operator.ts';
export { EXIT, type ExitCode } from './exit-code.ts';
export { readUserName } from './user-name.ts';
export type { Credentials } from './wire.ts';

/** The name of the socket below DATA_DIR. */
export const OPERATOR_SOCKET = 'operator.sock';
