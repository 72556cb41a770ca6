import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { urlContext } from './tables.ts'

/** The encrypted columns of attention. Key rotation reencrypts each column in this list; add new columns here. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'attention.chat', column: 'encrypted_url', context: urlContext },
]
