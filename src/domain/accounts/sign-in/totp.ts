import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { randomCrockford } from '#platform/lib/ids'
import { lazyPackage } from '#platform/lib/lazy-package'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { SignInUserRow } from './tables.ts'

const loadOtplib = lazyPackage<typeof import('otplib')>('otplib')

type TotpUser = Pick<
  SignInUserRow,
  'account_id' | 'id' | 'totp_encrypted' | 'totp_enabled_at' | 'totp_last_step'
>

const toleranceSeconds = 30 // the allowed difference of a phone's clock, in seconds
/** Returns the encryption context of a TOTP secret. */
export const totpContext = ({ id }: { id: string }) => `totp ${id}`

/**
 * Generates a secret for the user's authenticator app. The second factor is active only after a first
 * correct code. A repeated setup replaces the secret.
 *
 * @returns the secret in base32, and as the `otpauth:` URL for a QR code
 */
export async function startTotpSetup(
  ctx: TxContext,
  user: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const lockedUser = await store.findUserForUpdate(ctx, ctx.account_id, user.id)
  if (lockedUser === undefined) throw new ApiError('not_found')
  if (lockedUser.totp_enabled_at !== null) throw totpAlreadyEnabledError
  const { generateSecret, generateURI } = loadOtplib()
  const secret = generateSecret()
  const totp_encrypted = ctx.deployment.cipher.encrypt(secret, totpContext(user))
  await store.updateUser(ctx, lockedUser, { totp_encrypted })
  return { secret, uri: generateURI({ issuer: 'Bestow', label: user.email, secret }) }
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
  user_id: string,
  code: string,
): Promise<string[] | undefined> {
  const lockedUser = await store.findUserForUpdate(ctx, ctx.account_id, user_id)
  if (lockedUser === undefined || lockedUser.totp_encrypted === null) return undefined
  if (lockedUser.totp_enabled_at !== null) throw totpAlreadyEnabledError
  const step = await findTimeStep(ctx, lockedUser, code)
  if (step === undefined) return undefined
  await store.updateUser(ctx, lockedUser, { totp_enabled_at: ctx.now, totp_last_step: step })
  return createBackupCodes(ctx, lockedUser)
}

export async function disableTotp(ctx: TxContext, user_id: string): Promise<void> {
  const user = { account_id: ctx.account_id, id: user_id }
  await store.updateUser(ctx, user, {
    totp_encrypted: null,
    totp_enabled_at: null,
    totp_last_step: null,
  })
  await store.deleteBackupCodes(ctx, user)
}

/** Replaces the remaining backup codes with ten new codes. */
export async function createBackupCodes(
  ctx: TxContext,
  user: { account_id: string; id: string },
): Promise<string[]> {
  await store.deleteBackupCodes(ctx, user)
  const codes = Array.from({ length: 10 }, () => randomCrockford(10))
  const { account_id, id: user_id } = user
  await store.insertBackupCodes(
    ctx,
    codes.map((code) => ({ account_id, user_id, code_hash: sha256(code) })),
  )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/**
 * Returns whether the code is a current code of the app or a backup code. Each code is accepted only once.
 */
export async function consumeCode(ctx: TxContext, user: TotpUser, code: string): Promise<boolean> {
  const normalizedCode = code.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(normalizedCode)) {
    const step = await findTimeStep(ctx, user, normalizedCode)
    if (step === undefined) return false
    await store.updateUser(ctx, user, { totp_last_step: step })
    return true
  }
  if (!/^[0-9A-Z]{10}$/.test(normalizedCode)) return false
  return (await store.deleteBackupCodes(ctx, user, sha256(normalizedCode))) === 1
}

/**
 * Returns the half minute to which the code belongs. Returns undefined if the code is wrong, too old or
 * already used.
 */
async function findTimeStep(
  ctx: TxContext,
  user: TotpUser,
  code: string,
): Promise<number | undefined> {
  if (user.totp_encrypted === null || !/^\d{6}$/.test(code)) return undefined
  const result = await loadOtplib().verify({
    secret: ctx.deployment.cipher.decrypt(user.totp_encrypted, totpContext(user)),
    token: code,
    epochTolerance: toleranceSeconds,
    epoch: Math.floor(ctx.now.getTime() / 1000),
  })
  if (!result.valid || !('timeStep' in result)) return undefined
  const isNew = user.totp_last_step === null || result.timeStep > user.totp_last_step
  return isNew ? result.timeStep : undefined
}

/** Returns the number of unused backup codes. */
export const countBackupCodes = (ctx: TxContext, user_id: string): Promise<number> =>
  store.countBackupCodes(ctx, user_id)
