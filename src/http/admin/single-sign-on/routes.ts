import { setTimeout as sleep } from 'node:timers/promises'
import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { toKindView } from '../lib/connector-kinds.ts'
import { handle, handlePublic, handleWithoutTx } from '../lib/handle.ts'
import { providerKinds } from '../lib/provider-kinds.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import { HANDLED, type PublicContext, type SessionContext } from '../lib/route.ts'
import { readSignOnToken, setSignOnCookie } from '../lib/session-cookies.ts'
import * as contract from './contract.ts'
import { responseRoute } from './response-route.ts'

/** The minimum duration of this request in milliseconds. It is longer than the time to insert a request. */
const minStartMs = 150

/** The routes for the identity provider of the account, and for single sign-on at that provider. */
export const singleSignOnRoutes = [
  handle(contract.readSingleSignOn, ({ ctx, identityProviders }) =>
    readSingleSignOn(ctx, identityProviders),
  ),

  handle(contract.addIdentityProvider, async (context) => {
    const { ctx, member, body } = context
    const { id, kind, name } = await accounts.addProvider(ctx, body, providerKinds(context))
    recordEntry(ctx, {
      action: 'account.add_single_sign_on',
      subject: auditSubject(member),
      details: { id, kind, name },
    })
    return readSingleSignOn(ctx, context.identityProviders)
  }),

  handleWithoutTx(contract.saveIdentityProvider, async (context) => {
    const { db, member, params, transact, body } = context
    const { password, ...input } = body
    await requireReauthentication(context, password)
    const row = await transact((ctx) => accounts.getProvider(ctx, params.id))
    const checked = await accounts.checkProvider(
      db.deployment,
      row,
      { ...input, admits_new: input.admits_new ?? row.admits_new },
      providerKinds(context),
    )
    return transact(async (ctx) => {
      const change = await accounts.saveProvider(ctx, checked, member.session_id)
      recordEntry(ctx, {
        action: 'account.save_single_sign_on',
        subject: auditSubject(member),
        details: changeDetails(change),
      })
      return readSingleSignOn(ctx, context.identityProviders)
    })
  }),

  handleWithoutTx(contract.removeIdentityProvider, async (context) => {
    const { member, params, transact, body } = context
    await requireReauthentication(context, body.password)
    await transact(async (ctx) => {
      const removed = await accounts.removeProvider(ctx, params.id, member.session_id)
      const { provider, ended_sessions } = removed
      recordEntry(ctx, {
        action: 'account.remove_single_sign_on',
        subject: auditSubject(member),
        details: { ...toDetails(provider), ended_sessions },
      })
    })
  }),

  handleWithoutTx(contract.testIdentityProvider, (context) =>
    startForMember(context, { purpose: 'test', provider_id: context.params.id }),
  ),

  handlePublic(contract.describeService, async ({ db, params, reply, identityProviders }) => {
    const row = await accounts.findProviderByPath(db, params.path_id)
    const kind = identityProviders.find((each) => each.kind === row?.kind)
    if (row === undefined || kind?.describe === undefined) throw new ApiError('not_found')
    reply.header('content-type', 'application/xml; charset=utf-8')
    reply.send(kind.describe(accounts.toUrls(db.deployment, row)))
    return HANDLED
  }),

  handleWithoutTx(contract.confirmWithSingleSignOn, async (context) => {
    const { method, session_id } = context.member
    if (method !== 'single_sign_on')
      throw new ApiError('invalid_transition', {
        message: 'Confirm your identity with the password of this session.',
      })
    return startForMember(context, { purpose: 'confirmation', session_id })
  }),

  handlePublic(contract.startSingleSignOn, async (context) => {
    const { db, body, request, reply, requestOrigin } = context
    const browser_token = readSignOnToken(db.deployment, request)
    const input = { ...body, browser_token }
    const start = accounts.startSignOn(db, input, requestOrigin, providerKinds(context))
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
      accounts.startMemberSignOn(
        ctx,
        {
          purpose: 'invitation',
          invitation_id,
          is_email_proven: is_mailed,
          email,
          browser_token,
        },
        providerKinds(context),
      ),
    )
    return setSignOnCookie(db.deployment, reply, started)
  }),

  responseRoute,
]

const readSingleSignOn = async (
  ctx: TxContext,
  kinds: PublicContext<unknown>['identityProviders'],
) => ({
  providers: (await accounts.listProviders(ctx)).map((row) => toView(ctx, row, kinds)),
  kinds: kinds.map((kind) => toKindView({ ...kind, port: 'identity_provider' }, true)),
})

function toView(
  { deployment }: TxContext,
  row: accounts.ListedProvider,
  kinds: PublicContext<unknown>['identityProviders'],
) {
  const { id, kind, name, settings, is_required, admits_new, tested_at, members } = row
  const { created_at, updated_at } = row
  const connector = kinds.find((each) => each.kind === kind)
  return {
    ...{ id, kind, name, settings, is_required, admits_new, tested_at, members },
    ...{ created_at, updated_at },
    registration: connector?.registration(accounts.toUrls(deployment, row)) ?? [],
    is_ready: row.state !== null,
  }
}

async function startForMember(
  context: Omit<SessionContext<unknown>, 'params'>,
  input: { purpose: 'test'; provider_id: string } | { purpose: 'confirmation'; session_id: string },
) {
  const { db, member, request, reply } = context
  const browser_token = readSignOnToken(db.deployment, request)
  const { user_id, email, account_id } = member
  await accounts.countAttempt(db, 'code', accounts.memberSignOnSubject(user_id))
  const started = await inTransaction(db, account_id, (ctx) =>
    accounts.startMemberSignOn(
      ctx,
      { ...input, user_id, email, browser_token },
      providerKinds(context),
    ),
  )
  return setSignOnCookie(db.deployment, reply, started)
}

const auditSubject = ({ account_id: id, account_name: name }: accounts.SessionUser) => ({
  kind: 'account',
  id,
  name,
})

/** Returns the values that an admin enters, without the secret. */
const toDetails = ({
  kind,
  name,
  settings,
  is_required,
  admits_new,
}: accounts.SingleSignOnProvider) => ({
  ...{ kind, name },
  ...Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, String(value).slice(0, maxDetailLength)]),
  ),
  ...{ is_required, admits_new },
})

const maxDetailLength = 500

const changeDetails = ({
  before,
  after,
  has_new_secret,
  ended_sessions,
}: accounts.ProviderChange) => ({
  before: toDetails(before),
  after: toDetails(after),
  ...(has_new_secret && { new_client_secret: true }),
  ...(ended_sessions > 0 && { ended_sessions }),
})
