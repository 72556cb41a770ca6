import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { chunkContext } from './media-store.ts'

/** The encrypted columns of this module. Key rotation re-encrypts the columns in this list. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'greetings.media_chunk', column: 'encrypted_content', context: chunkContext },
]
