import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { ApiError } from '#contract'
import type { Deployment } from '#platform/deployment'
import { newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import {
  consumeChallengeToken,
  issueChallengeToken,
  readChallengeToken,
} from './challenge-tokens.ts'
import { lockPerson } from './membership-store.ts'
import { countAddressAttempt, refundAddressAttempt } from './rate-limit.ts'
import type { NewSession } from './sessions.ts'
import { openSession } from './sign-on-link.ts'
import * as store from './store.ts'
import type { Passkey, RequestOrigin, SessionUser } from './tables.ts'

/**
 * The options for the browser's passkey API, and the challenge token that the browser returns with its
 * response.
 */
export interface PasskeyOptions<Options> {
  options: Options
  challenge_token: string
}

interface Challenge {
  challenge: string
  /** The person of the challenge; null during sign-in, when the person is not known yet. */
  person_id: string | null
}

/** EdDSA, ES256 and RS256, the algorithms of current authenticators. */
const algorithms = [-8, -7, -257]

/** Loads the library on first use, because its two hundred modules are unnecessary in most processes. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const toRpId = ({ origin }: Deployment) => new URL(origin).hostname

/** Starts adding a passkey for a signed-in user. */
export async function startPasskeyRegistration(
  db: Database,
  user: Pick<SessionUser, 'account_id' | 'person_id' | 'email' | 'name'>,
): Promise<PasskeyOptions<PublicKeyCredentialCreationOptionsJSON>> {
  const existing = await readTransaction(db, user.account_id, (ctx) =>
    store.listPasskeys(ctx, user.person_id),
  )
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Bestow',
    rpID: toRpId(db.deployment),
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.person_id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const challenge: Challenge = { challenge: options.challenge, person_id: user.person_id }
  return { options, challenge_token: issueChallengeToken(db, 'new passkey', challenge) }
}

/**
 * Completes adding a passkey with the response of the browser. Returns undefined when the response is
 * invalid.
 */
export async function addPasskey(
  db: Database,
  user: Pick<SessionUser, 'account_id' | 'person_id' | 'session_id' | 'method'>,
  { challenge_token, response, name }: { challenge_token: string; response: unknown; name: string },
  onSuccess: (ctx: TxContext, passkey: Passkey) => void,
): Promise<Passkey | undefined> {
  const challenge = readChallengeToken<Challenge>(db, 'new passkey', challenge_token)
  if (challenge === undefined || challenge.person_id !== user.person_id) return undefined
  const { origin } = db.deployment
  const info = await verifyOrUndefined(async () => {
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge.challenge,
      expectedOrigin: origin,
      expectedRPID: toRpId(db.deployment),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo
  })
  if (info === undefined) return undefined
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    if (!(await consumeChallengeToken(ctx, 'new passkey', challenge_token))) return undefined
    const passkey = {
      id: newId(ctx.now),
      name,
      is_synced: info.credentialBackedUp,
      created_at: ctx.now,
      last_used_at: null,
    }
    store.markNewFactor(ctx, user)
    await store.insertPasskey(ctx, {
      ...passkey,
      person_id: user.person_id,
      by_single_sign_on: user.method === 'single_sign_on',
      credential_id: info.credential.id,
      public_key: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports: [...(info.credential.transports ?? [])],
    })
    onSuccess({ ...ctx, account_id: user.account_id }, passkey)
    return passkey
  })
}

/** Starts a sign-in with a passkey. The browser knows the available passkeys. */
export async function startPasskeySignIn(
  db: Database,
): Promise<PasskeyOptions<PublicKeyCredentialRequestOptionsJSON>> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: toRpId(db.deployment),
    userVerification: 'required',
  })
  const challenge: Challenge = { challenge: options.challenge, person_id: null }
  return { options, challenge_token: issueChallengeToken(db, 'passkey', challenge) }
}

/** Completes a sign-in with a passkey. Returns undefined for every reason to reject it. */
export async function signInWithPasskey(
  db: Database,
  {
    challenge_token,
    response,
    link_token,
  }: { challenge_token: string; response: unknown; link_token?: string | undefined },
  requestOrigin: RequestOrigin,
): Promise<NewSession | undefined> {
  await countAddressAttempt(db, requestOrigin)
  const challenge = readChallengeToken<Challenge>(db, 'passkey', challenge_token)
  const assertion = response as AuthenticationResponseJSON
  if (challenge === undefined || typeof assertion?.id !== 'string') return undefined
  const session = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const passkey = await store.findPasskey(ctx, assertion.id)
    if (passkey === undefined) return undefined
    const counter = await verifyOrUndefined(async () => {
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion,
        expectedChallenge: challenge.challenge,
        expectedOrigin: db.deployment.origin,
        expectedRPID: toRpId(db.deployment),
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
      })
      return verified ? authenticationInfo.newCounter : undefined
    })
    if (counter === undefined || !(await consumeChallengeToken(ctx, 'passkey', challenge_token)))
      return undefined
    const person = await lockPerson(ctx, passkey.person_id)
    if (person === undefined) return undefined
    await store.recordPasskeyUse(ctx, passkey.id, counter)
    return openSession(ctx, { person, method: 'passkey', link_token }, requestOrigin)
  })
  if (session !== undefined) await refundAddressAttempt(db, requestOrigin)
  return session
}

/** Converts errors of the library, which throws at every invalid response, to undefined. */
async function verifyOrUndefined<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

export const listPasskeys = async (ctx: TxContext, person_id: string): Promise<Passkey[]> =>
  (await store.listPasskeys(ctx, person_id)).map(
    ({ id, name, is_synced, created_at, last_used_at }) => ({
      id,
      name,
      is_synced,
      created_at,
      last_used_at,
    }),
  )

export async function removePasskey(
  ctx: TxContext,
  person_id: string,
  id: string,
): Promise<{ id: string; name: string }> {
  const removed = await store.deletePasskey(ctx, person_id, id)
  if (removed === undefined) throw new ApiError('not_found')
  return removed
}
