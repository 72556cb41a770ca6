import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The rules for claims of all one-links of the account: the default for new ones, and the deny list. */
export const claimRuleRoutes = [
  handle(contract.readClaimRules, async ({ ctx }) => ({
    ...gifting.defaultClaimRules,
    ...(await gifting.getClaimDefaults(ctx)),
  })),

  handle(contract.changeClaimRules, async (context) => {
    const { ctx, member, body } = context
    const before = await gifting.getClaimDefaults(ctx)
    gifting.saveClaimDefaults(ctx, body)
    audit(context, 'claim_rules.change', member.account_id, undefined, { before, after: body })
    return body
  }),

  handle(contract.listDenied, async ({ ctx }) => ({
    data: await gifting.listDenied(ctx),
    has_more: false,
  })),

  handle(contract.denyClaims, async (context) => {
    const { ctx, member, body } = context
    const added = await gifting.addDenied(ctx, body.entries)
    // without the entries: the audit log must not contain addresses that a recipient can have erased
    audit(context, 'claim_rules.deny', member.account_id, undefined, { added })
    return { added }
  }),

  handle(contract.allowClaims, async (context) => {
    const { ctx, member, params } = context
    const kind = await gifting.removeDenied(ctx, params.id)
    if (kind === undefined) throw new ApiError('not_found')
    audit(context, 'claim_rules.allow', member.account_id, undefined, { kind })
  }),
]
