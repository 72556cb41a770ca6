import * as accounts from '#accounts'
import * as attention from '#attention'
import * as chatApps from '#chat-apps'
import * as connections from '#connections'
import * as digital from '#digital'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import * as oneLinks from '#one-links'
import type { Config } from '#platform/config/config'
import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import * as sends from '#sends'
import * as webhooks from '#webhooks'

/** All encrypted columns of the database, by module. A test compares this list with the schema. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  ...accounts.encryptedColumns,
  ...connections.encryptedColumns,
  ...webhooks.encryptedColumns,
  ...mail.encryptedColumns,
  ...chatApps.encryptedColumns,
  ...digital.encryptedColumns,
  ...greetings.encryptedColumns,
  ...gifting.encryptedColumns,
  ...oneLinks.encryptedColumns,
  ...sends.encryptedColumns,
  ...attention.encryptedColumns,
]

/** Returns where the encryption key comes from, as a text for messages. */
export const keySource = ({ keyring, dataDir }: Pick<Config, 'keyring' | 'dataDir'>): string =>
  keyring === undefined ? dataDir : 'BESTOW_SECRET_KEY'
