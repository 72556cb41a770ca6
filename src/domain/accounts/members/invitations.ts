import { randomBytes } from 'node:crypto'
import { ApiError, type FieldError, isEmail, throwIfAny, toEmailKey } from '#contract'
import { notAnEmail } from '#contract/email-address'
import { toOneLine } from '#contract/one-line'
import type { Role } from '#contract/permissions'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { requireRole } from '../roles/roles.ts'
import { findPerson, findPersonOfAddress, markEmailProven } from '../sign-in/membership-store.ts'
import { countAttempt } from '../sign-in/rate-limit.ts'
import {
  assertLocalSignIn,
  readSignOnPolicy,
  type SignOnPolicy,
} from '../sign-in/sign-on-policy.ts'
import * as store from './store.ts'
import type { Invitation, InvitationRow } from './tables.ts'
import { insertUser, type Proof } from './users.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** An invitation with the secret parts of its links. */
export interface IssuedInvitation {
  invitation: Invitation
  token: string
  mailed_token: string
}

/** An invitation and the secret part of the link in its email. */
type IssuedProof = store.InvitationDetails & { mailed_token: string }

export interface NewInvitation {
  email: string
  name: string
  role: Role
}

/**
 * Invites a person by email. A second invitation of the same address replaces the first and invalidates
 * its link. The result is the same when the address belongs to a user of another account; only the
 * recipient of the email finds out. Requires the real time in `ctx.now`.
 *
 * @returns the secret parts of two links: `token` is for the admin, `mailed_token` for the email alone, because only it
 * proves that the invited person reads the mail of the address
 */
export async function invite(
  ctx: TxContext,
  inviter: Invitation['invited_by'],
  { email, name: text, role }: NewInvitation,
): Promise<IssuedInvitation> {
  const name = toOneLine(text)
  const email_key = toEmailKey(email)
  throwIfAny(isEmail(email) ? [] : [emailError(notAnEmail)])
  const members = await store.list(ctx)
  const isMember = members.some((member) => toEmailKey(member.email) === email_key)
  throwIfAny(isMember ? [emailError('already belongs to a member of this account')] : [])
  const role_name = await requireRole(ctx, role)
  const invitation = { id: newId(ctx.now), email, name, role, ...validityPeriod(ctx) }
  const [token, mailed_token] = [generateToken(), generateToken()]
  await store.upsertInvitation(ctx, {
    ...invitation,
    account_id: ctx.account_id,
    email_key,
    token_hash: sha256(token),
    mailed_token_hash: sha256(mailed_token),
    invited_by: inviter.id,
    inviter_name: inviter.id === null ? inviter.name : null,
  })
  return {
    invitation: { ...invitation, role_name, invited_by: { id: inviter.id, name: inviter.name } },
    token,
    mailed_token,
  }
}

const emailError = (message: string): FieldError => ({ code: 'invalid', param: 'email', message })
const generateToken = () => randomBytes(32).toString('base64url')
const validityPeriod = ({ now }: TxContext) => ({
  created_at: now,
  expires_at: new Date(now.getTime() + weekMs),
})

export const listInvitations = (ctx: TxContext): Promise<Invitation[]> => store.listInvitations(ctx)

/** Creates new links that are valid for another week, and invalidates the previous ones. */
export async function renewInvitation(
  ctx: TxContext,
  inviter: Invitation['invited_by'],
  id: string,
): Promise<IssuedInvitation> {
  const found = isId(id) ? await store.findInvitation(ctx, id) : undefined
  if (found === undefined) throw new ApiError('not_found')
  return invite(ctx, inviter, found)
}

export async function revokeInvitation(
  ctx: TxContext,
  id: string,
): Promise<{ id: string; email: string }> {
  const deleted = isId(id) ? await store.deleteInvitation(ctx, id) : undefined
  if (deleted === undefined) throw new ApiError('not_found')
  return deleted
}

/**
 * Returns the invitation of a link; undefined when the link is invalid or has expired. Only the link in the email, which
 * proves the address, says whether the person has a sign-in.
 */
export const previewInvitation = (
  db: Database,
  token: string,
): Promise<InvitationPreview | undefined> =>
  readTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const found = await store.findInvitationByToken(ctx, sha256(token))
    if (found === undefined) return undefined
    const { id, account_id, account_name, email, name, role, role_name, inviter, is_mailed } = found
    const single_sign_on = await readSignOnPolicy(ctx, { account_id, role })
    const preview = {
      ...{ id, account_id, account_name, email, name, role, role_name, inviter, is_mailed },
    }
    const has_sign_in = is_mailed && (await findPersonOfAddress(ctx, found.email_key)) !== undefined
    return { ...preview, single_sign_on, has_sign_in }
  })

