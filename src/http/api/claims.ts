import { recordEntry } from '#audit'
import { orNotFound } from '#contract'
import * as oneLinks from '#one-links'
import { pickChanged } from '#platform/lib/changed-members'

import type { TxContext } from '#platform/postgres/database'
import { handle } from './kernel/handle.ts'
import { recordOneLink } from './one-links.ts'

/** The operations on claim rules, claims and the deny list. */
export const claimRoutes = [
  handle('getClaimRules', async ({ ctx, params }) => {
    const link = orNotFound(await oneLinks.find(ctx, params.id))
    return { one_link_id: link.id, ...oneLinks.pickClaimRules(link) }
  }),

  handle('updateClaimRules', async ({ ctx, params, body }) => {
    const changed = await oneLinks.updateClaimRules(ctx, params.id, body)
    const { link, before, after } = orNotFound(changed)
    recordOneLink(ctx, 'change', link, pickChanged(before, after))
    return { one_link_id: link.id, ...after }
  }),

  handle('getClaimDefaults', async ({ ctx }) => {
    const defaults = await oneLinks.getClaimDefaults(ctx)
    return { one_link_id: null, ...oneLinks.defaultClaimRules, ...defaults }
  }),

  handle('updateClaimDefaults', async ({ ctx, body }) => {
    const before = await oneLinks.getClaimDefaults(ctx)
    oneLinks.saveClaimDefaults(ctx, body)
    recordRules(ctx, 'change', { before, after: body })
    return { one_link_id: null, ...oneLinks.defaultClaimRules, ...body }
  }),

  handle('listClaims', async ({ ctx, params, query: { filter, page } }) => {
    const link = orNotFound(await oneLinks.find(ctx, params.id))
    const { data, has_more } = await oneLinks.listClaimPage(ctx, link.id, filter, page)
    const views = data.map(({ id, ...claim }) => ({ id, one_link_id: link.id, ...claim }))
    return { data: views, has_more }
  }),

  handle('approveClaims', ({ ctx, params, body }) => decide(ctx, params.id, body.ids, 'approve')),
  handle('rejectClaims', ({ ctx, params, body }) => decide(ctx, params.id, body.ids, 'reject')),

  handle('listDeniedClaimants', async ({ ctx }) =>
    (await oneLinks.listDenied(ctx)).map(toDeniedView),
  ),

  handle('denyClaimants', async ({ ctx, body: { entries } }) => {
    const added = await oneLinks.addDenied(ctx, entries)
    // The entry omits the denied addresses. A recipient can have an address erased, and the audit log must
    // not contain it.
    recordRules(ctx, 'deny', { added })
    return { added, removed: 0 }
  }),

  handle('allowClaimant', async ({ ctx, params }) => {
    const kind = orNotFound(await oneLinks.removeDenied(ctx, params.id))
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
  const link = orNotFound(await oneLinks.find(ctx, id))
  const result = orNotFound(await oneLinks.decideClaims(ctx, link.id, claimIds, decision))
  if (result.decided > 0) recordOneLink(ctx, `${decision}_claims`, link, { claims: result.decided })
  return result
}

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

const toDeniedView = ({ id, kind, entry, created_at }: oneLinks.DeniedClaimant) => ({
  id,
  kind,
  entry,
  created_at,
})
