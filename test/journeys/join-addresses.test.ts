import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { toEmailKey } from '#contract/email-address'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { migrate, readMigrations } from '#platform/postgres/migrations'
import { openProcessDatabase } from '#test/test-database'
import { createEmptyDatabase } from '#test/throwaway-database'

/* The upgrade of a database that stores email addresses under the keys of an older version. */

const { url, drop } = await createEmptyDatabase()
const db = openProcessDatabase({ url, maxConnections: 2, name: 'test' })
after(async () => {
  await db.pool.end()
  await drop()
})

const run = <T>(callback: (ctx: TxContext) => Promise<T>) =>
  inTransaction(db, ALL_ACCOUNTS, callback)
const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  run((ctx) => ctx.query<Row>(sql, values))

const account_id = newId()
const other_account_id = newId()
/** The key of an older version: lower case only. */
const oldKey = (email: string) => email.toLowerCase()
const unicode = 'Jürgen@Bücher.example'
const ascii = 'jürgen@xn--bcher-kva.example'
const decomposed = 'ju\u0308rgen@bücher.example'
const today = toEmailKey(unicode)
const spellings = [unicode, ascii, decomposed]

async function insertUser(account: string, email: string, proven = true): Promise<string> {
  const id = newId()
  await query(
    `insert into access.user (account_id, id, email, email_key, name, role, created_at, email_proven_at)
     values ($1, $2, $3, $4, 'Jürgen', 'sender', now(), $5)`,
    [account, id, email, oldKey(email), proven ? new Date() : null],
  )
  return id
}

/** A contact with a gift and a note, as an older version stored them. */
async function insertRecipient(
  account: string,
  email: string,
  thanks: number,
  one_link_id?: string,
) {
  const id = newId()
  const giftId = newId()
  const key = oldKey(email)
  await query(
    `insert into gifting.contact (account_id, id, email_key, domain_key, digest, thank_you_count, created_at)
     values ($1, $2, $3, split_part($3, '@', 2), sha256(convert_to($3, 'UTF8')), $4, now())`,
    [account, id, key, thanks],
  )
  await query(
    `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id, sender_name,
       sender_email, contact_id, email_key, first_name, last_name, email, email_message, metadata, expires_at, created_at,
       updated_at, one_link_id)
     values ($1, $2::uuid, $2::uuid::text, 'complete', 'delivered', 1, false, $2::uuid, '', '', $3, $4, '', '', $5, '{}', '{}', now(), now(),
       now(), $6)`,
    [account, giftId, id, key, email, one_link_id ?? null],
  )
  await query(
    `insert into gifting.contact_note (account_id, id, contact_id, author_id, author_name, encrypted_text, created_at)
     values ($1, $2::uuid, $3, $2::uuid, '', '', now())`,
    [account, newId(), id],
  )
  return { id, giftId, key }
}

const insertDigest = (table: 'bounced_address' | 'opted_out_address', email: string) =>
  query(
    `insert into mail.${table} (account_id, to_digest, ${table === 'bounced_address' ? 'reason, bounced_at' : 'set_by, created_at'})
     values ($1, sha256(convert_to($2, 'UTF8')), 'test', now())`,
    [account_id, oldKey(email)],
  )

const users: Record<string, string> = {}
let recipients: Awaited<ReturnType<typeof insertRecipient>>[]
let claims: Awaited<ReturnType<typeof insertRecipient>>[]
let untouched: Awaited<ReturnType<typeof insertRecipient>>
const one_link_id = newId()

