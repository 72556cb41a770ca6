import type { TxContext } from '#platform/postgres/database'
import { metadataKeys } from './name-search.ts'
import type { Gift } from './tables.ts'

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
