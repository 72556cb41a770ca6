import { ApiError } from '#contract'
import { toOneLine } from '#contract/one-line'
import type { TxContext } from '#platform/postgres/database'
import { parseAccountName } from './accounts.ts'
import * as store from './settings-store.ts'
import type { Brand, Settings } from './tables.ts'

/** Returns the branding of these accounts by id. */
export async function findBrandsById(
  ctx: TxContext,
  account_ids: Iterable<string>,
): Promise<ReadonlyMap<string, Brand>> {
  const uniqueIds = [...new Set(account_ids)]
  const rows = uniqueIds.length === 0 ? [] : await store.findBrands(ctx, uniqueIds)
  return new Map(rows.map((row) => [row.account_id, row]))
}

const defaultRetentionDays = 90

export async function readSettings(ctx: TxContext): Promise<Settings> {
  const found = await store.find(ctx)
  if (found === undefined) throw new ApiError('not_found')
  return {
    ...found,
    address_retention_days: found.address_retention_days ?? defaultRetentionDays,
  }
}

/**
 * Updates the given settings. Returns the settings before and after.
 *
 * @param check receives the locked settings before the change; throws when the caller has seen an older
 *   version
 */
export async function updateSettings(
  ctx: TxContext,
  change: Partial<Omit<Settings, 'updated_at'>>,
  check: (before: Settings) => void,
): Promise<{ before: Settings; after: Settings }> {
  await store.lockAccount(ctx)
  const before = await readSettings(ctx)
  check(before)
  const { name, sender_name } = change
  const after = {
    ...{ ...before, ...change, updated_at: ctx.now },
    // These are in the headers of emails.
    ...(name !== undefined && { name: parseAccountName(name) }),
    ...(typeof sender_name === 'string' && { sender_name: toOneLine(sender_name) || null }),
  }
  await store.upsert(ctx, after)
  return { before, after }
}
