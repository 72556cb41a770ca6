import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { randomCrockford } from '#platform/lib/ids'
import { lazyPackage } from '#platform/lib/lazy-package'
import type { TxContext } from '#platform/postgres/database'
import { lockPerson, updatePerson } from './membership-store.ts'
import * as store from './store.ts'
import type { PersonRow, SessionUser } from './tables.ts'

const loadOtplib = lazyPackage<typeof import('otplib')>('otplib')

type TotpPerson = Pick<PersonRow, 'id' | 'totp_encrypted' | 'totp_last_step'>

const toleranceSeconds = 30 // the allowed difference of a phone's clock, in seconds
/** Returns the encryption context of a TOTP secret. */
export const totpContext = ({ id }: { id: string }) => `totp ${id}`

/**
 * Generates a secret for the person's authenticator app. The second factor is active only after a first
 * correct code. A repeated setup replaces the secret.
 *
 * @returns the secret in base32, and as the `otpauth:` URL for a QR code
 */
export async function startTotpSetup(
  ctx: TxContext,
  { person_id, email }: { person_id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const person = await lockPerson(ctx, person_id)
  if (person === undefined) throw new ApiError('not_found')
  if (person.totp_enabled_at !== null) throw totpAlreadyEnabledError
  const { generateSecret, generateURI } = loadOtplib()
  const secret = generateSecret()
  const totp_encrypted = ctx.deployment.cipher.encrypt(secret, totpContext(person))
  await updatePerson(ctx, person_id, { totp_encrypted })
  return { secret, uri: generateURI({ issuer: 'Bestow', label: email, secret }) }
}

const totpAlreadyEnabledError = new ApiError('not_allowed', {
  fieldErrors: [
    {
      code: 'not_allowed',
      param: 'code',
      message: 'is already required; disable two-factor authentication first',
    },
  ],
})

/**
 * Activates the second factor with a first code, which proves that the app has the secret.
 *
 * @returns ten backup codes, which no later call returns; undefined if the code was wrong
 */
export async function confirmTotp(
  ctx: TxContext,
  user: Pick<SessionUser, 'person_id' | 'session_id'>,
  code: string,
): Promise<string[] | undefined> {
  const { person_id } = user
  const person = await lockPerson(ctx, person_id)
  if (person === undefined || person.totp_encrypted === null) return undefined
  if (person.totp_enabled_at !== null) throw totpAlreadyEnabledError
  const step = await findTimeStep(ctx, person, code)
  if (step === undefined) return undefined
  store.markNewFactor(ctx, user)
  await updatePerson(ctx, person_id, { totp_enabled_at: ctx.now, totp_last_step: step })
  return createBackupCodes(ctx, person_id)
}

export async function disableTotp(ctx: TxContext, person_id: string): Promise<void> {
  await updatePerson(ctx, person_id, {
    totp_encrypted: null,
    totp_enabled_at: null,
    totp_last_step: null,
  })
  await store.deleteBackupCodes(ctx, person_id)
}

/** Replaces the remaining backup codes with ten new codes. */
export async function createBackupCodes(ctx: TxContext, person_id: string): Promise<string[]> {
  await store.deleteBackupCodes(ctx, person_id)
  const codes = Array.from({ length: 10 }, () => randomCrockford(10))
  await store.insertBackupCodes(
    ctx,
    codes.map((code) => ({ person_id, code_hash: sha256(code) })),
  )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/**
 * Returns whether the code is a current code of the app or a backup code. Each code is accepted only once.
 */
export async function consumeCode(
  ctx: TxContext,
  person: TotpPerson,
  code: string,
): Promise<boolean> {
  const normalizedCode = code.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(normalizedCode)) {
    const step = await findTimeStep(ctx, person, normalizedCode)
    if (step === undefined) return false
    await updatePerson(ctx, person.id, { totp_last_step: step })
    return true
  }
  if (!/^[0-9A-Z]{10}$/.test(normalizedCode)) return false
  return (await store.deleteBackupCodes(ctx, person.id, sha256(normalizedCode))) === 1
}

/**
 * Returns the half minute to which the code belongs. Returns undefined if the code is wrong, too old or
 * already used.
 */
async function findTimeStep(
  ctx: TxContext,
  person: TotpPerson,
  code: string,
): Promise<number | undefined> {
  if (person.totp_encrypted === null || !/^\d{6}$/.test(code)) return undefined
  const result = await loadOtplib().verify({
    secret: ctx.deployment.cipher.decrypt(person.totp_encrypted, totpContext(person)),
    token: code,
    epochTolerance: toleranceSeconds,
    epoch: Math.floor(ctx.now.getTime() / 1000),
  })
  if (!result.valid || !('timeStep' in result)) return undefined
  const isNew = person.totp_last_step === null || result.timeStep > person.totp_last_step
  return isNew ? result.timeStep : undefined
}

/** Returns the number of unused backup codes. */
export const countBackupCodes = (ctx: TxContext, person_id: string): Promise<number> =>
  store.countBackupCodes(ctx, person_id)
