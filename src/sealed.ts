import * as access from '#access'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { EncryptedColumn } from '#platform/reseal'
import * as webhooks from '#webhooks'

/** Everything in the database that is sealed, room by room. A test holds it against the schema. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...access.encryptedColumns,
  ...webhooks.encryptedColumns,
  ...mail.encryptedColumns,
  ...gifting.encryptedColumns,
]
