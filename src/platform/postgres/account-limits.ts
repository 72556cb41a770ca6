import { type FieldError, throwIfAny } from '#contract'
import { type AccountLimits, type Deployment, defaultLimits } from '../deployment.ts'
import { lockUntilEnd } from './advisory-lock.ts'
import type { TxContext } from './database.ts'

/** The environment variable that sets each limit. */
const limitVariables: Record<keyof AccountLimits, string> = {
  endpoints: 'BESTOW_MAX_ENDPOINTS',
  one_links: 'BESTOW_MAX_ONE_LINKS',
  products: 'BESTOW_MAX_PRODUCTS',
  warehouses: 'BESTOW_MAX_WAREHOUSES',
  pictures: 'BESTOW_MAX_PICTURES',
}

export const getAccountLimits = ({ limits }: Pick<Deployment, 'limits'>): AccountLimits =>
  limits ?? defaultLimits

interface LimitCheck {
  name: keyof AccountLimits
  /** The SQL that selects the rows of account `$1` that count towards the limit. */
  countedRows: string
  /** The field that the error names. */
  param: string
  /** The plural noun for the error message, and the advice that follows the noun. */
  subject: string
  remedy: string
}

/**
 * The distance from the limit above which creations do not wait for each other. It exceeds the
 * number of transactions that an account can run at the same time, which is less than half of
 * the connections of each process.
 */
const unlockedMargin = 200

/**
 * Throws if the account has reached the limit. Near the limit, an advisory lock serializes the transactions
 * that add an object, so that concurrent requests do not exceed the limit.
 */
export async function assertBelowLimit(ctx: TxContext, check: LimitCheck): Promise<void> {
  const limit = getAccountLimits(ctx.deployment)[check.name]
  if ((await count(ctx, check, limit)) < limit - unlockedMargin) return
  await lockUntilEnd(ctx, `limit ${check.name} ${ctx.account_id}`)
  if ((await count(ctx, check, limit)) < limit) return
  const message = `cannot be added: an account may have ${limit} ${check.subject}. ${check.remedy} The operator can raise ${limitVariables[check.name]}`
  const fieldError: FieldError = { code: 'not_allowed', param: check.param, message }
  throwIfAny([fieldError])
}

/** Counts the rows up to the limit. */
const count = (ctx: TxContext, { countedRows }: LimitCheck, limit: number): Promise<number> =>
  ctx.queryCount(`select count(*)::int as count from (${countedRows} limit $2) counted`, [
    ctx.account_id,
    limit,
  ])
