import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { encryptionContext } from './payload-encryption.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'mail.message', column: 'encrypted_payload', context: encryptionContext },
]
