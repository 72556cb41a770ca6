import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { contentContext } from './posts.ts'

/** The encrypted columns of chat apps. Key rotation reencrypts each column in this list; add new columns here. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'chat_apps.post', column: 'encrypted_content', context: contentContext },
]
