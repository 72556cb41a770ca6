import { Refusal } from '#contract'
import type { TxContext } from '#platform/postgres'
import * as store from './settings-store.ts'

/** What an admin can set for the account. */
export interface Settings {
  name: string
  /** #rrggbb; mails and pages are in this colour where their campaign has none of its own. */
  brand_color: string | null
  logo_url: string | null
  /** Whom mails are from, when it is not the account's name. */
  sender_name: string | null
  /** For how many days after delivery a recipient's address is kept. */
  address_retention_days: number
  /** Undefined while nothing was ever set. */
  updated_at: Date | null
}

/** What an account looks like to recipients. */
export interface Brand extends Pick<Settings, 'name' | 'brand_color' | 'logo_url' | 'sender_name'> {
  account_id: string
}

/** The brands of these accounts by their ids. */
export async function brandsBy(
  ctx: TxContext,
  account_ids: Iterable<string>,
): Promise<ReadonlyMap<string, Brand>> {
  const wanted = [...new Set(account_ids)]
  const rows = wanted.length === 0 ? [] : await store.brands(ctx, wanted)
  return new Map(rows.map((row) => [row.account_id, row]))
}

const usualRetention = 90 // days

export async function readSettings(ctx: TxContext): Promise<Settings> {
  const found = await store.find(ctx)
  if (found === undefined) throw new Refusal('not_found')
  return {
    ...found,
    address_retention_days: found.address_retention_days ?? usualRetention,
  }
}

/**
 * Changes what `change` names. Answers how it was and how it is.
 *
 * @param check  told how it is before anything changes, with the row held; throws when that is not
 *   what the caller has seen
 */
export async function changeSettings(
  ctx: TxContext,
  change: Partial<Omit<Settings, 'updated_at'>>,
  check: (was: Settings) => void,
): Promise<{ was: Settings; is: Settings }> {
  await store.hold(ctx)
  const was = await readSettings(ctx)
  check(was)
  const is = { ...was, ...change, updated_at: ctx.now }
  await store.put(ctx, is)
  return { was, is }
}
