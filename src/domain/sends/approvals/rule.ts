import { type FieldError, throwIfAny } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import type { ApprovalRule } from './tables.ts'

const noRule: ApprovalRule = { mode: 'off', max_gifts: null, max_cost: null }

/** Returns which sends of the account need approval. */
export async function getApprovalRule(ctx: TxContext): Promise<ApprovalRule> {
  const [row] = await ctx.query<{
    mode: ApprovalRule['mode']
    max_gifts: number | null
    max_cost_minor: number | null
    max_cost_currency: string | null
  }>(
    `select mode, max_gifts, max_cost_minor, max_cost_currency from gifting.approval_rule
      where account_id = $1`,
    [ctx.account_id],
  )
  if (row === undefined) return noRule
  const { mode, max_gifts, max_cost_minor: amount_minor, max_cost_currency: currency } = row
  const max_cost = amount_minor === null || currency === null ? null : { amount_minor, currency }
  return { mode, max_gifts, max_cost }
}

/** Saves the rule. Throws if it is invalid. The statement is not awaited. */
export function saveApprovalRule(ctx: TxContext, rule: ApprovalRule): void {
  throwIfAny(validate(rule))
  ctx.enqueue(
    `insert into gifting.approval_rule (account_id, mode, max_gifts, max_cost_minor, max_cost_currency)
     values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set mode = excluded.mode, max_gifts = excluded.max_gifts,
       max_cost_minor = excluded.max_cost_minor, max_cost_currency = excluded.max_cost_currency`,
    [
      ...[ctx.account_id, rule.mode, rule.max_gifts],
      ...[rule.max_cost?.amount_minor ?? null, rule.max_cost?.currency ?? null],
    ],
  )
}

function validate({ mode, max_gifts, max_cost }: ApprovalRule): FieldError[] {
  if (mode === 'limits' && max_gifts === null && max_cost === null)
    return [
      {
        code: 'required',
        param: 'max_gifts',
        message: 'or max_cost is required: sends above it need approval',
      },
    ]
  if (max_cost === null || isCurrency(max_cost.currency)) return []
  const message = 'must be a currency code of ISO 4217, such as EUR'
  return [{ code: 'invalid', param: 'max_cost.currency', message }]
}
