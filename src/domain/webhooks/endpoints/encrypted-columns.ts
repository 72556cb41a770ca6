import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { secretContext } from '../engine/signing.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'webhooks.endpoint', column: 'secret', context: secretContext },
  { table: 'webhooks.endpoint', column: 'previous_secret', context: secretContext },
]
