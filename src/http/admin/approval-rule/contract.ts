import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, orNull, strict } from '../lib/schemas.ts'

/**
 * The rule that decides which sends need the approval of an admin. It applies to users who are not admins.
 */
export const ApprovalRule = Type.Object(
  {
    mode: oneOfTexts('off', 'all', 'limits'),
    max_gifts: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'What a user can send in 24 hours without approval.',
      }),
    ),
    max_cost: orNull(
      Type.Object(
        {
          amount_minor: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
          currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
        },
        strict,
      ),
    ),
  },
  strict,
)
export type ApprovalRule = Static<typeof ApprovalRule>

export const readApprovalRule = operation('GET', '/approval-rule', {
  permission: 'gift_requests:read',
  summary: 'show which sends need approval',
  reply: ApprovalRule,
})

export const changeApprovalRule = operation('PUT', '/approval-rule', {
  permission: 'administration',
  summary: 'change which sends need approval',
  body: ApprovalRule,
  reply: ApprovalRule,
})
