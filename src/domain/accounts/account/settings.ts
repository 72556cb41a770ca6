import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as store from './settings-store.ts'
import type { Brand, Settings } from './tables.ts'

/** The brands of these accounts by their ids. */
export async function findBrandsById(
  ctx: TxContext,
  account_ids: Iterable<string>,
): Promise<ReadonlyMap<string, Brand>> {
  const uniqueIds = [...new Set(account_ids)]
  const rows = uniqueIds.length === 0 ? [] : await store.findBrands(ctx, uniqueIds)
  return new Map(rows.map((row) => [row.account_id, row]))
}

const defaultRetentionDays = 90 // days

export async function readSettings(ctx: TxContext): Promise<Settings> {
  const found = await store.find(ctx)
  if (found === undefined) throw new ApiError('not_found')
  return {
    ...found,
    address_retention_days: found.address_retention_days ?? defaultRetentionDays,
  }
}

/**
 * Changes what `change` names. Answers how it was and how it is.
 *
 * @param check  told how it is before anything changes, with the row held; throws when that is not
 *   what the caller has seen
 */
export async function updateSettings(
  ctx: TxContext,
  change: Partial<Omit<Settings, 'updated_at'>>,
  check: (before: Settings) => void,
): Promise<{ before: Settings; after: Settings }> {
  await store.lockAccount(ctx)
  const before = await readSettings(ctx)
  check(before)
  const after = { ...before, ...change, updated_at: ctx.now }
  await store.upsert(ctx, after)
  return { before, after }
}
