import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#contract'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { acceptInvitationById } from '../members/invitations.ts'
import { findActiveUser } from '../members/users.ts'
import { joinByDomain } from '../provisioning/join.ts'
import { countAddressAttempt, refundAddressAttempt, resetAttempts } from '../sign-in/rate-limit.ts'
import { type NewSession, startSession } from '../sign-in/sessions.ts'
import { hasLocalSignIn, issueLinkToken } from '../sign-in/sign-on-link.ts'
import type { RequestOrigin } from '../sign-in/tables.ts'
import {
  type Identity,
  type ProviderState,
  SignOnFailure,
  type SignOnFailureReason,
} from './identity-provider.ts'
import { findKind, openProvider, type ProviderKinds } from './kinds.ts'
import {
  consumeRequest,
  deriveSecrets,
  findProviderByPath,
  memberSignOnSubject,
} from './requests.ts'
import * as store from './store.ts'
import type { ProviderRow, SignOnPurpose, SignOnRequestRow } from './tables.ts'

/** A response of a provider. */
export interface SignOnResponse {
  /** The last part of the address of the response. */
  path_id: string
  /** The query without its question mark, or the form. */
  query: string
  browser_token: string | undefined
}

interface MemberName {
  id: string
  name: string
}

interface LinkedMember extends MemberName {
  person_id: string
  is_linked_now: boolean
}

/** The result of a response from the provider. */
export type SignOnOutcome =
  | { kind: 'signed_in'; session: NewSession; member: MemberName; is_linked_now: boolean }
  | { kind: 'link_pending'; link_token: string; email: string }
  | { kind: 'joined'; session: NewSession; member: MemberName; role: string; is_invited: boolean }
  | { kind: 'confirmed'; user: MemberName }
  | { kind: 'tested'; user: MemberName; email: string | undefined; member: MemberName | undefined }
  | {
      kind: 'failed'
      purpose: SignOnPurpose
      reason: SignOnFailureReason
      detail?: string | undefined
    }

/**
 * Completes a sign-on with the response of the provider. `onOutcome` runs in the transaction of the outcome,
 * in the account. It does not run for a response without a request, because anyone can invent one.
 */
export async function completeSignOn<T>(
  db: Database,
  response: SignOnResponse,
  requestOrigin: RequestOrigin,
  kinds: ProviderKinds,
  onOutcome: (ctx: TxContext, outcome: SignOnOutcome) => Promise<T>,
): Promise<T | undefined> {
  const { path_id, query, browser_token = '' } = response
  const parameters = new URLSearchParams(query)
  const provider = await findProviderByPath(db, path_id)
  const state = (provider && findKind(kinds, provider.kind)?.findState(parameters)) ?? ''
  const request = provider && (await consumeRequest(db, provider, { state, browser_token }))
  if (provider === undefined || request === undefined) {
    await countAddressAttempt(db, requestOrigin) // counts only invented, repeated and late responses
    return undefined
  }
  const { account_id } = provider
  try {
    if (request.expires_at <= db.clock()) throw new SignOnFailure('expired')
    const { connector, opened } = openProvider(db.deployment, kinds, provider)
    const incoming = { parameters, ...deriveSecrets(browser_token, state) }
    const completed = await connector.complete(opened, incoming, kinds.rules)
    const { outcome, result } = await inTransaction(db, account_id, async (ctx) => {
      await refreshProvider(ctx, provider, completed.state)
      const attempt = { request, provider, identity: completed.identity, requestOrigin }
      const resolved = await resolveOutcome(ctx, attempt)
      return { outcome: resolved, result: await onOutcome(ctx, resolved) }
    })
    await refundStart(db, outcome, requestOrigin)
    return result
  } catch (error) {
    const { reason, detail } = toSignOnFailure(error)
    const { purpose } = request
    return inTransaction(db, account_id, async (ctx) =>
      onOutcome(ctx, { kind: 'failed', purpose, reason, detail }),
    )
  }
}

/**
 * Removes a successful start from the count of attempts, so that only failed starts count. `startSignOn`
 * counts starts of an address; a start of a member counts for the member.
 */
