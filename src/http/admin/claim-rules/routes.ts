import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const DefaultsChange = Type.Object({ require_confirmation: Type.Boolean() }, strict)

const NewEntries = Type.Object(
  { entries: Type.Array(boundedText(320), { minItems: 1, maxItems: gifting.maxDeniedPerRequest }) },
  strict,
)

/** The rules for claims of all one-links of the account: the default for new ones, and the deny list. */
export const claimRuleRoutes = [
  route(
    'GET',
    '/claim-rules',
    { requiredRole: 'sender', summary: 'show the default rules of new one-links' },
    async ({ ctx }) => ({
      ...gifting.defaultClaimRules,
      ...(await gifting.getClaimDefaults(ctx)),
    }),
  ),

  route(
    'PATCH',
    '/claim-rules',
    {
      requiredRole: 'admin',
      summary: 'change whether new one-links require confirmation',
      body: DefaultsChange,
    },
    async ({ ctx, member, actor, body }) => {
      const before = await gifting.getClaimDefaults(ctx)
      gifting.saveClaimDefaults(ctx, body)
      audit.recordEntry(ctx, {
        actor,
        action: 'claim_rules.change',
        subject: { kind: 'claim_rules', id: member.account_id },
        details: { before, after: body },
      })
      return body
    },
  ),

  route(
    'GET',
    '/claim-rules/denied',
    { requiredRole: 'admin', summary: 'list addresses and domains that cannot claim' },
    async ({ ctx }) => ({ data: await gifting.listDenied(ctx), has_more: false }),
  ),

  route(
    'POST',
    '/claim-rules/denied',
    {
      requiredRole: 'admin',
      summary: 'deny claims of addresses and domains',
      body: NewEntries,
    },
    async ({ ctx, member, actor, body }) => {
      const added = await gifting.addDenied(ctx, body.entries)
      // without the entries: the audit log must not contain addresses that a recipient can have erased
      audit.recordEntry(ctx, {
        actor,
        action: 'claim_rules.deny',
        subject: { kind: 'claim_rules', id: member.account_id },
        details: { added },
      })
      return { added }
    },
  ),

  route(
    'DELETE',
    '/claim-rules/denied/:id',
    { requiredRole: 'admin', summary: 'allow claims of a denied address or domain again' },
    async ({ ctx, member, actor, params }) => {
      const kind = await gifting.removeDenied(ctx, params.id ?? '')
      if (kind === undefined) throw new ApiError('not_found')
      audit.recordEntry(ctx, {
        actor,
        action: 'claim_rules.allow',
        subject: { kind: 'claim_rules', id: member.account_id },
        details: { kind },
      })
    },
  ),
]
