import { listContactMessages } from '#features/content/content.ts';
import { EXIT } from '#platform/operator/operator.ts';
import { toPlainLine } from '../plain-line.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

export const contactCommand: OperatorCommand = {
  name: 'contact',
  usage: ['contact list'],
  summary: 'Shows the latest messages of the contact form.',
  run: async ({ db }, call) => {
    if (call.words.join(' ') !== 'list') return 'usage';
    const messages = await listContactMessages(db.kysely);
    if (messages.length === 0) call.print('There are no messages.');
    for (const one of messages) {
      const name = `${one.firstName} ${one.lastName}`;
      call.print(
        `${one.id}  ${new Date(one.atMs).toISOString()}  ${name} <${one.email}> ${one.phone}`,
      );
      one.message.split(/\r?\n/).forEach((line) => call.print(`    ${toPlainLine(line)}`));
    }
    return EXIT.done;
  },
};
