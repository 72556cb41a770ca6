import * as oneLinks from '#one-links'
import { type Action, createActionFactory } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import { toEmail, type World } from './world.ts'

/**
 * Returns what people can do with a one-link: recipients claim, confirm and withdraw, and
 * senders decide and end the link.
 */
export function claimActions({ spec, one_link_id }: World, { claims }: Snapshot): Action[] {
  if (spec.oneLink === undefined || one_link_id === undefined) return []
  return [
    ...spec.oneLink.claimants.map((name) =>
      createActionFactory(name)('claims', (ctx) =>
        oneLinks.claim(ctx, one_link_id, {
          first_name: name,
          last_name: 'Larkin',
          email: toEmail(name),
        }),
      ),
    ),
    ...claims.flatMap(({ id }, index) => {
      const inTx = createActionFactory(`claim ${index}`)
      return [
        inTx('confirm', (ctx) =>
          oneLinks.confirmClaim(ctx, one_link_id, oneLinks.createClaimToken(ctx, one_link_id, id)),
        ),
        inTx('withdraw', (ctx) =>
          oneLinks.withdrawClaim(ctx, one_link_id, oneLinks.createClaimToken(ctx, one_link_id, id)),
        ),
        ...(['approve', 'reject'] as const).map((decision) =>
          inTx(decision, (ctx) => oneLinks.decideClaims(ctx, one_link_id, [id], decision)),
        ),
      ]
    }),
    createActionFactory('link')('ends', (ctx) => oneLinks.close(ctx, one_link_id)),
  ]
}
