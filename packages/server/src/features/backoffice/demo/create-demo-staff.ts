// A demo member of staff with all roles, including an authenticator app.
import type { Staff } from '#features/staff/staff.ts';
import type { Files } from '#platform/files/files.ts';
import { writeTotpSecret } from './first-run-file.ts';
import type { StaffSignIn } from './first-run-file.ts';

const ACTOR = 'system';
const NAME = 'Demo Staff';

/** Creates the demo member of staff. Every step can be repeated. */
export async function createDemoStaff(
  { staff, files }: { readonly staff: Staff; readonly files: Files },
  { email, password }: StaffSignIn,
): Promise<void> {
  await staff.create({ email, password, name: NAME, roles: ['admin'], actor: ACTOR });
  const member = await staff.find({ email });
  if (member === undefined) return;
  await writeTotpSecret(files, await staff.setUpSecondFactor({ staffId: member.id, actor: ACTOR }));
}
