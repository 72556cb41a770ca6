import { Type } from 'typebox'
import * as access from '#access'
import { invitationUrl, postInvitation } from './letters.ts'
import { Answer, operation, type Within } from './operation.ts'
import { noExtra, role, text } from './shapes.ts'

type Role = access.Role

const by = ({ member }: Within<unknown>) => ({ id: member.person_id, name: member.name })
const personNamed = ({ id, name }: { id: string; name: string }) => ({ kind: 'person', id, name })

/** Who is in the account, and what they may. */
export const peopleOperations = [
  operation(
    'GET',
    '/people',
    { needs: 'admin', does: 'list the people of the account' },
    async ({ ctx, real }) => {
      const apps = await access.countAppsByUser(real)
      const people = await access.listMembers(ctx)
      return {
        data: people.map((each) => ({ ...each, apps: apps.get(each.id) ?? 0 })),
        has_more: false,
      }
    },
  ),

  operation(
    'POST',
    '/people/:id/end-apps',
    {
      needs: 'admin',
      does: 'end the access of the apps that somebody has let in, also after they have left',
    },
    async ({ real, actor, params: { id = '' } }) => {
      const ended = await access.revokeAppsOfUser(real, id)
      const subject = { kind: 'person', id }
      if (ended > 0)
        access.recordEntry(real, { actor, action: 'person.end_apps', subject, details: { ended } })
      return { ended }
    },
  ),

  operation(
    'PATCH',
    '/people/:id',
    {
      needs: 'admin',
      does: 'change somebody’s role',
      body: Type.Object({ role }, noExtra),
    },
    async ({ real, actor, params, body }) => {
      const wanted = body.role as Role
      const was = await access.changeRole(real, params.id ?? '', wanted)
      const details = { before: { role: was.role }, after: { role: wanted } }
      access.recordEntry(real, {
        actor,
        action: 'person.change_role',
        subject: personNamed(was),
        details,
      })
      return { ...was, role: wanted }
    },
  ),

  operation(
    'DELETE',
    '/people/:id',
    { needs: 'admin', does: 'remove somebody: they are signed out, and cannot come back' },
    async ({ real, actor, params }) => {
      const { role: was, ...person } = await access.removeMember(real, params.id ?? '')
      const apps = (await access.countAppsByUser(real)).get(person.id) ?? 0
      const details = { before: { role: was }, ...(apps > 0 && { apps_that_stay: apps }) }
      access.recordEntry(real, {
        actor,
        action: 'person.remove',
        subject: personNamed(person),
        details,
      })
    },
  ),

  operation(
    'POST',
    '/people/:id/handover',
    { needs: 'admin', does: 'make somebody an admin and yourself a sender' },
    async ({ real, actor, member, params }) => {
      const person = await access.transferAdmin(real, member.person_id, params.id ?? '')
      const details = { before: { role: person.role }, after: { role: 'admin' }, by_now: 'sender' }
      access.recordEntry(real, {
        actor,
        action: 'person.hand_over',
        subject: personNamed(person),
        details,
      })
    },
  ),

  operation(
    'GET',
    '/invitations',
    { needs: 'admin', does: 'list who is invited and has not come yet' },
    async ({ ctx }) => ({ data: await access.listInvitations(ctx), has_more: false }),
  ),

  operation(
    'POST',
    '/invitations',
    {
      needs: 'admin',
      does: 'invite somebody by mail',
      body: Type.Object({ email: text(254), name: text(255), role }, noExtra),
    },
    async (call) => {
      const { real, actor, member } = call
      const wanted = { ...call.body, role: call.body.role as Role }
      const { invitation, token } = await access.invite(real, by(call), wanted)
      postInvitation(real, invitation, token, member)
      const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
      const details = { role: wanted.role }
      access.recordEntry(real, { actor, action: 'person.invite', subject, details })
      return new Answer(201, { ...invitation, url: invitationUrl(real, token) })
    },
  ),

  operation(
    'POST',
    '/invitations/:id/resend',
    { needs: 'admin', does: 'send an invitation again, with a new link' },
    async (call) => {
      const { real, actor, member, params } = call
      const { invitation, token } = await access.renewInvitation(real, by(call), params.id ?? '')
      postInvitation(real, invitation, token, member)
      const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
      access.recordEntry(real, { actor, action: 'person.invite_again', subject })
      return { ...invitation, url: invitationUrl(real, token) }
    },
  ),

  operation(
    'POST',
    '/invitations/:id/link',
    { needs: 'admin', does: 'make a new link of an invitation, to share without an email' },
    async (call) => {
      const { real, actor, params } = call
      const { invitation, token } = await access.renewInvitation(real, by(call), params.id ?? '')
      const subject = { kind: 'invitation', id: invitation.id, name: invitation.email }
      access.recordEntry(real, { actor, action: 'person.copy_invitation_link', subject })
      return { ...invitation, url: invitationUrl(real, token) }
    },
  ),

  operation(
    'DELETE',
    '/invitations/:id',
    { needs: 'admin', does: 'withdraw an invitation' },
    async ({ real, actor, params }) => {
      const { id, email } = await access.revokeInvitation(real, params.id ?? '')
      const subject = { kind: 'invitation', id, name: email }
      access.recordEntry(real, { actor, action: 'person.withdraw_invitation', subject })
    },
  ),
]
