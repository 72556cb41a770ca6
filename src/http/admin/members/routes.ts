import { Type } from 'typebox'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import { invitationUrl, sendInvitation } from '../lib/emails.ts'
import { JsonResponse, route, type TxRouteContext } from '../lib/route.ts'
import { boundedText, roleSchema, strict } from '../lib/schemas.ts'

type UserRole = accounts.Role

const inviter = ({ member }: TxRouteContext<unknown>) => ({
  id: member.user_id,
  name: member.name,
})
const auditSubject = ({ id, name }: { id: string; name: string }) => ({ kind: 'user', id, name })

/** Members, their roles and invitations. */
export const memberRoutes = [
  route(
    'GET',
    '/members',
    { requiredRole: 'admin', summary: 'list the members of the account' },
    async ({ ctx, realTimeCtx }) => {
      const apps = await apiKeys.countAppsByUser(realTimeCtx)
      const users = await accounts.listMembers(ctx)
      return {
        data: users.map((each) => ({ ...each, apps: apps.get(each.id) ?? 0 })),
        has_more: false,
      }
    },
  ),

  route(
    'POST',
    '/members/:id/revoke-apps',
    {
      requiredRole: 'admin',
      summary: 'revoke the apps that a member has authorized, also after the member was removed',
    },
    async ({ realTimeCtx, actor, params: { id = '' } }) => {
      const revoked = await apiKeys.revokeAppsOfUser(realTimeCtx, id)
      const subject = { kind: 'user', id }
      if (revoked > 0)
        audit.recordEntry(realTimeCtx, {
          actor,
          action: 'user.revoke_apps',
          subject,
          details: { revoked },
        })
      return { revoked }
    },
  ),

  route(
    'PATCH',
    '/members/:id',
    {
      requiredRole: 'admin',
      summary: 'change the role of a member',
      body: Type.Object({ role: roleSchema }, strict),
    },
    async ({ realTimeCtx, actor, params, body }) => {
      const requested = body.role as UserRole
      const before = await accounts.changeRole(realTimeCtx, params.id ?? '', requested)
      const details = { before: { role: before.role }, after: { role: requested } }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'user.change_role',
        subject: auditSubject(before),
        details,
      })
      return { ...before, role: requested }
    },
  ),

  route(
    'DELETE',
    '/members/:id',
    {
      requiredRole: 'admin',
      summary: 'remove a member, which ends their sessions and access',
    },
    async ({ realTimeCtx, actor, params }) => {
      const { role, ...user } = await accounts.removeMember(realTimeCtx, params.id ?? '')
      const apps = (await apiKeys.countAppsByUser(realTimeCtx)).get(user.id) ?? 0
      const details = { before: { role }, ...(apps > 0 && { remaining_apps: apps }) }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'user.remove',
        subject: auditSubject(user),
        details,
      })
    },
  ),

  route(
    'POST',
    '/members/:id/transfer-admin',
    { requiredRole: 'admin', summary: 'make another member the admin and yourself a sender' },
    async ({ realTimeCtx, actor, member, params }) => {
      const user = await accounts.transferAdmin(realTimeCtx, member.user_id, params.id ?? '')
      const details = { before: { role: user.role }, after: { role: 'admin' }, own_role: 'sender' }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'user.transfer_admin',
        subject: auditSubject(user),
        details,
      })
    },
  ),

  route(
    'GET',
    '/invitations',
    { requiredRole: 'admin', summary: 'list pending invitations' },
    async ({ ctx }) => ({ data: await accounts.listInvitations(ctx), has_more: false }),
  ),

  route(
    'POST',
    '/invitations',
    {
      requiredRole: 'admin',
      summary: 'invite a person by email',
      body: Type.Object(
        { email: boundedText(254), name: boundedText(255), role: roleSchema },
        strict,
      ),
    },
    async (context) => {
      const { realTimeCtx, actor, member } = context
      const requested = { ...context.body, role: context.body.role as UserRole }
      const { invitation, token } = await accounts.invite(realTimeCtx, inviter(context), requested)
      sendInvitation(realTimeCtx, invitation, token, member)
      const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
      const details = { role: requested.role }
      audit.recordEntry(realTimeCtx, { actor, action: 'user.invite', subject, details })
      return new JsonResponse(201, { ...invitation, url: invitationUrl(realTimeCtx, token) })
    },
  ),

  route(
    'POST',
    '/invitations/:id/resend',
    { requiredRole: 'admin', summary: 'resend an invitation with a new link' },
    async (context) => {
      const { realTimeCtx, actor, member, params } = context
      const { invitation, token } = await accounts.renewInvitation(
        realTimeCtx,
        inviter(context),
        params.id ?? '',
      )
      sendInvitation(realTimeCtx, invitation, token, member)
      const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
      audit.recordEntry(realTimeCtx, { actor, action: 'user.resend_invitation', subject })
      return { ...invitation, url: invitationUrl(realTimeCtx, token) }
    },
  ),

  route(
    'POST',
    '/invitations/:id/link',
    {
      requiredRole: 'admin',
      summary: 'create a new invitation link to share without an email',
    },
    async (context) => {
      const { realTimeCtx, actor, params } = context
      const { invitation, token } = await accounts.renewInvitation(
        realTimeCtx,
        inviter(context),
        params.id ?? '',
      )
      const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
      audit.recordEntry(realTimeCtx, { actor, action: 'user.copy_invitation_link', subject })
      return { ...invitation, url: invitationUrl(realTimeCtx, token) }
    },
  ),

  route(
    'DELETE',
    '/invitations/:id',
    { requiredRole: 'admin', summary: 'revoke an invitation' },
    async ({ realTimeCtx, actor, params }) => {
      const { id, email } = await accounts.revokeInvitation(realTimeCtx, params.id ?? '')
      const subject = { kind: 'invitation', id, name: email }
      audit.recordEntry(realTimeCtx, { actor, action: 'user.revoke_invitation', subject })
    },
  ),
]
