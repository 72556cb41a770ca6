import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { chunkContext, codeContext, digestKeyContext, linkContext, pinContext } from './tables.ts'

/**
 * The encrypted columns of this module. Key rotation re-encrypts the columns in this list, so add each new
 * encrypted column here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'digital.content', column: 'encrypted_link', context: linkContext },
  { table: 'digital.file_chunk', column: 'encrypted_content', context: chunkContext },
  { table: 'digital.digest_key', column: 'encrypted_key', context: digestKeyContext },
  { table: 'digital.code', column: 'encrypted_code', context: codeContext },
  { table: 'digital.code', column: 'encrypted_pin', context: pinContext },
]
