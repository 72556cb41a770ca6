import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { contentContext, savedRowTable } from './approvals/tables.ts'
import { failureTable } from './bulk-send/failures.ts'
import { rowContext } from './bulk-send/row-store.ts'

/** The encrypted columns of this module, which a key rotation re-encrypts. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.send_approval', column: 'encrypted_content', context: contentContext },
  ...[failureTable, savedRowTable].map((table) => ({
    ...{ table: table.name, column: 'encrypted_row', context: rowContext(table) },
  })),
]
