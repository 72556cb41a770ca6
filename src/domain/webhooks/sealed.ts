import type { EncryptedColumn } from '#platform/reseal'
import { sealedFor } from './endpoints.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const sealedColumns: readonly EncryptedColumn[] = [
  { table: 'webhooks.endpoint', column: 'secret', context: sealedFor },
  { table: 'webhooks.endpoint', column: 'previous_secret', context: sealedFor },
]
