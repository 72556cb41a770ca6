import { chunkBySize } from '#platform/lib/chunks'
import type { TxContext } from '#platform/postgres/database'
import { type Gift, payloadSize } from '../lifecycle/tables.ts'

/** Max gift requests in one statement. */
export const giftBatchSize = 500

/** Splits gift requests into chunks whose event bodies fit in memory. */
export const chunkByPayloadSize = ({ deployment }: TxContext, gifts: readonly Gift[]) =>
  chunkBySize(gifts, (gift) => Object.keys(deployment.versions).length * payloadSize(gift), {
    maxRows: giftBatchSize,
  })
