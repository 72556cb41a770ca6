import type { TxContext } from '#platform/postgres/database'
import type { ParcelRow } from './tables.ts'

/** Parcels of an export. */
export interface ParcelFilter {
  state?: string
  created_after?: Date
  created_before?: Date
}

/** Returns a page of parcels in the order of their ids. */
export const findPage = (
  ctx: TxContext,
  { state, created_after, created_before }: ParcelFilter,
  { after, limit }: { after?: string; limit: number },
): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(
    `select * from fulfilment.parcel
      where account_id = $1 and ($2::uuid is null or id > $2) and ($3::text is null or state = $3)
        and ($4::timestamptz is null or created_at > $4) and ($5::timestamptz is null or created_at < $5)
      order by id limit $6`,
    [
      ctx.account_id,
      after ?? null,
      state ?? null,
      created_after ?? null,
      created_before ?? null,
      limit,
    ],
  )
