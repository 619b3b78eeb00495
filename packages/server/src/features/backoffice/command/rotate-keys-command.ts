import { EXIT } from '#platform/operator/operator.ts';
import type { OperatorCommand } from '../operator-command.ts';

const number = new Intl.NumberFormat('en');

export const rotateKeysCommand: OperatorCommand = {
  name: 'rotate-keys',
  usage: ['rotate-keys'],
  summary:
    'Adds a version of each key in DATA_DIR/secrets and encrypts documents and secrets again; ' +
    'continues where it was interrupted.',
  run: async ({ keys }, { words, actor, signal, print, progress }) => {
    if (words.length > 0) return 'usage';
    const rotation = await keys.rotate({ actor, signal, progress });
    if (rotation === 'under-way') {
      print('A rotation is running already.');
      return EXIT.failed;
    }
    const { added, secrets, documents, unreadable } = rotation;
    print(
      added.length > 0
        ? `New keys: ${added.join(', ')}. Copy DATA_DIR/secrets to every standby now.`
        : 'Continued a rotation that was interrupted. Run it again to add new keys.',
    );
    print(
      `Encrypted again: ${number.format(secrets)} secrets, ${number.format(documents)} documents.`,
    );
    if (unreadable > 0) {
      print(`${number.format(unreadable)} could not be read: their key is kept.`);
      return EXIT.failed;
    }
    print(
      'The old keys are deleted automatically once nothing uses them, in 2 days at the earliest.',
    );
    return EXIT.done;
  },
};
