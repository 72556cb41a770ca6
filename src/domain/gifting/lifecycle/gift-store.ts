import type { Offering, RawJson } from '#contract'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { rowStatement } from '#platform/postgres/row-statement'
import { dueAt } from './due-at.ts'
import { insertMetadataValues } from './metadata-store.ts'
import { foldAccents, nameKeyExpressions } from './name-search.ts'
import type { Gift, PublicGift } from './tables.ts'

const columns = `g.account_id, g.id, g.reference, g.state, g.status, g.version, g.is_direct, g.campaign_id,
  g.campaign_name, g.sender_id, g.sender_name, g.sender_email, g.contact_id, g.email_key, g.first_name,
  g.last_name, g.email, g.address, g.country, g.offering, g.line_items, g.email_message, g.metadata, g.link_digest,
  g.link_code, g.send_at, g.expires_at, g.remind_at, g.one_link_id, g.claimed_until, g.delivered_emitted, g.max_choices, g.cost_centre, g.purchase_order_number,
  g.team_id, g.has_budget,
  g.created_at, g.updated_at`

/** The columns of the public snapshot. They have a third fewer bytes than all columns. */
const snapshotColumns = `g.id, g.reference, g.status, g.is_direct, g.campaign_id, g.campaign_name, g.sender_id,
  g.sender_name, g.sender_email, g.contact_id, g.first_name, g.last_name, g.email, g.address, g.offering,
  g.line_items, g.email_message, g.metadata, g.link_code, g.created_at, g.updated_at`

const selectFromGifts = (more: string): string => `select ${columns},
    coalesce(c.thank_you_count, 0) as thank_you_count, ${more}
  from gifting.gift_request g
  left join gifting.contact c on c.account_id = g.account_id and c.id = g.contact_id`

/**
 * Selects gift requests without the offering, because many rows share one. `withOfferings` reads each
 * offering once.
 */
export const selectGiftWithoutOffering = selectFromGifts('null as offered')

/**
 * SQL expression for the bytes of a gift request: the columns that can be large, and a fixed number for the
 * others.
 */
const ownBytes = `1000 + octet_length(g.metadata) + octet_length(g.email_message) + coalesce(octet_length(g.line_items), 0)`

/**
 * Selects gift requests without the offering, and the bytes of their own columns. For use in
 * `withinBudgetSql`.
 */
export const selectGiftWithOwnBytes = selectFromGifts(`null as offered, ${ownBytes} as row_bytes`)

/**
 * Selects gift requests without the offering, and all bytes of their public view. The bytes include those of
 * the offering, or of the line items instead of it.
 */
export const selectGiftWithAllBytes = selectFromGifts(
  `null as offered, ${ownBytes} + coalesce((select octet_length(o.content) from gifting.offering o
      where o.account_id = g.account_id and o.digest = g.offering), octet_length(g.line_items), 0) as row_bytes`,
)

/** Returns the cache key for the content of an offering. The content of an offering never changes. */
export const offeringCacheKey = (account_id: string, digest: Buffer): string =>
  `offering content ${account_id} ${digest.toString('base64')}`

/**
 * Adds the offerings to gift requests of the context's account. Reads each distinct offering once, from the
 * cache or from the database.
 */
export async function withOfferings<G extends Gift>(ctx: TxContext, gifts: G[]): Promise<G[]> {
  const { cache } = ctx.deployment
  const missing = new Map<string, Buffer>()
  for (const gift of gifts) {
    if (gift.offering === null) continue
    const key = offeringCacheKey(ctx.account_id, gift.offering)
    gift.offered = (cache.get(key) as RawJson<Offering> | undefined) ?? null
    if (gift.offered === null) missing.set(key, gift.offering)
  }
  if (missing.size === 0) return gifts
  const rows = await ctx.query<{ digest: Buffer; content: RawJson<Offering> }>(
    'select digest, content from gifting.offering where account_id = $1 and digest = any ($2)',
    [ctx.account_id, [...missing.values()]],
  )
  const contents = new Map(
    rows.map(({ digest, content }) => [offeringCacheKey(ctx.account_id, digest), content]),
  )
  for (const [key, content] of contents) cache.set(key, content, content.length)
  for (const gift of gifts)
    if (gift.offering !== null)
      gift.offered ??= contents.get(offeringCacheKey(ctx.account_id, gift.offering)) ?? null
  return gifts
}

/** Selects gift requests with the columns of the contact and of the offering. */
export const selectGift = `select ${columns}, coalesce(c.thank_you_count, 0) as thank_you_count, o.content as offered
  from gifting.gift_request g
  left join gifting.contact c on c.account_id = g.account_id and c.id = g.contact_id
  left join gifting.offering o on o.account_id = g.account_id and o.digest = g.offering`

