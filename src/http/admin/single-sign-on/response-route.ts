import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { actingAs, type TxContext } from '#platform/postgres/database'
import { handlePublic } from '../lib/handle.ts'
import { providerKinds } from '../lib/provider-kinds.ts'
import { readSignOnToken } from '../lib/session-cookies.ts'
import { completeSignIn } from '../sign-in/routes.ts'
import * as contract from './contract.ts'

/**
 * The route for the response of the identity provider. The page of the redirect URI sends the response to
 * this route, so that the page can show the outcome.
 */
export const responseRoute = handlePublic(contract.completeSingleSignOn, async (context) => {
  const { db, body, request, reply, requestOrigin } = context
  const outcome = await accounts.completeSignOn(
    db,
    { ...body, browser_token: readSignOnToken(db.deployment, request) },
    requestOrigin,
    providerKinds(context),
    async (ctx, result) => {
      await recordOutcome(ctx, result, requestOrigin.address)
      return result
    },
  )
  if (outcome === undefined)
    return { outcome: 'failed' as const, purpose: 'sign_in' as const, reason: 'expired' as const }
  if (outcome.kind === 'failed') {
    const { kind, purpose, reason } = outcome
    return { outcome: kind, purpose, reason }
  }
  if (outcome.kind === 'tested') {
    const { kind, email, member } = outcome
    return { outcome: kind, email: email ?? null, member: member?.name ?? null }
  }
  if (outcome.kind === 'link_pending') {
    const { kind, email, link_token } = outcome
    return { outcome: kind, email, link_token }
  }
  if (outcome.kind === 'confirmed') return { outcome: outcome.kind }
  const { me } = await completeSignIn({ db, reply }, outcome.session)
  return { outcome: 'signed_in' as const, me }
})

/**
 * Records the outcome of single sign-on in the audit log. If a sign-in succeeds, the entry `session.start`
 * follows when the session begins.
 */
async function recordOutcome(
  ctx: TxContext,
  outcome: accounts.SignOnOutcome,
  address: string,
): Promise<void> {
  if (outcome.kind === 'link_pending') return // the sign-in that confirms the link creates the entry
  const { name } = await accounts.readSettings(ctx)
  const account = { kind: 'account', id: ctx.account_id, name }
  if (outcome.kind === 'failed') {
    const { purpose, reason, detail } = outcome
    recordEntry(actingAs(ctx, { kind: 'system', address }), {
      action: 'account.fail_single_sign_on',
      subject: account,
      details: { purpose, reason, ...(detail !== undefined && { detail }) },
    })
    return
  }
  if (outcome.kind === 'tested' || outcome.kind === 'confirmed') {
    const user = { kind: 'user', ...outcome.user } as const
    const [action, subject] =
      outcome.kind === 'tested'
        ? (['account.test_single_sign_on', account] as const)
        : (['user.confirm_identity', user] as const)
    recordEntry(actingAs(ctx, { ...user, address }), { action, subject })
    return
  }
  const subject = { kind: 'user', ...outcome.member }
  const memberCtx = actingAs(ctx, { ...subject, kind: 'user', address })
  if (outcome.kind === 'joined')
    recordEntry(memberCtx, {
      action: outcome.is_invited ? 'user.accept_invitation' : 'user.create',
      subject,
      details: { role: outcome.role, method: 'single_sign_on' },
    })
  else if (outcome.is_linked_now)
    recordEntry(memberCtx, { action: 'user.link_single_sign_on', subject })
}
