import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { credentialsContext } from './tables.ts'

/** The encrypted columns of connections. Key rotation reencrypts each column in this list; add new columns here. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'connections.connection',
    column: 'encrypted_credentials',
    context: credentialsContext,
  },
]