/**
 * Reads gift requests of one account without a transaction and without their offerings. This is the most
 * frequent read of API clients. Returns them in the order of `ids`; undefined for an id without a gift
 * request.
 */
export async function findManyWithoutTransaction(
  db: Database,
  account_id: string,
  ids: readonly string[],
): Promise<(PublicGift | undefined)[]> {
  const select = `select ${snapshotColumns}, null as offered, coalesce((
      select c.thank_you_count from gifting.contact c
       where c.account_id = g.account_id and c.id = g.contact_id), 0) as thank_you_count
    from gifting.gift_request g where g.account_id = opened.account_id::uuid and g.id = any ($2::uuid[])`
  const rows = await readWithoutTransaction<Omit<PublicGift, 'account_id'>>(
    db,
    account_id,
    select,
    [ids],
  )
  const found = new Map(rows.map((gift) => [gift.id, Object.assign(gift, { account_id })]))
  return ids.map((id) => found.get(id.toLowerCase()))
}

/** Finds the content of an offering of the account. */
export async function findOfferingWithoutTransaction(
  db: Database,
  account_id: string,
  digest: Buffer,
): Promise<RawJson<Offering> | undefined> {
  const select = `select o.content from gifting.offering o
    where o.account_id = opened.account_id::uuid and o.digest = $2`
  const [row] = await readWithoutTransaction<{ content: RawJson<Offering> }>(
    db,
    account_id,
    select,
    [digest],
  )
  return row?.content
}

/** Finds a gift request of any account by the digest of its link. */
export async function findByLink(
  db: Database,
  digest: Buffer,
): Promise<{ account_id: string; id: string; clock_offset_ms: number } | undefined> {
  const select = `select g.account_id, g.id, (extract(epoch from c.clock_offset) * 1000)::float8 as clock_offset_ms
    from gifting.gift_request g cross join lateral access.clock_offset_of(g.account_id) c
   where g.link_digest = $2 and opened.account_id = '*'`
  const [found] = await readWithoutTransaction<{
    account_id: string
    id: string
    clock_offset_ms: number
  }>(db, ALL_ACCOUNTS, select, [digest])
  return found
}

/** Reads one gift request of one account. */
export async function find(
  ctx: TxContext,
  account_id: string,
  id: string,
): Promise<Gift | undefined> {
  const [gift] = await ctx.query<Gift>(`${selectGift} where g.account_id = $1 and g.id = $2`, [
    account_id,
    id,
  ])
  return gift
}

/** Reads gift requests of the context's account, in any order. */
export const findAll = async (ctx: TxContext, ids: readonly string[]): Promise<Gift[]> =>
  ids.length === 0
    ? []
    : withOfferings(
        ctx,
        await ctx.query<Gift>(
          `${selectGiftWithoutOffering} where g.account_id = $1 and g.id = any ($2)`,
          [ctx.account_id, ids],
        ),
      )

/** Reads one gift request, and locks it (`select … for update`) until the transaction ends. */
export async function findForUpdate(
  ctx: TxContext,
  account_id: string,
  id: string,
): Promise<Gift | undefined> {
  const text = `${selectGift} where g.account_id = $1 and g.id = $2 for update of g`
  const [gift] = await ctx.query<Gift>(text, [account_id, id])
  return gift
}

const nameKeys = nameKeyExpressions('t.folded_first', 't.folded_last')
/** Returns SQL for the digest with which bounced addresses are stored. */
const emailDigestSql = (email_key: string) => `sha256(convert_to(${email_key}, 'UTF8'))`
/** Returns SQL for the domain of an email address. The search for contacts uses it. */
const emailDomainSql = (email_key: string) => `split_part(${email_key}, '@', 2)`

