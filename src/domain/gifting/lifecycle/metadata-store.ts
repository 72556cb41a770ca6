import type { TxContext } from '#platform/postgres/database'
import { metadataKeys } from './name-search.ts'
import type { Gift } from './tables.ts'

/** Replaces the searchable metadata values of a gift request. The statements are not awaited. */
export function replaceMetadataValues(ctx: TxContext, gift: Gift): void {
  ctx.enqueue('delete from gifting.metadata_value where account_id = $1 and gift_request_id = $2', [
    gift.account_id,
    gift.id,
  ])
  insertMetadataValues(ctx, gift)
}

/** Makes a gift request searchable by its metadata values. The statement is not awaited. */
export function insertMetadataValues(ctx: TxContext, { account_id, id, metadata }: Gift): void {
  const values = metadataKeys(metadata)
  if (values.length === 0) return
  ctx.enqueue(
    `insert into gifting.metadata_value (account_id, value_key, gift_request_id)
     select $1, value_key, $2 from unnest($3::text[]) as v (value_key)`,
    [account_id, id, values],
  )
}
