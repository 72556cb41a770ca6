import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, orNull, strict } from '../lib/schemas.ts'

const Limit = Type.Object(
  {
    amount_minor: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
  },
  strict,
)

/**
 * The rule that decides which sends need an approval. It applies to users who are not admins.
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
    max_cost: orNull(Limit),
    confirm_above: Type.Unsafe<Static<typeof Limit> | null>({
      ...orNull(Limit),
      description: 'Sends that cost more need a second approval, by another person.',
    }),
    decide_by_mail: Type.Boolean({
      description: 'Whether emails to approvers have a link that decides without a sign-in.',
    }),
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
