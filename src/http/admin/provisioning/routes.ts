import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import type { TxContext } from '#platform/postgres/database'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import * as contract from './contract.ts'

/** The routes for the identity provider that manages the users of the account. */
export const provisioningRoutes = [
  handle(contract.readProvisioning, ({ ctx }) => read(ctx)),

  handle(contract.saveProvisioning, async ({ ctx, member, body }) => {
    const { before, role_changes } = await accounts.saveProvisioningRoles(ctx, body)
    const { default_role, group_roles } = before
    recordEntry(ctx, {
      action: 'account.save_provisioning',
      subject: auditSubject(member),
      details: { before: { default_role, group_roles }, after: body },
    })
    for (const { id, name, ...roles } of role_changes)
      recordEntry(ctx, {
        action: 'user.change_role',
        subject: { kind: 'user', id, name },
        details: { before: { role: roles.before }, after: { role: roles.after } },
      })
    return read(ctx)
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

const read = async (ctx: TxContext) => ({
  url: `${ctx.deployment.origin}/scim/v2`,
  ...(await accounts.readProvisioning(ctx)),
})

const auditSubject = ({ account_id: id, account_name: name }: accounts.SessionUser) => ({
  kind: 'account',
  id,
  name,
})