async function refundStart(
  db: Database,
  outcome: SignOnOutcome,
  requestOrigin: RequestOrigin,
): Promise<void> {
  if (outcome.kind === 'signed_in') await refundAddressAttempt(db, requestOrigin)
  if (outcome.kind === 'confirmed' || outcome.kind === 'tested')
    await resetAttempts(db, 'code', memberSignOnSubject(outcome.user.id))
}

/**
 * Converts an error to a sign-on failure. An invitation can cause only one error: its address belongs to a
 * member already. Throws other errors.
 */
function toSignOnFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error
  if (error instanceof ApiError && error.fieldErrors[0]?.param === 'email')
    return new SignOnFailure('already_member')
  throw error
}

/** Saves what the provider has changed. Throws if an admin has replaced the provider since the response arrived. */
async function refreshProvider(
  ctx: TxContext,
  { id, subject_scope }: ProviderRow,
  state: ProviderState,
): Promise<void> {
  const current = await store.findProviderForUpdate(ctx, id)
  if (current === undefined || current.subject_scope !== subject_scope)
    throw new SignOnFailure('expired')
  if (!isDeepStrictEqual(current.state, state)) await store.updateProvider(ctx, id, { state })
}

/** An identity that a response to a request has proven. */
interface Attempt {
  request: SignOnRequestRow
  provider: ProviderRow
  identity: Identity
  requestOrigin: RequestOrigin
}

async function resolveOutcome(ctx: TxContext, attempt: Attempt): Promise<SignOnOutcome> {
  const { purpose } = attempt.request
  if (purpose === 'sign_in') {
    const linked = await linkMember(ctx, attempt)
    if (linked === undefined) return admit(ctx, attempt)
    if ('link_token' in linked) return { kind: 'link_pending', ...linked }
    const { is_linked_now, ...member } = linked
    const session = await openSession(ctx, member, attempt)
    const { id, name } = member
    return { kind: 'signed_in', session, member: { id, name }, is_linked_now }
  }
  if (purpose === 'invitation') return join(ctx, attempt)
  if (purpose === 'confirmation') return confirmIdentity(ctx, attempt)
  return completeTest(ctx, attempt)
}

const openSession = (
  ctx: TxContext,
  { id, person_id }: { id: string; person_id: string },
  { provider, identity, requestOrigin }: Attempt,
) =>
  startSession(
    ctx,
    { account_id: ctx.account_id, user_id: id, person_id },
    'single_sign_on',
    requestOrigin,
    { provider_id: provider.id, provider_session: identity.session ?? null },
  )

/**
 * Returns the member of an identity, or undefined if its address belongs to no member. At the first sign-in, this is the member with the verified address.
 * Members with a password or a passkey confirm the connection with it. From the second sign-in on, only the
 * subject decides, because an email address can later belong to another person. Rejects operators: their
 * right belongs to no account.
 */
async function linkMember(
  ctx: TxContext,
  { provider, identity: { subject, email, session } }: Attempt,
): Promise<LinkedMember | { link_token: string; email: string } | undefined> {
  const key = { provider_id: provider.id, subject }
  const linked = await store.findIdentity(ctx, key)
  if (linked !== undefined) {
    const member = await findActiveUser(ctx, { id: linked.user_id })
    if (member === undefined) throw new SignOnFailure('not_a_member')
    if (member.is_operator) throw new SignOnFailure('operator')
    const { id, person_id, name } = member
    return { id, person_id, name, is_linked_now: false }
  }
  if (email === undefined) throw new SignOnFailure('email_not_verified')
  const member = await findActiveUser(ctx, { email })
  if (member === undefined) return undefined
  if (member.is_operator) throw new SignOnFailure('operator')
  const { id: user_id, person_id, name } = member
  if (await hasLocalSignIn(ctx, person_id)) {
    if (await store.hasIdentity(ctx, provider.id, user_id)) throw new SignOnFailure('mismatch')
    const { subject_scope } = provider
    const of = { account_id: ctx.account_id, user_id, person_id, subject_scope }
    const link = { ...of, ...key, provider_session: session ?? null }
    return { link_token: issueLinkToken(ctx, link), email: member.email }
  }
  if (!(await store.insertIdentity(ctx, { user_id, ...key }))) throw new SignOnFailure('mismatch')
  return { id: user_id, person_id, name, is_linked_now: true }
}

