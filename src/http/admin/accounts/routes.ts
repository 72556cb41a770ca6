import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { ApiError, throwIfAny } from '#contract'
import { toOneLine } from '#contract/one-line'
import { announceAccountEnd } from '#email'
import * as giftLists from '#gift-lists'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import {
  ALL_ACCOUNTS,
  actingAs,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { invitationUrl, sendInvitation } from '../lib/emails.ts'
import { handleWithoutTx } from '../lib/handle.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import { JsonResponse, type SessionContext } from '../lib/route.ts'
import * as contract from './contract.ts'

const monthMs = 30 * 24 * 60 * 60 * 1000

/** Adds the number of recent gifts to an account. */
async function withGifts(ctx: TxContext, managed: accounts.ManagedAccount) {
  const counts = await countGifts(ctx, [managed])
  return { ...managed, recent_gifts: counts.get(managed.id) ?? 0 }
}

const countGifts = (ctx: TxContext, managed: readonly accounts.ManagedAccount[]) =>
  giftLists.countRecentGifts(
    ctx,
    managed.map(({ id }) => id),
    new Date(ctx.now.getTime() - monthMs),
  )

type OperatorContext = Pick<SessionContext<unknown>, 'db' | 'member' | 'requestOrigin'>

/** Runs a transaction of the operator, who acts in accounts in which they are no user. */
const transactAsOperator = <T>(
  { db, member, requestOrigin }: OperatorContext,
  run: (ctx: TxContext) => Promise<T>,
): Promise<T> => {
  const actor = { kind: 'operator', name: member.name, address: requestOrigin.address } as const
  return inTransaction(db, ALL_ACCOUNTS, (ctx) => run(actingAs(ctx, actor)))
}

/** Records a change in the audit log of the account itself, where its admins see it. */
function record(
  ctx: TxContext,
  action: string,
  { id, name }: { id: string; name: string },
  details: Parameters<typeof audit.recordEntry>[1]['details'] = {},
): void {
  const subject = { kind: 'account', id, name }
  audit.recordEntry({ ...ctx, account_id: id }, { action, subject, details })
}

async function inviteAdmin(
  ctx: TxContext,
  account: accounts.Account,
  { member, admin }: { member: accounts.SessionUser; admin: { email: string; name: string } },
) {
  const accountCtx = { ...ctx, account_id: account.id }
  const inviter = { id: null, name: member.name }
  const issued = await accounts.invite(accountCtx, inviter, { ...admin, role: 'admin' })
  const { invitation, token, mailed_token } = issued
  const from = { name: member.name, account_name: account.name }
  await sendInvitation(accountCtx, invitation, mailed_token, from)
  const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
  audit.recordEntry(accountCtx, { action: 'user.invite', subject, details: { role: 'admin' } })
  return { email: invitation.email, url: invitationUrl(ctx, token) }
}

type NewAccount = Parameters<typeof parseAdmin>[0]

/** Returns the first admin of a new account. An account without one is for a program, which needs a token. */
function parseAdmin({
  email,
  admin_name,
  with_token,
}: {
  email?: string
  admin_name?: string
  with_token?: boolean
}) {
  if (email === undefined && admin_name === undefined && with_token === true) return undefined
  const name = toOneLine(admin_name ?? '')
  const required = (param: keyof NewAccount) =>
    ({ code: 'required', param, message: 'must not be empty, unless with_token is true' }) as const
  throwIfAny([
    ...(email === undefined ? [required('email')] : []),
    ...(name === '' ? [required('admin_name')] : []),
  ])
  return { email: email ?? '', name }
}

/** Returns the account that an earlier request created. Of two requests at once, the second waits. */
async function findExisting(ctx: TxContext, external_id: string | undefined) {
  if (external_id === undefined) return undefined
  await lockUntilEnd(ctx, `account ${external_id}`)
  const found = await accounts.findAccountByExternalId(ctx, external_id)
  return found && withGifts(ctx, found)
}

/** Creates the API token of a new account, which no person has joined. Returns its text. */
async function createToken(ctx: TxContext, account: accounts.Account): Promise<string> {
  const accountCtx = { ...ctx, account_id: account.id }
  const name = 'First API key'
  const { id, token } = await apiKeys.createToken(accountCtx, { name })
  audit.recordEntry(accountCtx, {
    action: 'token.create',
    subject: { kind: 'token', id, name },
  })
  return token
}

/** Rejects a program with a token: a leaked token must not create others. */
function assertPerson({ member }: OperatorContext): void {
  if (member.is_program === true)
    throw new ApiError('forbidden', { message: 'Operators manage tokens in the web app.' })
}

const recordToken = (
  ctx: TxContext,
  { member }: OperatorContext,
  action: string,
  { id, name }: accounts.OperatorToken,
): void => {
  // A token belongs to no account, so the change is in the log of the operator's own.
  const ownCtx = { ...ctx, account_id: member.account_id }
  audit.recordEntry(ownCtx, { action, subject: { kind: 'operator_token', id, name } })
}

/** The routes of the accounts of the installation, for operators. */
export const managedAccountRoutes = [
  handleWithoutTx(contract.listAccounts, ({ db, query: { page, filter } }) =>
    readTransaction(db, ALL_ACCOUNTS, async (ctx) => {
      const { data, has_more } = await accounts.listManagedAccounts(ctx, page, filter.q)
      const counts = await countGifts(ctx, data)
      return {
        data: data.map((each) => ({ ...each, recent_gifts: counts.get(each.id) ?? 0 })),
        has_more,
      }
    }),
  ),

  handleWithoutTx(contract.createAccount, (context) =>
    transactAsOperator(context, async (ctx) => {
      const { member, body } = context
      const admin = parseAdmin(body)
      const existing = await findExisting(ctx, body.external_id)
      if (existing !== undefined)
        return new JsonResponse(200, { account: existing, invitation: null, api_token: null })
      const created = await accounts.createAccount(ctx, body)
      record(ctx, 'account.set_up', created, { tier: created.tier })
      const invitation = admin && (await inviteAdmin(ctx, created, { member, admin }))
      const api_token = body.with_token === true ? await createToken(ctx, created) : null
      const managed = await accounts.findManagedAccount(ctx, created.id)
      if (managed === undefined) throw new Error(`account ${created.id} was not created`)
      return { account: { ...managed, recent_gifts: 0 }, invitation: invitation ?? null, api_token }
    }),
  ),

  handleWithoutTx(contract.updateAccount, (context) =>
    transactAsOperator(context, async (ctx) => {
      const { before, after } = await accounts.updateAccount(ctx, context.params.id, context.body)
      record(ctx, 'account.change', after, {
        before: { name: before.name, tier: before.tier },
        after: { name: after.name, tier: after.tier },
      })
      return withGifts(ctx, after)
    }),
  ),

  handleWithoutTx(contract.inviteAccountAdmin, (context) =>
    transactAsOperator(context, async (ctx) => {
      const { member, body, params } = context
      const account = await accounts.requireManagedAccount(ctx, params.id)
      // An operator who could invite at any time could read every account.
      if (account.users > 0)
        throw new ApiError('not_allowed', {
          message: 'People have joined this account. Its admins invite others.',
        })
      return inviteAdmin(ctx, account, { member, admin: body })
    }),
  ),

  handleWithoutTx(contract.suspendAccount, (context) =>
    transactAsOperator(context, async (ctx) => {
      const { member, body, params } = context
      const { after } = await accounts.suspendAccount(ctx, params.id, {
        reason: body.reason,
        ownAccount: member.account_id,
      })
      record(ctx, 'account.suspend', after)
      return withGifts(ctx, after)
    }),
  ),

  handleWithoutTx(contract.endAccount, (context) =>
    transactAsOperator(context, async (ctx) => {
      const { member, params, body } = context
      const input = { days: body.days, by: member.name }
      const change = await accounts.endAccount(ctx, params.id, input)
      const { after } = change
      record(ctx, 'account.end', after, { ...body })
      await announceAccountEnd(ctx, change)
      return withGifts(ctx, after)
    }),
  ),

  handleWithoutTx(contract.listOperatorTokens, async (context) => {
    assertPerson(context)
    const data = await readTransaction(context.db, ALL_ACCOUNTS, accounts.listOperatorTokens)
    return { data, has_more: false }
  }),

  handleWithoutTx(contract.createOperatorToken, async (context) => {
    assertPerson(context)
    await requireReauthentication(context, context.body.password)
    return transactAsOperator(context, async (ctx) => {
      const { member, body } = context
      const input = { name: body.name, created_by: member.name }
      const created = await accounts.createOperatorToken(ctx, input)
      recordToken(ctx, context, 'operator_token.create', created)
      return created
    })
  }),

  handleWithoutTx(contract.revokeOperatorToken, async (context) => {
    assertPerson(context)
    await transactAsOperator(context, async (ctx) => {
      const revoked = await accounts.revokeOperatorToken(ctx, context.params.id)
      recordToken(ctx, context, 'operator_token.revoke', revoked)
    })
  }),

  handleWithoutTx(contract.resumeAccount, (context) =>
    transactAsOperator(context, async (ctx) => {
      const change = await accounts.resumeAccount(ctx, context.params.id)
      const { after } = change
      record(ctx, 'account.resume', after)
      await announceAccountEnd(ctx, change)
      return withGifts(ctx, after)
    }),
  ),
]
