import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { ApiError, orNotFound } from '#contract'
import { atRealTime } from '#platform/postgres/database'
import * as sends from '#sends'
import { invitationUrl, sendInvitation } from '../lib/emails.ts'
import { handle } from '../lib/handle.ts'
import type { ReplyValue } from '../lib/operation.ts'
import type { SessionContext, TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

const inviter = ({ member }: Pick<SessionContext<unknown>, 'member'>) => ({
  id: member.user_id,
  name: member.name,
})
const auditSubject = ({ id, name }: { id: string; name: string }) => ({ kind: 'user', id, name })

type Inviting = Pick<TxRouteContext<unknown>, 'ctx' | 'member'>

async function invite(context: Inviting, requested: accounts.NewInvitation) {
  const { ctx, member } = context
  const issued = await accounts.invite(ctx, inviter(context), requested)
  const { invitation, token, mailed_token } = issued
  await sendInvitation(ctx, invitation, mailed_token, member)
  const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
  const details = { role: requested.role }
  audit.recordEntry(ctx, { action: 'user.invite', subject, details })
  return { ...invitation, url: invitationUrl(ctx, token) }
}

/** Returns the reason why a person cannot be invited. Throws every other error. */
function describeProblem(error: unknown): string {
  const [problem] = error instanceof ApiError ? error.fieldErrors : []
  if (problem?.message === undefined) throw error
  return problem.message
}

/** The routes of members, their roles and invitations. */
export const memberRoutes = [
  handle(contract.listMembers, async ({ ctx }) => {
    const apps = await apiKeys.countAppsByUser(atRealTime(ctx))
    const users = await accounts.listAllMembers(ctx)
    return {
      data: users.map(({ permissions: _, ...each }) => ({
        ...each,
        apps: apps.get(each.id) ?? 0,
      })),
      has_more: false,
    }
  }),

  handle(contract.revokeAppsOfMember, async ({ ctx, params: { id } }) => {
    const revoked = await apiKeys.revokeAppsOfUser(ctx, id)
    const subject = { kind: 'user', id }
    if (revoked > 0)
      audit.recordEntry(ctx, {
        action: 'user.revoke_apps',
        subject,
        details: { revoked },
      })
    return { revoked }
  }),

  handle(contract.unlinkMember, async ({ ctx, params: { id } }) => {
    const member = orNotFound(await accounts.findMember(ctx, id))
    if (!(await accounts.unlinkMember(ctx, id))) return
    const subject = auditSubject(member)
    audit.recordEntry(ctx, { action: 'user.unlink_single_sign_on', subject })
  }),

  handle(contract.changeRole, async ({ ctx, params, body }) => {
    const requested = body.role
    const { before, member } = await accounts.changeRole(ctx, params.id, requested)
    const details = { before: { role: before.role }, after: { role: requested } }
    audit.recordEntry(ctx, {
      action: 'user.change_role',
      subject: auditSubject(before),
      details,
    })
    const { permissions: _, ...changed } = member
    return changed
  }),

  handle(contract.readResponsibilities, async ({ ctx, params: { id } }) => {
    orNotFound(await accounts.findMember(ctx, id))
    const teams = await accounts.listTeams(ctx)
    return {
      teams: teams.flatMap(({ name, lead_id }) => (lead_id === id ? [name] : [])),
      waiting_sends: await sends.countWaiting(ctx, id),
    }
  }),

  handle(contract.suspendMember, async ({ ctx, member, params }) => {
    const { role, suspended_at, ...user } = await accounts.suspendMember(
      ctx,
      params.id,
      member.user_id,
    )
    const subject = auditSubject(user)
    const details = { role }
    if (suspended_at === null) audit.recordEntry(ctx, { action: 'user.suspend', subject, details })
  }),

  handle(contract.resumeMember, async ({ ctx, params }) => {
    const { role, suspended_at, ...user } = await accounts.resumeMember(ctx, params.id)
    const subject = auditSubject(user)
    const details = { role }
    if (suspended_at !== null) audit.recordEntry(ctx, { action: 'user.resume', subject, details })
  }),

  handle(contract.removeMember, async ({ ctx, params }) => {
    const { role, ...user } = await accounts.removeMember(ctx, params.id)
    const apps = (await apiKeys.countAppsByUser(ctx)).get(user.id) ?? 0
    const details = { before: { role }, ...(apps > 0 && { remaining_apps: apps }) }
    audit.recordEntry(ctx, {
      action: 'user.remove',
      subject: auditSubject(user),
      details,
    })
  }),

  handle(contract.transferAdmin, async ({ ctx, member, params }) => {
    const user = await accounts.transferAdmin(ctx, member.user_id, params.id)
    const details = { before: { role: user.role }, after: { role: 'admin' }, own_role: 'sender' }
    audit.recordEntry(ctx, {
      action: 'user.transfer_admin',
      subject: auditSubject(user),
      details,
    })
  }),

  handle(contract.listInvitations, async ({ ctx }) => ({
    data: await accounts.listInvitations(ctx),
    has_more: false,
  })),

  handle(contract.createInvitation, (context) => invite(context, context.body)),

  handle(contract.createInvitations, async (context) => {
    const { people, role } = context.body
    const data: ReplyValue<contract.InvitationResult>[] = []
    for (const { email, name } of people)
      data.push(
        await invite(context, { email, name, role }).then(
          (invitation) => ({ email, problem: null, invitation }),
          (error: unknown) => ({ email, problem: describeProblem(error), invitation: null }),
        ),
      )
    return { data }
  }),

  handle(contract.resendInvitation, async (context) => {
    const { ctx, member, params } = context
    const { invitation, token, mailed_token } = await accounts.renewInvitation(
      ctx,
      inviter(context),
      params.id,
    )
    await sendInvitation(ctx, invitation, mailed_token, member)
    const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
    audit.recordEntry(ctx, { action: 'user.resend_invitation', subject })
    return { ...invitation, url: invitationUrl(ctx, token) }
  }),

  handle(contract.createInvitationLink, async (context) => {
    const { ctx, params } = context
    const { invitation, token } = await accounts.renewInvitation(ctx, inviter(context), params.id)
    const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
    audit.recordEntry(ctx, { action: 'user.copy_invitation_link', subject })
    return { ...invitation, url: invitationUrl(ctx, token) }
  }),

  handle(contract.revokeInvitation, async ({ ctx, params }) => {
    const { id, email } = await accounts.revokeInvitation(ctx, params.id)
    const subject = { kind: 'invitation', id, name: email }
    audit.recordEntry(ctx, { action: 'user.revoke_invitation', subject })
  }),
]
