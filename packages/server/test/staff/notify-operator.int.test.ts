// What the operator learns of changes to staff: whoever is made or helped may approve days later.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const EMAIL = 'puppet@staff.example';

describeOnDatabase('a change to a member of staff', (database) => {
  let server: TestServer;
  let admin: SignedIn;
  beforeAll(async () => {
    server = await startServer({ database, environment: { OPERATOR_EMAIL: 'desk@trade.example' } });
    admin = await signInStaff(server, 'admin@staff.example', 'admin');
  }, 180_000);
  afterAll(async () => await server.stop());

  const act = async <Data>(path: string, body: object = {}): Promise<Data> => {
    const reply = await server.post<Data>(
      `/api/backoffice/staff/${path}`,
      { reason: 'asked for', ...body },
      { token: admin.token },
    );
    return dataOf(reply.envelope);
  };
  const notified = async (email: string): Promise<readonly string[]> =>
    (await readOutbox(server.dataDir)).flatMap(
      (mail) => new RegExp(`Member of staff ${email}: (staff\\.[\\w-]+)`).exec(mail)?.[1] ?? [],
    );

  it('by somebody else is reported to the operator', async () => {
    const member = { email: EMAIL, name: 'Puppet', roles: ['finance'], request_id: 'one' };
    const { id } = await act<{ id: number }>('create', member);
    await act(`${id}/set-roles`, { roles: ['finance', 'support'], request_id: 'two' });
    for (const action of ['reset-password', 'reset-second-factor', 'disable', 'enable']) {
      await act(`${id}/${action}`);
    }
    await eventually(async () => {
      expect((await notified(EMAIL)).toSorted()).toEqual([
        'staff.create',
        'staff.enable',
        'staff.reset-second-factor',
        'staff.set-password',
        'staff.set-roles',
      ]);
    });
  });

  it('of their own is not reported', async () => {
    const password = 'another long password';
    const body = {
      current_password: admin.password,
      new_password: password,
      confirm_password: password,
    };
    const changed = await server.post('/api/backoffice/password', body, { token: admin.token });
    expect(changed.status).toBe(200);
    expect(await notified('admin@staff.example')).toEqual(['staff.create']);
  });
});
