import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { keyContext } from '../sender/tables.ts'
import { phoneContext } from '../sms/phone.ts'
import { encryptionContext } from './payload-encryption.ts'

/**
 * The encrypted columns of this module. To add a column, add it here, so that key rotation reencrypts
 * it.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'mail.message', column: 'encrypted_payload', context: encryptionContext },
  { table: 'mail.recipient_phone', column: 'encrypted_phone', context: phoneContext },
  { table: 'mail.account_sender', column: 'encrypted_private_key', context: keyContext },
]
