import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { clientKeyContext, headersContext } from '../engine/connection-secrets.ts'
import { signingKeyContext } from '../engine/key-pair.ts'
import { secretContext } from '../engine/signing.ts'

/**
 * The encrypted columns of webhooks. Key rotation reencrypts each column in this list; add new columns
 * here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'webhooks.endpoint', column: 'secret', context: secretContext },
  { table: 'webhooks.endpoint', column: 'previous_secret', context: secretContext },
  { table: 'webhooks.endpoint', column: 'headers', context: headersContext },
  { table: 'webhooks.endpoint', column: 'signing_key', context: signingKeyContext },
  { table: 'webhooks.endpoint', column: 'previous_signing_key', context: signingKeyContext },
  { table: 'webhooks.endpoint', column: 'client_key', context: clientKeyContext },
]
