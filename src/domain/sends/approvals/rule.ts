import { type FieldError, throwIfAny } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import { upsertRow } from '#platform/postgres/table'
import type { Amount } from '#spend'
import type { ApprovalRule } from './tables.ts'

const noRule: ApprovalRule = {
  mode: 'off',
  max_gifts: null,
  max_cost: null,
  confirm_above: null,
  decide_by_mail: false,
}

interface RuleRow extends Pick<ApprovalRule, 'mode' | 'max_gifts' | 'decide_by_mail'> {
  max_cost_minor: number | null
  max_cost_currency: string | null
  confirm_above_minor: number | null
  confirm_above_currency: string | null
}

/** Returns which sends of the account need approval. */
export async function getApprovalRule(ctx: TxContext): Promise<ApprovalRule> {
  const row = await ctx.queryFirst<RuleRow>(
    `select mode, max_gifts, max_cost_minor, max_cost_currency, confirm_above_minor, confirm_above_currency, decide_by_mail
       from gifting.approval_rule where account_id = $1`,
    [ctx.account_id],
  )
  if (row === undefined) return noRule
  const { mode, max_gifts, decide_by_mail } = row
  return {
    ...{ mode, max_gifts, decide_by_mail },
    max_cost: toAmount(row.max_cost_minor, row.max_cost_currency),
    confirm_above: toAmount(row.confirm_above_minor, row.confirm_above_currency),
  }
}

const toAmount = (amount_minor: number | null, currency: string | null): Amount | null =>
  amount_minor === null || currency === null ? null : { amount_minor, currency }

/** Saves the rule. Throws if it is invalid. */
export async function saveApprovalRule(ctx: TxContext, rule: ApprovalRule): Promise<void> {
  throwIfAny(validate(rule))
  const { max_cost, confirm_above, ...values } = rule
  await upsertRow(ctx, 'gifting.approval_rule', ['account_id'], {
    account_id: ctx.account_id,
    ...values,
    max_cost_minor: max_cost?.amount_minor ?? null,
    max_cost_currency: max_cost?.currency ?? null,
    confirm_above_minor: confirm_above?.amount_minor ?? null,
    confirm_above_currency: confirm_above?.currency ?? null,
  } satisfies RuleRow & { account_id: string })
}

function validate({ mode, max_gifts, max_cost, confirm_above }: ApprovalRule): FieldError[] {
  if (mode === 'limits' && max_gifts === null && max_cost === null)
    return [
      {
        code: 'required',
        param: 'max_gifts',
        message: 'or max_cost is required: sends above it need approval',
      },
    ]
  return Object.entries({ max_cost, confirm_above }).flatMap(([name, amount]): FieldError[] => {
    if (amount === null || isCurrency(amount.currency)) return []
    const message = 'must be a currency code of ISO 4217, such as EUR'
    return [{ code: 'invalid', param: `${name}.currency`, message }]
  })
}