/** An invitation with its account, and whether its recipient can or must accept it with single sign-on. */
type InvitationPreview = Omit<store.InvitationDetails, 'email_key'> & {
  single_sign_on: SignOnPolicy
  /** Whether the person signs in with this address already, for other accounts. */
  has_sign_in: boolean
}

/**
 * Replaces the link in the email of an invitation, for a person who opened the copied link: the new link proves the address.
 * `sendEmail` receives it in the same transaction. Returns the address; undefined when the link is invalid or has expired.
 */
export async function confirmInvitedAddress(
  db: Database,
  token: string,
  sendEmail: (ctx: TxContext, invitation: IssuedProof) => Promise<void>,
): Promise<string | undefined> {
  const preview = await previewInvitation(db, token)
  if (preview === undefined) return undefined
  await countAttempt(db, 'recovery', preview.email)
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const found = await store.findInvitationByToken(ctx, sha256(token), true)
    if (found === undefined) return undefined
    const mailed_token = generateToken()
    await store.updateMailedToken(ctx, found, sha256(mailed_token))
    await sendEmail({ ...ctx, account_id: found.account_id }, { ...found, mailed_token })
    return found.email
  })
}

/**
 * Accepts an invitation and creates the user: a new person with a password, or a person who has signed in with the invited
 * address. `onSuccess` runs in the same transaction, in the account of the new user.
 *
 * @returns the result of `onSuccess`; undefined when the link is invalid or has expired
 */
export const acceptInvitation = <T>(
  db: Database,
  { token, name, ...proof }: { token: string; name: string } & Proof,
  onSuccess: (ctx: TxContext, user: InvitedUser) => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const found = await store.findInvitationByToken(ctx, sha256(token), true)
    if (found === undefined) return undefined
    await assertLocalSignIn(ctx, found)
    const accountCtx = { ...ctx, account_id: found.account_id }
    const email_proven_at = found.is_mailed ? ctx.now : null
    if ('person_id' in proof) await assertInvited(ctx, found, proof.person_id)
    else if (found.is_mailed && (await findPersonOfAddress(ctx, found.email_key)) !== undefined)
      throwIfAny([emailError('has a sign-in already; sign in with it to join')])
    const user = await createInvitedUser(accountCtx, found, { name, ...proof, email_proven_at })
    return onSuccess(accountCtx, user)
  })

/** Throws unless the person of a session has the invited address. The link in the email then proves it. */
async function assertInvited(
  ctx: TxContext,
  { email, email_key, is_mailed }: store.InvitationDetails,
  person_id: string,
): Promise<void> {
  const person = await findPerson(ctx, person_id)
  if (person?.email_key !== email_key)
    throw new ApiError('forbidden', {
      message: `This invitation is for ${email}. You are signed in as ${person?.email ?? 'another person'}: sign out first, or ask for an invitation to that address.`,
    })
  if (is_mailed) markEmailProven(ctx, person_id)
}

/** The user of an accepted invitation. */
interface InvitedUser {
  account_id: string
  id: string
  person_id: string
  name: string
  role: Role
}

/**
 * Accepts an invitation of the account for a person whose address an identity provider has verified. The user has no
 * password. The provider belongs to the account, so its word alone does not prove the address to other accounts.
 */
export async function acceptInvitationById(
  ctx: TxContext,
  id: string,
  { email, is_email_proven }: { email: string; is_email_proven: boolean },
): Promise<InvitedUser | 'expired' | 'other_address'> {
  const found = isId(id) ? await store.findInvitation(ctx, id) : undefined
  if (found === undefined || found.expires_at <= ctx.now) return 'expired'
  if (found.email_key !== toEmailKey(email)) return 'other_address'
  const email_proven_at = is_email_proven ? ctx.now : null
  return createInvitedUser(ctx, found, { name: found.name, password_hash: null, email_proven_at })
}

async function createInvitedUser(
  ctx: TxContext,
  invitation: Pick<InvitationRow, 'id' | 'email' | 'email_key' | 'role'>,
  { name, email_proven_at, ...proof }: { name: string; email_proven_at: Date | null } & Proof,
): Promise<InvitedUser> {
  const { email, email_key, role } = invitation
  await store.deleteInvitation(ctx, invitation.id)
  const user = { name, role, email, email_key, email_proven_at }
  const { id, person_id } = await insertUser(ctx, user, proof)
  return { account_id: ctx.account_id, id, person_id, name, role }
}