/**
 * Adds the person as a user, if the provider admits people with addresses of proven domains. Rejects others, and operators:
 * the error undoes the addition.
 */
async function admit(ctx: TxContext, attempt: Attempt): Promise<SignOnOutcome> {
  const { provider, identity } = attempt
  const { email = '', name, groups, subject } = identity
  const user = provider.admits_new ? await joinByDomain(ctx, { email, name, groups }) : undefined
  if (user === undefined) throw new SignOnFailure('not_a_member')
  const member = await findActiveUser(ctx, { id: user.id })
  if (member?.is_operator !== false) throw new SignOnFailure('operator')
  const link = { user_id: user.id, provider_id: provider.id, subject }
  if (!(await store.insertIdentity(ctx, link))) throw new SignOnFailure('mismatch')
  const session = await openSession(ctx, user, attempt)
  const { id, role } = user
  return { kind: 'joined', session, member: { id, name: user.name }, role, is_invited: false }
}

async function join(ctx: TxContext, attempt: Attempt): Promise<SignOnOutcome> {
  const { invitation_id, is_email_proven } = attempt.request
  const { subject, email } = attempt.identity
  if (email === undefined) throw new SignOnFailure('email_not_verified')
  const member = await acceptInvitationById(ctx, invitation_id ?? '', {
    email,
    is_email_proven,
  })
  if (member === 'expired') throw new SignOnFailure('expired')
  if (member === 'other_address') throw new SignOnFailure('mismatch')
  const { id, name, role } = member
  const provider_id = attempt.provider.id
  if (!(await store.insertIdentity(ctx, { user_id: id, provider_id, subject })))
    throw new SignOnFailure('mismatch')
  const session = await openSession(ctx, member, attempt)
  return { kind: 'joined', session, member: { id, name }, role, is_invited: true }
}

const clockToleranceMs = 30_000

async function confirmIdentity(
  ctx: TxContext,
  { request, provider, identity: { subject, authenticated_at } }: Attempt,
): Promise<SignOnOutcome> {
  const { user_id, session_id, created_at } = request
  const linked = await store.findIdentity(ctx, { provider_id: provider.id, subject })
  if (linked === undefined || linked.user_id !== user_id) throw new SignOnFailure('mismatch')
  const earliest = created_at.getTime() - clockToleranceMs
  if (authenticated_at === undefined || authenticated_at.getTime() < earliest)
    throw new SignOnFailure('not_confirmed')
  if (session_id === null || !(await store.confirmSession(ctx, { user_id, session_id })))
    throw new SignOnFailure('expired')
  return { kind: 'confirmed', user: await getSignedInUser(ctx, user_id) }
}

/**
 * Completes a test of the provider, which signs in no user and links no member. The test succeeds if a member
 * could have signed in.
 */
async function completeTest(
  ctx: TxContext,
  { request: { user_id }, provider, identity: { subject, email } }: Attempt,
): Promise<SignOnOutcome> {
  const linked = await store.findIdentity(ctx, { provider_id: provider.id, subject })
  const found =
    linked === undefined
      ? email && (await findActiveUser(ctx, { email }))
      : await findActiveUser(ctx, { id: linked.user_id })
  if (typeof found === 'object' && found.is_operator) throw new SignOnFailure('operator')
  const member = found ? { id: found.id, name: found.name } : undefined
  if (member !== undefined) await store.updateProvider(ctx, provider.id, { tested_at: ctx.now })
  return { kind: 'tested', user: await getSignedInUser(ctx, user_id), email, member }
}

/** Returns the user who started the request. Throws if an admin has removed this user in the meantime. */
async function getSignedInUser(ctx: TxContext, id: string | null): Promise<MemberName> {
  const user = await findActiveUser(ctx, { id: id ?? '' })
  if (user === undefined) throw new SignOnFailure('expired')
  return { id: user.id, name: user.name }
}
