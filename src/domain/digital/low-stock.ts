import * as catalogue from '#catalogue'
import * as mail from '#email'
import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import { type OnAccountError, serveEachAccount } from '#platform/jobs/each-account'
import type { Database, TxContext } from '#platform/postgres/database'
import * as lowStockStore from './low-stock-store.ts'

/** A variant that has few codes left, or none. */
export interface LowVariant {
  variant_id: string
  product_id: string
  name: string
  free: number
  /** The number of items that wait for a code. */
  waiting: number
  threshold: number
}

const maxListed = 20

/** Returns variants with few codes left, those with the fewest first. A variant without any import is left out. */
export async function listLowVariants(ctx: TxContext): Promise<LowVariant[]> {
  return (await findLow(ctx)).map(({ alerted_level: _, ...variant }) => variant)
}

async function findLow(ctx: TxContext) {
  const rows = await lowStockStore.findLow(ctx, maxListed)
  const variants = await catalogue.variantsById(
    ctx,
    rows.map(({ variant_id }) => variant_id),
  )
  return rows.flatMap((row) => {
    const variant = variants.get(row.variant_id)
    return variant === undefined
      ? []
      : [{ ...row, name: variant.name, product_id: variant.product.id }]
  })
}

/** Returns variants with few codes left, at most `limit`, without the names of the catalogue. */
export const findLowCodes = (ctx: TxContext, limit: number) => lowStockStore.findLow(ctx, limit)

/**
 * Emails admins about variants that have become low or empty since the last import: at most one email a day for an
 * account. Uses one transaction per account. Returns the number of accounts with an email.
 */
export const alertLowCodes = (db: Database, onError?: OnAccountError): Promise<number> =>
  serveEachAccount(
    db,
    selectAccountsWithRows('digital.content', `(delivery = 'code' or is_link_per_gift)`),
    alertAccount,
    onError,
  )

const getLevel = ({ free }: Pick<LowVariant, 'free'>) => (free === 0 ? 'empty' : 'low')

async function alertAccount(ctx: TxContext): Promise<boolean> {
  const low = await findLow(ctx)
  const isNews = low.some(
    ({ alerted_level, ...variant }) =>
      alerted_level === null || (alerted_level === 'low' && getLevel(variant) === 'empty'),
  )
  if (!isNews) return false
  const variants = low.map(({ name, free, waiting }) => ({ name, free, waiting }))
  const web_url = `${ctx.deployment.origin}/catalogue/${low[0]?.product_id}`
  const content = { kind: 'low_codes', data: { variants, web_url } } as const
  if (!(await mail.enqueueAlert(ctx, ctx.account_id, 'low codes', content))) return false
  await lowStockStore.saveAlertedLevels(
    ctx,
    low.map((variant) => ({ id: variant.variant_id, level: getLevel(variant) })),
  )
  return true
}
