import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { totpContext } from './sign-in/totp.ts'
import { providerSecretContext } from './single-sign-on/tables.ts'

/**
 * The encrypted columns of accounts. Key rotation reencrypts each column in this list; add new columns
 * here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'access.person',
    isOfNoAccount: true,
    column: 'totp_encrypted',
    context: (id) => totpContext({ id }),
  },
  {
    table: 'access.single_sign_on_provider',
    column: 'secret_encrypted',
    context: providerSecretContext,
  },
]
