import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import {
  boundedText,
  MemberRole,
  orNull,
  page,
  RoleName,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

const members = {
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: MemberRole,
  role_name: RoleName,
  has_password: Type.Boolean(),
  has_totp: Type.Boolean(),
  passkeys: Type.Integer(),
  has_single_sign_on: Type.Boolean(),
  is_provisioned: Type.Boolean({ description: 'Whether SCIM manages the member.' }),
  suspended_at: orNull(Timestamp),
  created_at: Timestamp,
  last_seen_at: orNull(Timestamp),
}
export const Member = Type.Object(members)

export const ListedMember = Type.Object({
  ...members,
  apps: Type.Integer({ description: 'OAuth apps that the member has authorized.' }),
})
export type ListedMember = Static<typeof ListedMember>

export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: MemberRole,
  role_name: RoleName,
  invited_by: Type.Object({
    id: orNull(Type.String({ description: 'Null for an operator of the installation.' })),
    name: Type.String(),
  }),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = Static<typeof Invitation>

/** An invitation with its link. The service can show the link only when it is new. */
export const InvitationWithLink = Type.Object({ ...Invitation.properties, url: Type.String() })
export type InvitationWithLink = Static<typeof InvitationWithLink>

export const listMembers = operation('GET', '/members', {
  permission: 'administration',
  summary: 'list the members of the account',
  reply: page(ListedMember),
})

export const revokeAppsOfMember = operation('POST', '/members/:id/revoke-apps', {
  permission: 'administration',
  clock: 'real',
  summary: 'revoke the apps that a member has authorized, also after the member was removed',
  reply: Type.Object({ revoked: Type.Integer() }),
})

export const unlinkMember = operation('POST', '/members/:id/unlink-single-sign-on', {
  permission: 'administration',
  clock: 'real',
  summary: 'forget the identity of a member at the provider, which links again at the next sign-in',
})

export const changeRole = operation('PATCH', '/members/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'change the role of a member',
  body: Type.Object({ role: MemberRole }, strict),
  reply: Member,
})

export const readResponsibilities = operation('GET', '/members/:id/responsibilities', {
  permission: 'administration',
  summary: 'show what stays with a member who is suspended',
  reply: Type.Object({
    teams: Type.Array(Type.String(), { description: 'The teams that the member leads.' }),
    waiting_sends: Type.Integer({ description: 'Sends of the member that await an approval.' }),
  }),
})

export const suspendMember = operation('POST', '/members/:id/suspend', {
  permission: 'administration',
  clock: 'real',
  summary: 'suspend a member, which ends their sessions and the access of their apps here',
})

export const resumeMember = operation('POST', '/members/:id/resume', {
  permission: 'administration',
  clock: 'real',
  summary: 'let a suspended member enter the account again',
})

export const removeMember = operation('DELETE', '/members/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'remove a member, which ends their sessions and access',
})

export const transferAdmin = operation('POST', '/members/:id/transfer-admin', {
  permission: 'administration',
  clock: 'real',
  summary: 'make another member the admin and yourself a sender',
})

export const listInvitations = operation('GET', '/invitations', {
  permission: 'administration',
  summary: 'list pending invitations',
  reply: page(Invitation),
})

export const createInvitation = operation('POST', '/invitations', {
  permission: 'administration',
  clock: 'real',
  summary: 'invite a person by email',
  body: Type.Object({ email: boundedText(254), name: boundedText(255), role: MemberRole }, strict),
  status: 201,
  reply: InvitationWithLink,
})

/** The result of inviting one person of a list. */
export const InvitationResult = Type.Object({
  email: Type.String(),
  problem: orNull(Type.String()),
  invitation: orNull(InvitationWithLink),
})
export type InvitationResult = Static<typeof InvitationResult>

export const createInvitations = operation('POST', '/invitations/bulk', {
  permission: 'administration',
  clock: 'real',
  summary:
    'invite up to 100 people by email; a person who cannot be invited does not stop the others',
  body: Type.Object(
    {
      people: Type.Array(Type.Object({ email: boundedText(254), name: boundedText(255) }, strict), {
        minItems: 1,
        maxItems: 100,
      }),
      role: MemberRole,
    },
    strict,
  ),
  status: 201,
  reply: Type.Object({ data: Type.Array(InvitationResult) }),
})

export const resendInvitation = operation('POST', '/invitations/:id/resend', {
  permission: 'administration',
  clock: 'real',
  summary: 'resend an invitation with a new link',
  reply: InvitationWithLink,
})

export const createInvitationLink = operation('POST', '/invitations/:id/link', {
  permission: 'administration',
  clock: 'real',
  summary: 'create a new invitation link to share without an email',
  reply: InvitationWithLink,
})

export const revokeInvitation = operation('DELETE', '/invitations/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'revoke an invitation',
})
