import { type Static, Type } from 'typebox'
import { ConnectorKind } from '../connections/contract.ts'
import { operation } from '../lib/operation.ts'
import {
  anyObject,
  boundedText,
  LocalizedText,
  OwnPassword,
  oneOfTexts,
  orNull,
  strict,
  Timestamp,
} from '../lib/schemas.ts'
import { Me } from '../sign-in/contract.ts'

/** An identity provider of an account. No response contains its secret. */
export const SingleSignOnProvider = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  settings: anyObject,
  registration: Type.Array(Type.Object({ label: LocalizedText, value: Type.String() }), {
    description: 'What an admin enters at the provider.',
  }),
  is_ready: Type.Boolean({ description: 'Whether its settings are complete.' }),
  is_required: Type.Boolean({ description: 'Whether members other than admins must use one.' }),
  admits_new: Type.Boolean({
    description: 'Whether people with an address of a proven domain join at their first sign-in.',
  }),
  tested_at: orNull(Timestamp),
  members: Type.Integer({ description: 'Members who have signed in with it.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type SingleSignOnProvider = Static<typeof SingleSignOnProvider>

export const SingleSignOn = Type.Object({
  providers: Type.Array(SingleSignOnProvider),
  kinds: Type.Array(ConnectorKind),
})
export type SingleSignOn = Static<typeof SingleSignOn>

/** The address that the browser must open next. */
export const SignOnAddress = Type.Object({ url: Type.String() })

/** The result of a sign-on: its outcome, or the reason why it failed. */
export const SignOnResult = Type.Union([
  Type.Object({ outcome: Type.Literal('signed_in'), me: Me }),
  Type.Object({
    outcome: Type.Literal('link_pending'),
    email: Type.String(),
    link_token: Type.String({
      description: 'Links the identity to the user who signs in with it once in another way.',
    }),
  }),
  Type.Object({ outcome: Type.Literal('confirmed') }),
  Type.Object({
    outcome: Type.Literal('tested'),
    email: orNull(Type.String()),
    member: orNull(Type.String({ description: 'The name of the member who would sign in.' })),
  }),
  Type.Object({
    outcome: Type.Literal('failed'),
    purpose: oneOfTexts('sign_in', 'invitation', 'confirmation', 'test'),
    reason: oneOfTexts(
      'denied',
      'expired',
      'not_a_member',
      'operator',
      'email_not_verified',
      'mismatch',
      'already_member',
      'not_confirmed',
      'provider_unreachable',
      'provider_rejected',
      'invalid_response',
    ),
  }),
])
export type SignOnResult = Static<typeof SignOnResult>

export const readSingleSignOn = operation('GET', '/single-sign-on', {
  permission: 'administration',
  clock: 'real',
  summary: 'list the identity providers of the account, and their kinds',
  reply: SingleSignOn,
})

export const addIdentityProvider = operation('POST', '/single-sign-on', {
  permission: 'administration',
  clock: 'real',
  summary: 'add an identity provider, whose settings follow',
  body: Type.Object({ kind: boundedText(50), name: boundedText(100) }, strict),
  status: 201,
  reply: SingleSignOn,
})

export const saveIdentityProvider = operation('PUT', '/single-sign-on/:id', {
  permission: 'administration',
  summary: 'check and save the settings of an identity provider',
  body: Type.Object(
    {
      name: boundedText(100),
      settings: anyObject,
      is_required: Type.Boolean(),
      admits_new: Type.Optional(Type.Boolean()),
      password: OwnPassword,
    },
    strict,
  ),
  bodySize: 'large',
  reply: SingleSignOn,
})

export const removeIdentityProvider = operation('POST', '/single-sign-on/:id/remove', {
  permission: 'administration',
  summary: 'remove an identity provider, and end the sessions that it has authenticated',
  body: Type.Object({ password: OwnPassword }, strict),
})

export const testIdentityProvider = operation('POST', '/single-sign-on/:id/test', {
  permission: 'administration',
  summary: 'start a test of the sign-in at an identity provider',
  reply: SignOnAddress,
})

export const describeService = operation('GET', '/single-sign-on/:path_id/description', {
  permission: 'none',
  summary: 'describe the service to an identity provider',
  mediaTypes: ['application/xml'],
})

export const confirmWithSingleSignOn = operation('POST', '/security/single-sign-on', {
  permission: 'any',
  summary: 'start a confirmation of your identity at the provider',
  reply: SignOnAddress,
})

export const startSingleSignOn = operation('POST', '/session/single-sign-on', {
  permission: 'none',
  summary: 'start sign-in at the identity provider of an account',
  body: Type.Object(
    {
      email: boundedText(254),
      account_id: Type.Optional(
        Type.String({ description: 'One of several accounts; default: the last visited one.' }),
      ),
    },
    strict,
  ),
  reply: SignOnAddress,
})

export const joinWithSingleSignOn = operation('POST', '/invitation/single-sign-on', {
  permission: 'none',
  summary: 'start to accept an invitation at the identity provider',
  body: Type.Object({ token: boundedText(100) }, strict),
  reply: SignOnAddress,
})

export const completeSingleSignOn = operation('POST', '/session/single-sign-on/response', {
  permission: 'none',
  summary: 'complete a sign-on with the response of the identity provider',
  body: Type.Object({ path_id: boundedText(36), query: boundedText(400_000) }, strict),
  bodySize: 'large',
  reply: SignOnResult,
})
