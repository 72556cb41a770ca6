import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { Refusal } from '#contract'
import { newId } from '#platform/ids'
import type { Installation } from '#platform/installation'
import { type Database, everyone, inTransaction, reading, type TxContext } from '#platform/postgres'
import { countAddressTry } from './attempts.ts'
import { type SignedIn, startSession } from './sessions.ts'
import * as store from './store.ts'
import type { Passkey, Whereabouts } from './tables.ts'
import { giveTicket, readTicket, spendTicket } from './tickets.ts'

/** Options for the browser, and the ticket that it brings back with its answer. */
export interface Asked<Options> {
  options: Options
  ticket: string
}

interface Challenge {
  challenge: string
  /** For whom; nobody in particular when signing in. */
  person_id: string | null
}

/** EdDSA, ES256, RS256: what authenticators have today. */
const algorithms = [-8, -7, -257]

/** Read when somebody has a passkey: it brings two hundred modules, which most processes never need. */
const webAuthn = () => import('@simplewebauthn/server')

const rpId = ({ origin }: Installation) => new URL(origin).hostname

/** The first step of adding a passkey to somebody who is signed in. */
export async function askForNewPasskey(
  db: Database,
  person: { account_id: string; person_id: string; email: string; name: string },
): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> {
  const known = await reading(db, person.account_id, (ctx) =>
    store.listPasskeys(ctx, person.person_id),
  )
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Bestow',
    rpID: rpId(db.installation),
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.person_id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const facts: Challenge = { challenge: options.challenge, person_id: person.person_id }
  return { options, ticket: giveTicket(db, 'new passkey', facts) }
}

/** The second step: what the browser answered. Undefined when it does not hold. */
export async function addPasskey(
  db: Database,
  person: { account_id: string; person_id: string },
  { ticket, response, name }: { ticket: string; response: unknown; name: string },
  also: (ctx: TxContext, passkey: Passkey) => void,
): Promise<Passkey | undefined> {
  const asked = readTicket<Challenge>(db, 'new passkey', ticket)
  if (asked === undefined || asked.person_id !== person.person_id) return undefined
  const { origin } = db.installation
  const info = await holding(async () => {
    const { verifyRegistrationResponse } = await webAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: asked.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId(db.installation),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo
  })
  if (info === undefined) return undefined
  return inTransaction(db, everyone, async (ctx) => {
    if (!(await spendTicket(ctx, 'new passkey', ticket))) return undefined
    const passkey = {
      id: newId(ctx.now),
      name,
      is_synced: info.credentialBackedUp,
      created_at: ctx.now,
      last_used_at: null,
    }
    await store.insertPasskey(ctx, {
      ...passkey,
      account_id: person.account_id,
      person_id: person.person_id,
      credential_id: info.credential.id,
      public_key: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports: [...(info.credential.transports ?? [])],
    })
    also({ ...ctx, account_id: person.account_id }, passkey)
    return passkey
  })
}

/** The first step of signing in with a passkey; the browser knows which there are. */
export async function askForPasskey(
  db: Database,
): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rpId(db.installation),
    userVerification: 'required',
  })
  const facts: Challenge = { challenge: options.challenge, person_id: null }
  return { options, ticket: giveTicket(db, 'passkey', facts) }
}

/** The second step. One answer, undefined, for every reason to refuse it. */
export async function signInWithPasskey(
  db: Database,
  { ticket, response }: { ticket: string; response: unknown },
  where: Whereabouts,
): Promise<SignedIn | undefined> {
  await countAddressTry(db, where)
  const asked = readTicket<Challenge>(db, 'passkey', ticket)
  const answer = response as AuthenticationResponseJSON
  if (asked === undefined || typeof answer?.id !== 'string') return undefined
  return inTransaction(db, everyone, async (ctx) => {
    const passkey = await store.findPasskey(ctx, answer.id)
    if (passkey === undefined) return undefined
    const counter = await holding(async () => {
      const { verifyAuthenticationResponse } = await webAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: asked.challenge,
        expectedOrigin: db.installation.origin,
        expectedRPID: rpId(db.installation),
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
      })
      return verified ? authenticationInfo.newCounter : undefined
    })
    if (counter === undefined || !(await spendTicket(ctx, 'passkey', ticket))) return undefined
    const person = await store.holdPerson(ctx, passkey.account_id, passkey.person_id)
    if (person === undefined) return undefined
    await store.noteUseOfPasskey(ctx, passkey.id, counter)
    return startSession(ctx, person, 'passkey', where)
  })
}

/** The library throws at whatever does not hold; to us that is one answer. */
async function holding<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
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
  if (removed === undefined) throw new Refusal('not_found')
  return removed
}
