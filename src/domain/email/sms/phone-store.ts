import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'

/** A row of the table `mail.recipient_phone`. The `id` is the id of the gift request. */
export interface PhoneRow {
  account_id: string
  id: string
  encrypted_phone: Buffer
  phone_digest: Buffer
}

/** Saves the phone number of a gift request. The function does not wait for the statement. */
export const save = (ctx: TxContext, row: PhoneRow): void =>
  ctx.enqueue(
    `insert into mail.recipient_phone (account_id, id, encrypted_phone, phone_digest) values ($1, $2, $3, $4)
     on conflict (account_id, id) do update
        set encrypted_phone = excluded.encrypted_phone, phone_digest = excluded.phone_digest`,
    [row.account_id, row.id, row.encrypted_phone, row.phone_digest],
  )

export const findAll = (
  ctx: TxContext,
  gifts: readonly Pick<PhoneRow, 'account_id' | 'id'>[],
): Promise<PhoneRow[]> =>
  ctx.query<PhoneRow>(
    `select p.account_id, p.id, p.encrypted_phone, p.phone_digest
       from (select distinct * from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)) g
       join mail.recipient_phone p on p.account_id = g.account_id and p.id = g.id`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id)],
  )

/** Deletes the phone numbers of gift requests. The function does not wait for the statement. */
export const remove = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue('delete from mail.recipient_phone where account_id = $1 and id = any ($2)', [
    ctx.account_id,
    ids,
  ])

/** Returns the accounts of the transaction that have gift requests with this phone number. */
export const findAccountsOfNumber = (ctx: TxContext, digest: Buffer): Promise<string[]> =>
  ctx.queryValues<string>(
    `select distinct account_id from mail.recipient_phone where phone_digest = $1 and ($2::uuid is null or account_id = $2) limit 1000`,
    [digest, ctx.account_id === ALL_ACCOUNTS ? null : ctx.account_id],
  )

/** Finds the digest of the phone number for a message: the number of its gift request. */
export const findDigest = (
  ctx: TxContext,
  { account_id, gift_request_id }: { account_id: string; gift_request_id: string | null },
): Promise<Buffer | undefined> =>
  ctx.queryValue<Buffer>(
    'select phone_digest from mail.recipient_phone where account_id = $1 and id = $2',
    [account_id, gift_request_id],
  )
