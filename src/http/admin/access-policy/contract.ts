import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, OwnPassword, orNull, strict } from '../lib/schemas.ts'

const minutes = (minimum: number, maximum: number, description: string) =>
  orNull(Type.Integer({ minimum, maximum, description }))

const members = {
  requires_second_factor: Type.Boolean({
    description: 'Users without single sign-on need a passkey, or a code from an app.',
  }),
  session_minutes: minutes(15, 20_160, 'How long a session enters the account after its start.'),
  idle_minutes: minutes(5, 1_440, 'How long it does so after its last request.'),
  allowed_networks: Type.Array(boundedText(64), { maxItems: 50 }),
  networks_bind_tokens: Type.Boolean({ description: 'Whether API tokens need the networks too.' }),
}

export const AccessPolicy = Type.Object({
  ...members,
  own_address: Type.String({ description: 'The address of this request.' }),
})
export type AccessPolicy = Static<typeof AccessPolicy>

export const readAccessPolicy = operation('GET', '/access-policy', {
  permission: 'administration',
  summary: 'show what users need to enter the account',
  reply: AccessPolicy,
})

export const saveAccessPolicy = operation('PUT', '/access-policy', {
  permission: 'administration',
  clock: 'real',
  summary: 'change what users need to enter the account, from the next request on',
  body: Type.Object({ ...members, password: OwnPassword }, strict),
  reply: AccessPolicy,
})
