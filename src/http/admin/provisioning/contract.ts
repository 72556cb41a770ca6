import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, MemberRole, OwnPassword, orNull, strict, Timestamp } from '../lib/schemas.ts'

export const GroupRole = Type.Object({ name: boundedText(255), role: MemberRole }, strict)
export type GroupRole = Static<typeof GroupRole>

/** How an identity provider manages the users of the account. No response contains the token, except its creation. */
export const Provisioning = Type.Object({
  url: Type.String({ description: 'The address of the SCIM server.' }),
  token: orNull(
    Type.Object({
      last_four: Type.String(),
      created_at: Timestamp,
      last_used_at: orNull(Timestamp),
    }),
  ),
  default_role: MemberRole,
  group_roles: Type.Array(GroupRole),
  makes_contacts: Type.Boolean({ description: 'Whether people also become contacts.' }),
  contact_problems: Type.Array(
    Type.Object({ key: Type.String(), name: orNull(Type.String()), problem: Type.String() }),
    { description: 'The first people who became no contacts, and why.' },
  ),
})
export type Provisioning = Static<typeof Provisioning>

export const readProvisioning = operation('GET', '/provisioning', {
  permission: 'administration',
  clock: 'real',
  summary: 'show how an identity provider manages the users of the account',
  reply: Provisioning,
})

export const saveProvisioning = operation('PUT', '/provisioning', {
  permission: 'administration',
  clock: 'real',
  summary: 'change the role of new users, and the roles of the groups of the identity provider',
  body: Type.Object(
    {
      default_role: MemberRole,
      group_roles: Type.Array(GroupRole, { maxItems: 200 }),
      makes_contacts: Type.Optional(
        Type.Boolean({
          description: 'Whether people also become contacts; without it, this stays.',
        }),
      ),
    },
    strict,
  ),
  reply: Provisioning,
})

export const createProvisioningToken = operation('POST', '/provisioning/token', {
  permission: 'administration',
  summary: 'create the token of the identity provider, and end the previous one',
  body: Type.Object({ password: OwnPassword }, strict),
  status: 201,
  reply: Type.Object({ token: Type.String() }),
})

export const revokeProvisioningToken = operation('DELETE', '/provisioning/token', {
  permission: 'administration',
  clock: 'real',
  summary: 'end the token of the identity provider',
})
