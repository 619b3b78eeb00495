// The operator's line into the running program: a unix socket in DATA_DIR that only the user who
// runs the server can open. Words go in; printed lines, progress and an exit code come out.
//
// 1. The client sends one line of JSON: {words, directory, user}.
// 2. The server sends lines of JSON: any number of {kind: 'line' | 'progress', text}, then one
//    {kind: 'end', code}.
// 3. A client that goes away before the end aborts the work.
//
// Who the user is the client says: whoever can open the socket is that user, or root.
export { callOperator, type OperatorAnswer } from './call-operator.ts';
export {
  listenForOperator,
  type OperatorCall,
  type OperatorSocket,
} from './listen-for-operator.ts';
export { EXIT, type ExitCode } from './exit-code.ts';
export { readUserName } from './user-name.ts';

/** Below DATA_DIR. */
export const OPERATOR_SOCKET = 'operator.sock';
