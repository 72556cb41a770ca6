import { type Problem, refuseIfAny } from '#contract'
import type { Installation } from './installation.ts'
import type { TxContext } from './postgres.ts'

/** How much one account may have at most. */
export interface AccountLimits {
  /** Webhook endpoints that are not deleted. */
  endpoints: number
  /** One-links that are neither closed nor expired. */
  one_links: number
  products: number
  /** Uploaded pictures. */
  pictures: number
}

const defaultLimits: AccountLimits = {
  endpoints: 100,
  one_links: 500,
  products: 1_000,
  pictures: 2_000,
}

/** The operator's setting for each limit. */
const limitSettings: Record<keyof AccountLimits, string> = {
  endpoints: 'BESTOW_MAX_ENDPOINTS',
  one_links: 'BESTOW_MAX_ONE_LINKS',
  products: 'BESTOW_MAX_PRODUCTS',
  pictures: 'BESTOW_MAX_PICTURES',
}

export const limitsOf = ({ limits }: Pick<Installation, 'limits'>): AccountLimits =>
  limits ?? defaultLimits

interface Counted {
  name: keyof AccountLimits
  /** Selects the rows of account `$1` that count. */
  rows: string
  /** The field that the refusal names. */
  param: string
  /** What the limit is about, in the plural, and what to do about it. */
  what: string
  remedy: string
}

/**
 * Refuses when the work's account has as many as it may have. Requests that run at the same moment may each add one.
 */
export async function refuseBeyondLimit(ctx: TxContext, counted: Counted): Promise<void> {
  const limit = limitsOf(ctx.installation)[counted.name]
  const [row] = await ctx.query<{ count: number }>(
    `select count(*)::int as count from (${counted.rows} limit $2) counted`,
    [ctx.account_id, limit],
  )
  if ((row?.count ?? 0) < limit) return
  const message = `cannot be added: an account may have ${limit} ${counted.what}. ${counted.remedy} The operator can raise ${limitSettings[counted.name]}`
  const problem: Problem = { code: 'not_allowed', param: counted.param, message }
  refuseIfAny([problem])
}