before(async () => {
  const name = '0075_join_addresses.sql'
  await migrate(url, { only: readMigrations().filter((each) => each.name < name) })
  for (const id of [account_id, other_account_id])
    await query(
      `insert into access.account (id, name, tier, tenant, region, stage, created_at)
       values ($1::uuid, 'Larkfield', 'enterprise', $1::uuid::text, 'us', 'staging', now())`,
      [id],
    )
  users.unproven = await insertUser(account_id, ascii, false)
  users.proven = await insertUser(account_id, unicode)
  users.elsewhere = await insertUser(other_account_id, decomposed)
  users.sigma = await insertUser(account_id, 'ΝΙΚΟΣ@example.com')
  recipients = []
  for (const [index, email] of spellings.entries())
    recipients.push(await insertRecipient(account_id, email, index))
  untouched = await insertRecipient(account_id, 'ada@example.com', 5)
  await query(
    `insert into gifting.one_link (account_id, id, campaign_id, campaign_name, quantity, allowed_email_domains, code_digest,
       code, expires_at, created_at, updated_at) values ($1, $2::uuid, $2::uuid, '', 5, '{}', '', '', now(), now(), now())`,
    [other_account_id, one_link_id],
  )
  claims = []
  for (const email of spellings)
    claims.push(await insertRecipient(other_account_id, email, 0, one_link_id))
  for (const email of spellings) {
    await insertDigest('bounced_address', email)
    await insertDigest('opted_out_address', email)
    await query(
      `insert into access.invitation (account_id, id, email, email_key, name, role, token_hash, invited_by, created_at, expires_at)
       values ($1, $2, $3::text, $4, 'Jürgen', 'sender', convert_to($3::text, 'UTF8'), $5, now(), now())`,
      [account_id, newId(), email, oldKey(email), users.sigma],
    )
  }
  await migrate(url)
})

it('keeps the proven user of an address, and ends the access of the other', async () => {
  const rows = await query<{
    id: string
    email_key: string
    is_removed: boolean
    is_proven: boolean
  }>(
    `select id, email_key, removed_at is not null as is_removed, email_proven_at is not null as is_proven from access.user`,
  )
  const byId = Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))
  const remaining = { email_key: today, is_removed: false, is_proven: true }
  assert.deepEqual(byId[users.proven ?? ''], remaining)
  assert.deepEqual(byId[users.elsewhere ?? ''], { ...remaining, is_proven: false })
  assert.equal(byId[users.unproven ?? '']?.is_removed, true)
  assert.notEqual(byId[users.unproven ?? '']?.email_key, today)
  assert.equal(byId[users.sigma ?? '']?.email_key, toEmailKey('νικος@example.com'))
})

it('joins the contacts of an address, with all gifts, notes and thanks', async () => {
  const contacts = await query(
    `select id, email_key, domain_key, thank_you_count, digest = sha256(convert_to(email_key, 'UTF8')) as is_digest_of_key
       from gifting.contact where account_id = $1 order by id`,
    [account_id],
  )
  assert.deepEqual(contacts, [
    {
      id: recipients[0]?.id,
      email_key: today,
      domain_key: 'xn--bcher-kva.example',
      thank_you_count: 3,
      is_digest_of_key: true,
    },
    {
      id: untouched.id,
      email_key: 'ada@example.com',
      domain_key: 'example.com',
      thank_you_count: 5,
      is_digest_of_key: true,
    },
  ])
  const gifts = await query<{ id: string }>(
    `select id from gifting.gift_request where account_id = $1 and email_key = $2 and contact_id = $3 order by id`,
    [account_id, today, recipients[0]?.id],
  )
  assert.deepEqual(
    gifts.map(({ id }) => id),
    recipients.map(({ giftId }) => giftId),
  )
  const [notes] = await query<{ count: number }>(
    `select count(*)::int from gifting.contact_note where contact_id = $1`,
    [recipients[0]?.id],
  )
  assert.equal(notes?.count, 3)
})

it('keeps one claim of a one-link for an address, and loses none', async () => {
  const rows = await query<{ email_key: string }>(
    `select email_key from gifting.gift_request where one_link_id = $1 order by id`,
    [one_link_id],
  )
  // The second claim has had the key of today all along.
  assert.deepEqual(
    rows.map(({ email_key }) => email_key),
    [claims[0]?.key, today, claims[2]?.key],
  )
})

it('joins suppressed addresses and invitations', async () => {
  for (const table of ['bounced_address', 'opted_out_address'])
    assert.deepEqual(
      await query(
        `select to_digest = sha256(convert_to($1, 'UTF8')) as is_today from mail.${table}`,
        [today],
      ),
      [{ is_today: true }],
      table,
    )
  assert.deepEqual(await query('select email, email_key from access.invitation'), [
    { email: decomposed, email_key: today },
  ])
})
