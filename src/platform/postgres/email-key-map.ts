import { createHash } from 'node:crypto'
import type pg from 'pg'
import { toEmailKey } from '#contract/email-address'

const keyTables = [
  'access.user',
  'access.invitation',
  'access.email_change',
  'gifting.contact',
  'gifting.gift_request',
]

/**
 * Creates the temporary table email_key_map for the current transaction: each stored key of an email address that
 * `toEmailKey` computes differently today, with its new key and the SHA-256 digests of both. Keys of ASCII characters
 * have always been the same.
 */
export async function createEmailKeyMap(client: pg.Client): Promise<void> {
  await client.query(`create temp table email_key_map (
    old_key text primary key, new_key text not null, old_digest bytea not null, new_digest bytea not null) on commit drop`)
  const keys = keyTables.map(
    (table) => `select email_key from ${table} where email_key ~ '[^[:ascii:]]'`,
  )
  const { rows } = await client.query<{ email_key: string }>(keys.join(' union '))
  const changes = rows
    .map(({ email_key: old_key }) => ({ old_key, new_key: toEmailKey(old_key) }))
    .filter(({ old_key, new_key }) => old_key !== new_key)
    .map((change) => ({
      ...change,
      old_digest: hash(change.old_key),
      new_digest: hash(change.new_key),
    }))
  await client.query(
    `insert into email_key_map select old_key, new_key, old_digest::bytea, new_digest::bytea
       from json_to_recordset($1) as m (old_key text, new_key text, old_digest text, new_digest text)`,
    [JSON.stringify(changes)],
  )
  await client.query(
    'create index on email_key_map (new_key); create index on email_key_map (old_digest)',
  )
}

/** In the text form of bytea. */
const hash = (key: string) => `\\x${createHash('sha256').update(key).digest('hex')}`
