import type { FastifyReply } from 'fastify'
import * as oneLinks from '#one-links'

import { inTransaction, readTransaction } from '#platform/postgres/database'
import { viaLink } from './gift-context.ts'
import { type OneLinkContext, sendOneLinkPage, showClaimed, showEnded } from './one-link-context.ts'
import {
  claimRejectedPage,
  confirmPage,
  lapsedPage,
  listedPage,
  pendingPage,
  withdrawnPage,
} from './pages/confirm-page.ts'
import { createPageUrls } from './pages/urls.ts'
import { parseLinkToken } from './unclean-links.ts'

/**
 * Shows the claim that belongs to an emailed link. Only the button on the page confirms the claim, because
 * mail scanners open links.
 */
export async function showClaimStatus(context: OneLinkContext): Promise<FastifyReply> {
  const { claim } = (context.request.query ?? {}) as { claim?: unknown }
  const token = parseLinkToken(claim)
  const { deps, link, now } = context
  const status = await readTransaction(
    deps.db,
    link.account_id,
    (ctx) => oneLinks.findClaimStatus(ctx, link.id, token),
    now,
  )
  return showStatus(context, token, status)
}

/** Confirms or withdraws a claim. */
export async function confirmClaim(context: OneLinkContext): Promise<FastifyReply> {
  const { deps, link, now, form } = context
  const token = parseLinkToken(form.get('claim'))
  if (form.get('do') === 'withdraw') {
    const isWithdrawn = await inTransaction(
      deps.db,
      link.account_id,
      (ctx) => oneLinks.withdrawClaim(ctx, link.id, token),
      now,
    )
    if (isWithdrawn) return sendOneLinkPage(context, withdrawnPage(context.localizer, context.urls))
  }
  const status = await inTransaction(
    deps.db,
    link.account_id,
    (ctx) =>
      form.get('do') === 'confirm'
        ? oneLinks.confirmClaim(ctx, link.id, token)
        : oneLinks.findClaimStatus(ctx, link.id, token),
    now,
  )
  return showStatus(context, token, status)
}

function showStatus(
  context: OneLinkContext,
  token: string,
  status: oneLinks.ClaimStatus,
): FastifyReply {
  const { localizer, urls, branding, root, requestedLanguage } = context
  const sender = branding.sender.name
  // The URLs of the language menu contain the token, so that they lead back to the same claim.
  const languageSwitch = viaLink(
    { urls: createPageUrls(root, requestedLanguage, { claim: token }) },
    'confirm',
  )
  const send = (page: Parameters<typeof sendOneLinkPage>[1]) =>
    sendOneLinkPage(context, page, languageSwitch)
  const claim = { token, sender, now: context.now, paper: branding.wrapping.paper }
  switch (status.status) {
    case 'claimed':
      return showClaimed(context, status.gift, languageSwitch)
    case 'to_confirm':
      return send(
        confirmPage(localizer, urls, {
          ...claim,
          ...status,
          needsApproval: context.link.require_approval,
        }),
      )
    case 'to_join':
    case 'to_accept':
      return send(confirmPage(localizer, urls, { ...claim, ...status }))
    case 'pending':
      return send(pendingPage(localizer, urls, { ...claim, ...status }))
    case 'listed':
      return send(listedPage(localizer, urls, claim))
    case 'rejected':
      return send(claimRejectedPage(localizer, sender))
    case 'lapsed':
      return send(lapsedPage(localizer, urls))
    default:
      return showEnded(context, status.status)
  }
}