/** The columns of a new gift request that have values, with their SQL types. */
const newGiftColumns = {
  account_id: 'uuid',
  id: 'uuid',
  reference: 'text',
  state: 'text',
  status: 'text',
  version: 'integer',
  is_direct: 'boolean',
  campaign_id: 'uuid',
  campaign_name: 'text',
  sender_id: 'uuid',
  sender_name: 'text',
  sender_email: 'text',
  contact_id: 'uuid',
  email_key: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  address: 'bytea',
  country: 'text',
  offering: 'bytea',
  line_items: 'text',
  email_message: 'text',
  metadata: 'text',
  send_at: 'timestamptz',
  expires_at: 'timestamptz',
  max_choices: 'integer',
  cost_centre: 'text',
  purchase_order_number: 'text',
  team_id: 'uuid',
  has_budget: 'boolean',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Partial<Record<keyof Gift, string>>

const newGiftColumnNames = Object.keys(newGiftColumns) as (keyof typeof newGiftColumns)[]

const insertGiftStatement = rowStatement(
  {
    ...newGiftColumns,
    due_at: 'timestamptz',
    folded_first: 'text',
    folded_last: 'text',
    cause: 'text',
    events: 'text[]',
    is_new_contact: 'boolean',
  },
  (rows) => `with t ${rows},
     contact as (
       insert into gifting.contact (account_id, id, email_key, domain_key, digest, created_at)
       select account_id, contact_id, email_key, ${emailDomainSql('email_key')}, ${emailDigestSql('email_key')}, created_at
         from t where is_new_contact
       on conflict (account_id, email_key) do nothing),
     gift as (
       insert into gifting.gift_request (${newGiftColumnNames.join(', ')}, due_at, ${Object.keys(nameKeys).join(', ')})
       select ${newGiftColumnNames.map((name) => `t.${name}`).join(', ')},
         -- now() caps the due time of a new gift request, because the clock of this node can be ahead.
         case t.state when 'created' then least(t.due_at - c.clock_offset, now()) else t.due_at - c.clock_offset end,
         ${Object.values(nameKeys).join(', ')}
         from t cross join lateral access.clock_offset_of(t.account_id) c)
     insert into gifting.state_transition (account_id, gift_request_id, number, created_at, to_state, cause, events)
     select account_id, id, 1, created_at, state, cause, events from t`,
)

/**
 * Inserts a gift request, its first transition and, if `isNewContact`, its contact. The function does not
 * wait for the statement: an error fails the transaction. If another transaction created the contact in the
 * meantime, the transaction also fails, because the foreign key finds no contact with this id.
 */
export function insert(
  ctx: TxContext,
  gift: Gift,
  cause: string,
  events: readonly string[],
  isNewContact: boolean,
): void {
  ctx.enqueueRow(insertGiftStatement, [
    ...newGiftColumnNames.map((name) => gift[name]),
    dueAt(gift),
    foldAccents(gift.first_name),
    foldAccents(gift.last_name),
    cause,
    events,
    isNewContact,
  ])
  insertMetadataValues(ctx, gift)
}

/**
 * Updates the email address of the recipient. The caller must wait for the statement, because a unique index
 * allows only one gift for each address and one-link.
 */
export const updateEmail = (ctx: TxContext, gift: Gift): Promise<unknown> =>
  ctx.query(
    `update gifting.gift_request set contact_id = $3, email_key = $4, email = $5, updated_at = $6
      where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, gift.contact_id, gift.email_key, gift.email, gift.updated_at],
  )

export interface Contact {
  id: string
  email_key: string
  thank_you_count: number
}

/**
 * Finds or creates the contacts of these email addresses. The addresses must be sorted, so that concurrent
 * transactions lock rows in the same order. If another transaction is creating one of the contacts, the
 * insert waits for it, and a second query reads the row.
 */
export async function upsertContacts(
  ctx: TxContext,
  wanted: readonly { id: string; email_key: string }[],
): Promise<Map<string, Contact>> {
  const text = `with known as materialized (
       select w.id as new_id, w.email_key, c.id, c.thank_you_count
         from unnest($2::uuid[], $3::text[]) as w (id, email_key)
         left join lateral (select id, thank_you_count from gifting.contact
                             where account_id = $1 and email_key = w.email_key limit 1) c on true),
     met as (
       insert into gifting.contact (account_id, id, email_key, domain_key, digest, created_at)
       select $1, new_id, email_key, ${emailDomainSql('email_key')}, ${emailDigestSql('email_key')}, $4 from known where id is null
       on conflict (account_id, email_key) do nothing
       returning id, email_key, thank_you_count)
     select id, email_key, thank_you_count from met
     union all
     select id, email_key, thank_you_count from known where id is not null`
  const values = [
    ctx.account_id,
    wanted.map(({ id }) => id),
    wanted.map(({ email_key }) => email_key),
    ctx.now,
  ]
  let rows = await ctx.query<Contact>(text, values)
  if (rows.length < wanted.length) rows = await ctx.query<Contact>(text, values)
  return new Map(rows.map((contact) => [contact.email_key, contact]))
}

/**
 * Finds the email key of a contact. Returns null after the erasure of the contact, and undefined if the
 * account has no such contact.
 */
export async function findContact(
  ctx: TxContext,
  id: string,
): Promise<{ email_key: string | null } | undefined> {
  const [contact] = await ctx.query<{ email_key: string | null }>(
    'select email_key from gifting.contact where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )
  return contact
}

/** Inserts an offering, unless a row with the same digest exists. */
export function insertOffering(ctx: TxContext, digest: Buffer, content: string): void {
  ctx.enqueue(
    `insert into gifting.offering (account_id, digest, content) values ($1, $2, $3)
     on conflict (account_id, digest) do nothing`,
    [ctx.account_id, digest, content],
  )
}
