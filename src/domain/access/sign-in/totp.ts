import { generateSecret, generateURI, verify } from 'otplib'
import { Refusal } from '#contract'
import { randomCrockford } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'
import type { SignInTables } from './tables.ts'

type Row = SignInTables['access.person']
type Secured = Pick<Row, 'account_id' | 'id' | 'totp_sealed' | 'totp_since' | 'totp_last_step'>

const tolerance = 30 // seconds that a telephone's clock may be off
/** What a second factor is sealed for. */
export const contextOf = ({ id }: { id: string }) => `totp ${id}`

/**
 * Makes a secret for the person's authenticator app. It protects nothing until a first code from it
 * was right; another beginning replaces it.
 *
 * @returns the secret in base32 and as the `otpauth:` address that a QR code holds
 */
export async function beginTotp(
  ctx: TxContext,
  person: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const held = await store.holdPerson(ctx, ctx.account_id, person.id)
  if (held === undefined) throw new Refusal('not_found')
  if (held.totp_since !== null) throw isOnAlready
  const secret = generateSecret()
  const totp_sealed = ctx.installation.sealer.seal(secret, contextOf(person))
  await store.updatePerson(ctx, held, { totp_sealed })
  return { secret, uri: generateURI({ issuer: 'Bestow', label: person.email, secret }) }
}

const isOnAlready = new Refusal('not_allowed', {
  problems: [
    { code: 'not_allowed', param: 'code', message: 'is already asked for; switch it off first' },
  ],
})

/**
 * The first code, which shows that the app has the secret: from now on sign-in asks for one.
 *
 * @returns ten backup codes, seen only now; undefined when the code was not right
 */
export async function confirmTotp(
  ctx: TxContext,
  person_id: string,
  code: string,
): Promise<string[] | undefined> {
  const held = await store.holdPerson(ctx, ctx.account_id, person_id)
  if (held === undefined || held.totp_sealed === null) return undefined
  if (held.totp_since !== null) throw isOnAlready
  const step = await stepOf(ctx, held, code)
  if (step === undefined) return undefined
  await store.updatePerson(ctx, held, { totp_since: ctx.now, totp_last_step: step })
  return newBackupCodes(ctx, held)
}

export async function endTotp(ctx: TxContext, person_id: string): Promise<void> {
  const person = { account_id: ctx.account_id, id: person_id }
  await store.updatePerson(ctx, person, {
    totp_sealed: null,
    totp_since: null,
    totp_last_step: null,
  })
  await store.deleteBackupCodes(ctx, person)
}

/** Ten new ones in place of whatever is left of the old. */
export async function newBackupCodes(
  ctx: TxContext,
  person: { account_id: string; id: string },
): Promise<string[]> {
  await store.deleteBackupCodes(ctx, person)
  const codes = Array.from({ length: 10 }, () => randomCrockford(10))
  const { account_id, id: person_id } = person
  await store.insertBackupCodes(
    ctx,
    codes.map((code) => ({ account_id, person_id, code_hash: sha256(code) })),
  )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Whether it is the app's code of this half minute, or a backup code; either counts once. */
export async function isCode(ctx: TxContext, person: Secured, code: string): Promise<boolean> {
  const typed = code.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(typed)) {
    const step = await stepOf(ctx, person, typed)
    if (step === undefined) return false
    await store.updatePerson(ctx, person, { totp_last_step: step })
    return true
  }
  if (!/^[0-9A-Z]{10}$/.test(typed)) return false
  return (await store.deleteBackupCodes(ctx, person, sha256(typed))) === 1
}

/** The half minute that the code is of; undefined when it is of none near, or of one that was used. */
async function stepOf(ctx: TxContext, person: Secured, code: string): Promise<number | undefined> {
  if (person.totp_sealed === null || !/^\d{6}$/.test(code)) return undefined
  const result = await verify({
    secret: ctx.installation.sealer.open(person.totp_sealed, contextOf(person)),
    token: code,
    epochTolerance: tolerance,
    epoch: Math.floor(ctx.now.getTime() / 1000),
  })
  if (!result.valid || !('timeStep' in result)) return undefined
  const isNew = person.totp_last_step === null || result.timeStep > person.totp_last_step
  return isNew ? result.timeStep : undefined
}

/** How many backup codes have not been used yet. */
export const countBackupCodes = (ctx: TxContext, person_id: string): Promise<number> =>
  store.countBackupCodes(ctx, person_id)
