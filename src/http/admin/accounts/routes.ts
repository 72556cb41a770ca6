import * as accounts from '#accounts'
import * as audit from '#audit'
import { ApiError, throwIfAny } from '#contract'
import { toOneLine } from '#contract/one-line'
import * as giftLists from '#gift-lists'
import {
  ALL_ACCOUNTS,
  actingAs,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { invitationUrl, sendInvitation } from '../lib/emails.ts'
import { handleWithoutTx } from '../lib/handle.ts'
import type { SessionContext } from '../lib/route.ts'
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
      const { name, tier, email } = body
      const admin_name = toOneLine(body.admin_name)
      throwIfAny(
        admin_name === ''
          ? [{ code: 'required', param: 'admin_name', message: 'must not be empty' }]
          : [],
      )
      const created = await accounts.createAccount(ctx, { name, tier })
      record(ctx, 'account.set_up', created, { tier })
      const invitation = await inviteAdmin(ctx, created, {
        member,
        admin: { email, name: admin_name },
      })
      const managed = await accounts.findManagedAccount(ctx, created.id)
      if (managed === undefined) throw new Error(`account ${created.id} was not created`)
      return { account: { ...managed, recent_gifts: 0 }, invitation }
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

  handleWithoutTx(contract.resumeAccount, (context) =>
    transactAsOperator(context, async (ctx) => {
      const { after } = await accounts.resumeAccount(ctx, context.params.id)
      record(ctx, 'account.resume', after)
      return withGifts(ctx, after)
    }),
  ),
]
