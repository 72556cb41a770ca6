import { type FieldError, throwIfAny } from '#contract'
import { type AccountLimits, type Deployment, defaultLimits } from '../deployment.ts'
import type { TxContext } from './database.ts'

/** The operator's setting for each limit. */
const limitVariables: Record<keyof AccountLimits, string> = {
  endpoints: 'BESTOW_MAX_ENDPOINTS',
  one_links: 'BESTOW_MAX_ONE_LINKS',
  products: 'BESTOW_MAX_PRODUCTS',
  pictures: 'BESTOW_MAX_PICTURES',
}

export const getAccountLimits = ({ limits }: Pick<Deployment, 'limits'>): AccountLimits =>
  limits ?? defaultLimits

interface LimitCheck {
  name: keyof AccountLimits
  /** Selects the rows of account `$1` that count. */
  countedRows: string
  /** The field that the refusal names. */
  param: string
  /** What the limit is about, in the plural, and what to do about it. */
  subject: string
  remedy: string
}

/**
 * Refuses when the work's account has as many as it may have. Requests that run at the same moment may each add one.
 */
export async function assertBelowLimit(ctx: TxContext, check: LimitCheck): Promise<void> {
  const limit = getAccountLimits(ctx.deployment)[check.name]
  const [row] = await ctx.query<{ count: number }>(
    `select count(*)::int as count from (${check.countedRows} limit $2) counted`,
    [ctx.account_id, limit],
  )
  if ((row?.count ?? 0) < limit) return
  const message = `cannot be added: an account may have ${limit} ${check.subject}. ${check.remedy} The operator can raise ${limitVariables[check.name]}`
  const fieldError: FieldError = { code: 'not_allowed', param: check.param, message }
  throwIfAny([fieldError])
}
