import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { phoneContext } from '../sms/phone.ts'
import { encryptionContext } from './payload-encryption.ts'

/**
 * The encrypted columns of this module. To add a column, add it here, so that key rotation reencrypts
 * it.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'mail.message', column: 'encrypted_payload', context: encryptionContext },
  { table: 'mail.recipient_phone', column: 'encrypted_phone', context: phoneContext },
]
