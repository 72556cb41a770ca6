import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import type { Permission } from '#contract/permissions'
import { operation } from '../lib/operation.ts'
import {
  boundedText,
  MemberRole,
  oneOfTexts,
  orNull,
  page,
  RoleName,
  Stage,
  strict,
  Tier,
  Timestamp,
} from '../lib/schemas.ts'

const address = boundedText(254)
const secret = boundedText(256)

/** The way in which a session began. */
export const SignInMethod = oneOfTexts(
  'password',
  'password_and_code',
  'passkey',
  'invitation',
  'setup',
  'single_sign_on',
)

/** The signed-in user. */
export const Me = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: MemberRole,
  role_name: RoleName,
  permissions: Type.Array(Type.Unsafe<Permission>(Type.String())),
  is_operator: Type.Boolean({ description: 'Whether the user operates the installation.' }),
  has_totp: Type.Boolean(),
  restriction: Type.Unsafe<'network' | 'set_up_second_factor' | 'use_second_factor' | null>({
    ...orNull(oneOfTexts('network', 'set_up_second_factor', 'use_second_factor')),
    description: 'Why the access policy of the account refuses all but the own sign-in.',
  }),
  method: SignInMethod,
  confirmed_until: Type.Unsafe<Timestamp | null>({
    ...orNull(Timestamp),
    description: 'Until when a session by single sign-on may change sign-in methods and access.',
  }),
  account: Type.Object({
    id: Type.String(),
    name: Type.String(),
    tier: Tier,
    stage: Stage,
    region: Type.String(),
    clock_offset_ms: Type.Integer(),
  }),
  accounts: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: MemberRole,
      role_name: RoleName,
      entry: Type.Unsafe<'open' | 'sign_in' | 'single_sign_on'>({
        ...oneOfTexts('open', 'sign_in', 'single_sign_on'),
        description: 'Whether this session enters the account, or how else the user does.',
      }),
    }),
    { description: 'The accounts of the user, the most recent visit first.' },
  ),
})
export type Me = Static<typeof Me>

export const SignedIn = Type.Object({ me: Me })

export const CodeNeeded = Type.Object({
  code_needed: Type.Literal(true),
  challenge_token: Type.String({ description: 'Proof of the password, for the code.' }),
})

export const SingleSignOnNeeded = Type.Object({ single_sign_on_needed: Type.Literal(true) })

export const SessionState = Type.Object({
  deployment: Type.Object({
    stage: Stage,
    region: Type.String(),
    origin: Type.String(),
    can_send_email: Type.Boolean(),
  }),
  needs_setup: Type.Boolean({ description: 'The deployment has no account.' }),
  me: orNull(Me),
})

export const Session = Type.Object({
  id: Type.String(),
  method: SignInMethod,
  address: Type.String(),
  user_agent: Type.String(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  is_here: Type.Boolean({ description: 'The session of this request.' }),
})
export type Session = Static<typeof Session>

export const readSession = operation('GET', '/session', {
  permission: 'none',
  summary: 'show the signed-in user and the deployment',
  isFrequent: true,
  reply: SessionState,
})

/**
 * A token from the response of the identity provider. This sign-in links the identity at the provider to the
 * user.
 */
const LinkToken = boundedText(4_000)

export const signIn = operation('POST', '/session', {
  permission: 'none',
  summary: 'sign in with email address and password',
  body: Type.Object(
    { email: address, password: secret, link_token: Type.Optional(LinkToken) },
    strict,
  ),
  status: 201,
  reply: Type.Union([SignedIn, CodeNeeded, SingleSignOnNeeded]),
  alternativeStatus: 202,
})

export const completeWithCode = operation('POST', '/session/code', {
  permission: 'none',
  summary: 'complete sign-in with a code',
  body: Type.Object({ challenge_token: boundedText(4_000), code: boundedText(20) }, strict),
  status: 201,
  reply: SignedIn,
})

/** The options of the browser's passkey API. */
export const PasskeyRequest = Type.Object({
  options: Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>({
    type: 'object',
    additionalProperties: true,
  }),
  challenge_token: Type.String(),
})

/** The response of the browser's passkey API. */
export const PasskeyResponse = Type.Unsafe<object>({ type: 'object', properties: {} })

export const startPasskeySignIn = operation('POST', '/session/passkey/options', {
  permission: 'none',
  summary: 'start sign-in with a passkey',
  reply: PasskeyRequest,
})

export const signInWithPasskey = operation('POST', '/session/passkey', {
  permission: 'none',
  summary: 'sign in with a passkey',
  body: Type.Object(
    {
      challenge_token: boundedText(4_000),
      response: PasskeyResponse,
      link_token: Type.Optional(LinkToken),
    },
    strict,
  ),
  status: 201,
  reply: SignedIn,
})

export const signOut = operation('DELETE', '/session', {
  permission: 'any',
  summary: 'end this session',
})

export const enterAccount = operation('PUT', '/session/account', {
  permission: 'any',
  clock: 'real',
  summary: 'make the account of this request the one that new pages open',
})

export const leaveAccount = operation('DELETE', '/session/account', {
  permission: 'any',
  clock: 'real',
  summary: 'leave the account of this request; your other accounts stay',
})

export const listSessions = operation('GET', '/sessions', {
  permission: 'any',
  clock: 'real',
  summary: 'list your sessions',
  reply: page(Session),
})

export const endSession = operation('DELETE', '/sessions/:id', {
  permission: 'any',
  clock: 'real',
  summary: 'end one of your other sessions',
})

export const endOtherSessions = operation('DELETE', '/sessions', {
  permission: 'any',
  clock: 'real',
  summary: 'end all of your other sessions',
  reply: Type.Object({ ended: Type.Integer() }),
})

export const requestPasswordReset = operation('POST', '/password-reset', {
  permission: 'none',
  summary: 'request a password reset email',
  body: Type.Object({ email: address }, strict),
  status: 202,
  reply: Type.Object({ sent: Type.Literal(true) }),
})

export const resetPassword = operation('PUT', '/password-reset', {
  permission: 'none',
  summary: 'set a new password with the link of the reset email',
  body: Type.Object({ token: boundedText(100), password: secret }, strict),
})
