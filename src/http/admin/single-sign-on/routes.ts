import { setTimeout as sleep } from 'node:timers/promises'
import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { handle, handlePublic, handleWithoutTx } from '../lib/handle.ts'
import { providerRules } from '../lib/provider-rules.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import type { SessionContext } from '../lib/route.ts'
import { readSignOnToken, setSignOnCookie } from '../lib/session-cookies.ts'
import * as contract from './contract.ts'
import { responseRoute } from './response-route.ts'

/** The minimum duration of this request in milliseconds. It is longer than the time to insert a request. */
const minStartMs = 150

/** The routes for the identity provider of the account, and for single sign-on at that provider. */
export const singleSignOnRoutes = [
  handle(contract.readSingleSignOn, ({ ctx }) => readSingleSignOn(ctx)),

  handleWithoutTx(contract.saveSingleSignOn, async (context) => {
    const { member, transact, body } = context
    const { password, ...input } = body
    await requireReauthentication(context, password)
    const checked = await accounts.checkProvider(input, providerRules(context))
    return transact(async (ctx) => {
      const change = await accounts.saveProvider(ctx, checked, member.session_id)
      recordEntry(ctx, {
        action: 'account.save_single_sign_on',
        subject: auditSubject(member),
        details: changeDetails(change),
      })
      return readSingleSignOn(ctx)
    })
  }),

  handleWithoutTx(contract.removeSingleSignOn, async (context) => {
    const { member, transact, body } = context
    await requireReauthentication(context, body.password)
    await transact(async (ctx) => {
      const { provider, ended_sessions } = await accounts.removeProvider(ctx, member.session_id)
      const { issuer, client_id } = provider
      recordEntry(ctx, {
        action: 'account.remove_single_sign_on',
        subject: auditSubject(member),
        details: { issuer, client_id, ended_sessions },
      })
    })
  }),

  handleWithoutTx(contract.testSingleSignOn, (context) =>
    startForMember(context, { purpose: 'test' }),
  ),

  handleWithoutTx(contract.confirmWithSingleSignOn, async (context) => {
    const { method, session_id } = context.member
    if (method !== 'single_sign_on')
      throw new ApiError('invalid_transition', {
        message: 'Confirm your identity with the password of this session.',
      })
    return startForMember(context, { purpose: 'confirmation', session_id })
  }),

  handlePublic(contract.startSingleSignOn, async ({ db, body, request, reply, requestOrigin }) => {
    const browser_token = readSignOnToken(db.deployment, request)
    const start = accounts.startSignOn(db, { ...body, browser_token }, requestOrigin)
    // The response has the same form and takes the same time for every address.
    const [started] = await Promise.all([start, sleep(minStartMs)])
    if (started === undefined) return { url: `${db.deployment.origin}/single-sign-on` }
    return setSignOnCookie(db.deployment, reply, started)
  }),

  handlePublic(contract.joinWithSingleSignOn, async (context) => {
    const { db, body, request, reply, requestOrigin } = context
    const invitation = await accounts.previewInvitation(db, body.token)
    if (invitation === undefined) {
      await accounts.countAddressAttempt(db, requestOrigin)
      throw new ApiError('not_found', {
        message: 'This invitation has expired. Ask for a new one.',
      })
    }
    const { id: invitation_id, account_id, email, is_mailed } = invitation
    if (!is_mailed && context.canSendEmail)
      throw new ApiError('forbidden', {
        message: 'Prove your address first: accept the invitation with the link in its email.',
      })
    const browser_token = readSignOnToken(db.deployment, request)
    const started = await inTransaction(db, account_id, (ctx) =>
      accounts.startMemberSignOn(ctx, {
        purpose: 'invitation',
        invitation_id,
        is_email_proven: is_mailed,
        email,
        browser_token,
      }),
    )
    return setSignOnCookie(db.deployment, reply, started)
  }),

  responseRoute,
]

const readSingleSignOn = async (ctx: TxContext) => ({
  redirect_url: accounts.redirectUrl(ctx.deployment, ctx.account_id),
  provider: (await accounts.findProvider(ctx)) ?? null,
})

async function startForMember(
  {
    db,
    member,
    request,
    reply,
  }: Pick<SessionContext<unknown>, 'db' | 'member' | 'request' | 'reply'>,
  input: { purpose: 'test' } | { purpose: 'confirmation'; session_id: string },
) {
  const browser_token = readSignOnToken(db.deployment, request)
  const { user_id, email, account_id } = member
  await accounts.countAttempt(db, 'code', accounts.memberSignOnSubject(user_id))
  const started = await inTransaction(db, account_id, (ctx) =>
    accounts.startMemberSignOn(ctx, { ...input, user_id, email, browser_token }),
  )
  return setSignOnCookie(db.deployment, reply, started)
}

const auditSubject = ({ account_id: id, account_name: name }: accounts.SessionUser) => ({
  kind: 'account',
  id,
  name,
})

/** Returns the values that an admin enters, without the secret. */
const toDetails = ({ issuer, client_id, is_required }: accounts.SingleSignOnProvider) => ({
  issuer,
  client_id,
  is_required,
})

const changeDetails = ({
  before,
  after,
  has_new_secret,
  ended_sessions,
}: accounts.ProviderChange) => ({
  ...(before !== undefined && { before: toDetails(before) }),
  after: toDetails(after),
  ...(has_new_secret && { new_client_secret: true }),
  ...(ended_sessions > 0 && { ended_sessions }),
})
