import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, OwnPassword, orNull, strict, Timestamp } from '../lib/schemas.ts'
import { PasskeyResponse } from '../sign-in/contract.ts'

const withPassword = Type.Object({ password: OwnPassword }, strict)

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_synced: Type.Boolean(),
  created_at: Timestamp,
  last_used_at: orNull(Timestamp),
})
export type Passkey = Static<typeof Passkey>

/** A new email address that is not confirmed yet. */
export const EmailChange = Type.Object({ email: Type.String(), expires_at: Timestamp })

/** The sign-in methods of the user. */
export const SignInMethods = Type.Object({
  email_change: orNull(EmailChange),
  has_totp: Type.Boolean(),
  backup_codes_left: Type.Integer(),
  passkeys: Type.Array(Passkey),
})
export type SignInMethods = Static<typeof SignInMethods>

/** The data for setting up an authenticator app. */
export const TotpSetup = Type.Object({
  secret: Type.String(),
  uri: Type.String(),
  qr: Type.String({ description: 'The QR code as SVG.' }),
})
export type TotpSetup = Static<typeof TotpSetup>

/** The codes for sign-in without the authenticator app. No later request returns them. */
export const BackupCodes = Type.Object({ backup_codes: Type.Array(Type.String()) })

export const readSignInMethods = operation('GET', '/security', {
  permission: 'any',
  summary: 'show your sign-in methods',
  reply: SignInMethods,
})

export const changeName = operation('PUT', '/security/name', {
  permission: 'any',
  summary: 'change your name',
  body: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }) },
    strict,
  ),
})

export const requestEmailChange = operation('POST', '/security/email', {
  permission: 'any',
  summary: 'send a link to a new email address of yours, which confirms it',
  body: Type.Object({ email: boundedText(254), password: OwnPassword }, strict),
  status: 202,
  reply: EmailChange,
})

export const cancelEmailChange = operation('DELETE', '/security/email', {
  permission: 'any',
  clock: 'real',
  summary: 'invalidate the link to a new email address of yours',
})

export const confirmEmailChange = operation('PUT', '/email-confirmation', {
  permission: 'none',
  summary: 'change an email address with the link that was sent to it',
  body: Type.Object({ token: boundedText(100) }, strict),
  reply: Type.Object({ email: Type.String() }),
})

export const changePassword = operation('PUT', '/security/password', {
  permission: 'any',
  summary: 'change your password and end your other sessions',
  body: Type.Object({ password: OwnPassword, new_password: boundedText(256) }, strict),
})

export const startTotpSetup = operation('POST', '/security/totp', {
  permission: 'any',
  summary: 'start the setup of an authenticator app',
  body: withPassword,
  reply: TotpSetup,
})

export const confirmTotp = operation('PUT', '/security/totp', {
  permission: 'any',
  summary: 'enable codes with a first code; returns the backup codes',
  body: Type.Object({ code: boundedText(20) }, strict),
  reply: BackupCodes,
})

export const disableTotp = operation('POST', '/security/totp/disable', {
  permission: 'any',
  summary: 'disable codes',
  body: withPassword,
})

export const createBackupCodes = operation('POST', '/security/backup-codes', {
  permission: 'any',
  summary: 'create ten new backup codes',
  body: withPassword,
  reply: BackupCodes,
})

export const startPasskeyRegistration = operation('POST', '/security/passkeys/options', {
  permission: 'any',
  summary: 'start the registration of a passkey',
  body: withPassword,
  reply: Type.Object({
    options: Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>({
      type: 'object',
      additionalProperties: true,
    }),
    challenge_token: Type.String(),
  }),
})

export const addPasskey = operation('POST', '/security/passkeys', {
  permission: 'any',
  summary: 'add a passkey',
  body: Type.Object(
    { challenge_token: boundedText(4_000), response: PasskeyResponse, name: boundedText(100) },
    strict,
  ),
  status: 201,
  reply: Passkey,
})

export const removePasskey = operation('DELETE', '/security/passkeys/:id', {
  permission: 'any',
  summary: 'remove one of your passkeys',
})
