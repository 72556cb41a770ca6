import { recordEntry } from '#audit'
import { orNotFound } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { handle } from './kernel/handle.ts'

/** The operations on claim rules, claims and the deny list. */
export const claimRoutes = [
  handle('getClaimRules', async ({ ctx, params }) => {
    const link = orNotFound(await gifting.findOneLink(ctx, params.id))
    return { one_link_id: link.id, ...gifting.pickClaimRules(link) }
  }),

  handle('updateClaimRules', async ({ ctx, params, body }) => {
    const changed = await gifting.updateClaimRules(ctx, params.id, body)
    const { link, before, after } = orNotFound(changed)
    recordOneLink(ctx, 'change', link, { before, after })
    return { one_link_id: link.id, ...after }
  }),

  handle('getClaimDefaults', async ({ ctx }) => {
    const defaults = await gifting.getClaimDefaults(ctx)
    return { one_link_id: null, ...gifting.defaultClaimRules, ...defaults }
  }),

  handle('updateClaimDefaults', async ({ ctx, body }) => {
    const before = await gifting.getClaimDefaults(ctx)
    gifting.saveClaimDefaults(ctx, body)
    recordRules(ctx, 'change', { before, after: body })
    return { one_link_id: null, ...gifting.defaultClaimRules, ...body }
  }),

  handle('listClaims', async ({ ctx, params, query: { filter, page } }) => {
    const link = orNotFound(await gifting.findOneLink(ctx, params.id))
    const { data, has_more } = await gifting.listClaimPage(ctx, link.id, filter, page)
    const views = data.map(({ id, ...claim }) => ({ id, one_link_id: link.id, ...claim }))
    return { data: views, has_more }
  }),

  handle('approveClaims', ({ ctx, params, body }) => decide(ctx, params.id, body.ids, 'approve')),
  handle('rejectClaims', ({ ctx, params, body }) => decide(ctx, params.id, body.ids, 'reject')),

  handle('listDeniedClaimants', async ({ ctx }) =>
    (await gifting.listDenied(ctx)).map(toDeniedView),
  ),

  handle('denyClaimants', async ({ ctx, body: { entries } }) => {
    const added = await gifting.addDenied(ctx, entries)
    // without the entries: the audit log must not contain addresses that a recipient can have erased
    recordRules(ctx, 'deny', { added })
    return { added, removed: 0 }
  }),

  handle('allowClaimant', async ({ ctx, params }) => {
    const kind = orNotFound(await gifting.removeDenied(ctx, params.id))
    recordRules(ctx, 'allow', { kind })
    return { added: 0, removed: 1 }
  }),
]

async function decide(
  ctx: TxContext,
  id: string,
  claimIds: readonly string[],
  decision: 'approve' | 'reject',
) {
  const link = orNotFound(await gifting.findOneLink(ctx, id))
  const result = orNotFound(await gifting.decideClaims(ctx, link.id, claimIds, decision))
  if (result.decided > 0) recordOneLink(ctx, `${decision}_claims`, link, { claims: result.decided })
  return result
}

const recordOneLink = (
  ctx: TxContext,
  verb: 'change' | 'approve_claims' | 'reject_claims',
  { id, campaign_name: name }: gifting.OneLink,
  details: Record<string, unknown>,
): void =>
  recordEntry(ctx, {
    action: `one_link.${verb}`,
    subject: { kind: 'one_link', id, name },
    details,
  })

const recordRules = (
  ctx: TxContext,
  verb: 'change' | 'deny' | 'allow',
  details: Record<string, unknown>,
): void =>
  recordEntry(ctx, {
    action: `claim_rules.${verb}`,
    subject: { kind: 'claim_rules', id: ctx.account_id },
    details,
  })

const toDeniedView = ({ id, kind, entry, created_at }: gifting.DeniedClaimant) => ({
  id,
  kind,
  entry,
  created_at,
})
