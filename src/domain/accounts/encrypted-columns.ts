import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { totpContext } from './sign-in/totp.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'access.user', column: 'totp_encrypted', context: (id) => totpContext({ id }) },
]
