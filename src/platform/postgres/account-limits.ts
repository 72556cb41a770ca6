import { type FieldError, throwIfAny } from '#contract'
import { type AccountLimits, type Deployment, defaultLimits } from '../deployment.ts'
import type { TxContext } from './database.ts'

/** The environment variable of each limit. */
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
  /** Selects the rows of account `$1` that count towards the limit. */
  countedRows: string
  /** The field that the error names. */
  param: string
  /** The plural noun in the error message, and the advice that follows. */
  subject: string
  remedy: string
}

/** Throws when the account has reached the limit. Concurrent requests can each add one object beyond the limit. */
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
