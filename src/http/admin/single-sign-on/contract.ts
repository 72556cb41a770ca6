import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, OwnPassword, oneOfTexts, orNull, strict, Timestamp } from '../lib/schemas.ts'
import { Me } from '../sign-in/contract.ts'

/** The OpenID Connect provider of an account. No response contains the client secret. */
export const SingleSignOnProvider = Type.Object({
  id: Type.String(),
  issuer: Type.String(),
  client_id: Type.String(),
  is_required: Type.Boolean({ description: 'Whether members other than admins must use it.' }),
  tested_at: orNull(Timestamp),
  members: Type.Integer({ description: 'Members who have signed in with it.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type SingleSignOnProvider = Static<typeof SingleSignOnProvider>

export const SingleSignOn = Type.Object({
  redirect_url: Type.String({ description: 'The redirect URI to register at the provider.' }),
  provider: orNull(SingleSignOnProvider),
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
  summary: 'show the identity provider of the account',
  reply: SingleSignOn,
})

export const saveSingleSignOn = operation('PUT', '/single-sign-on', {
  permission: 'administration',
  summary: 'check and save the identity provider of the account',
  body: Type.Object(
    {
      issuer: boundedText(500),
      client_id: boundedText(500),
      client_secret: Type.Optional(boundedText(2_000)),
      is_required: Type.Boolean(),
      password: OwnPassword,
    },
    strict,
  ),
  reply: SingleSignOn,
})

export const removeSingleSignOn = operation('POST', '/single-sign-on/remove', {
  permission: 'administration',
  summary: 'remove the identity provider, and end the sessions that it has authenticated',
  body: Type.Object({ password: OwnPassword }, strict),
})

export const testSingleSignOn = operation('POST', '/single-sign-on/test', {
  permission: 'administration',
  summary: 'start a test of the sign-in at the identity provider',
  reply: SignOnAddress,
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
  body: Type.Object({ account_id: boundedText(36), query: boundedText(8_000) }, strict),
  reply: SignOnResult,
})
