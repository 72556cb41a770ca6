import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { secretContext } from '../engine/signing.ts'

/**
 * The encrypted columns of webhooks. Key rotation reencrypts each column in this list; add new columns
 * here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'webhooks.endpoint', column: 'secret', context: secretContext },
  { table: 'webhooks.endpoint', column: 'previous_secret', context: secretContext },
]
