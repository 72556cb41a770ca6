import type { EncryptedColumn } from '#platform/reseal'
import { encryptionContext } from './seal.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'mail.message', column: 'sealed', context: encryptionContext },
]
