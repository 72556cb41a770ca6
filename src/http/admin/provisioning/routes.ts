import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import * as contacts from '#contacts'
import type { TxContext } from '#platform/postgres/database'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import * as contract from './contract.ts'

/** The routes for the identity provider that manages the users of the account. */
export const provisioningRoutes = [
  handle(contract.readProvisioning, ({ ctx }) => read(ctx)),

  handleWithoutTx(contract.saveProvisioning, async ({ transact, member, body }) => {
    await transact((ctx) => save(ctx, member, body))
    // The people of before become contacts in pages, each in its own transaction. Saving again continues.
    let after: string | undefined
    if (body.makes_contacts === true)
      do after = await transact((ctx) => contacts.followUsersAfter(ctx, after))
      while (after !== undefined)
    return transact(read)
  }),

  handleWithoutTx(contract.createProvisioningToken, async (context) => {
    await requireReauthentication(context, context.body.password)
    return context.transact(async (ctx) => {
      const token = await accounts.createProvisioningToken(ctx)
      const subject = auditSubject(context.member)
      recordEntry(ctx, { action: 'account.create_provisioning_token', subject })
      return { token }
    })
  }),

  handle(contract.revokeProvisioningToken, async ({ ctx, member }) => {
    await accounts.revokeProvisioningToken(ctx)
    const subject = auditSubject(member)
    recordEntry(ctx, { action: 'account.revoke_provisioning_token', subject })
  }),
]

async function save(
  ctx: TxContext,
  member: accounts.SessionUser,
  body: Parameters<typeof accounts.saveProvisioningRoles>[1],
): Promise<void> {
  const { before, role_changes } = await accounts.saveProvisioningRoles(ctx, body)
  const { default_role, group_roles, makes_contacts } = before
  if (body.makes_contacts === false) await contacts.forgetProvisionedUsers(ctx)
  recordEntry(ctx, {
    action: 'account.save_provisioning',
    subject: auditSubject(member),
    details: { before: { default_role, group_roles, makes_contacts }, after: { ...body } },
  })
  for (const { id, name, ...roles } of role_changes)
    recordEntry(ctx, {
      action: 'user.change_role',
      subject: { kind: 'user', id, name },
      details: { before: { role: roles.before }, after: { role: roles.after } },
    })
}

const read = async (ctx: TxContext) => ({
  url: `${ctx.deployment.origin}/scim/v2`,
  ...(await accounts.readProvisioning(ctx)),
  contact_problems: await contacts.listProvisioningProblems(ctx),
})

const auditSubject = ({ account_id: id, account_name: name }: accounts.SessionUser) => ({
  kind: 'account',
  id,
  name,
})
