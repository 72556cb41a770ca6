import * as accounts from '#accounts'
import * as mail from '#email'
import * as gifting from '#gifting'
import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import * as webhooks from '#webhooks'

/** Everything in the database that is sealed, room by room. A test holds it against the schema. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...accounts.encryptedColumns,
  ...webhooks.encryptedColumns,
  ...mail.encryptedColumns,
  ...gifting.encryptedColumns,
]
