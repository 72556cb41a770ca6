import * as sends from '#sends'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes for the rule of the account that decides which sends need an approval. */
export const approvalRuleRoutes = [
  handle(contract.readApprovalRule, ({ ctx }) => sends.getApprovalRule(ctx)),

  handle(contract.changeApprovalRule, async (context) => {
    const { ctx, member, body } = context
    const before = await sends.getApprovalRule(ctx)
    await sends.saveApprovalRule(ctx, body)
    audit(context, 'approval_rule.change', member.account_id, undefined, { before, after: body })
    return body
  }),
]
