import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { totpContext } from './sign-in/totp.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'access.person', column: 'totp_sealed', context: (id) => totpContext({ id }) },
]
