import * as campaigns from '#campaigns'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type ClaimEmailKind, type EmailSender, enqueueClaimEmail } from './claim-emails.ts'
import type { LockedOneLink } from './one-link-store.ts'
import type { Claim, Claimant, ClaimState } from './tables.ts'

export const claimantContext = (id: string) => `gifting.one_link_claim ${id}`

interface NewClaim {
  link: LockedOneLink
  claimant: Claimant
  mailbox_digest: Buffer
  network_digest: Buffer | null
  state: 'unconfirmed' | 'listing'
  until: Date | null
}

export function buildClaim(ctx: TxContext, { link, claimant, ...fields }: NewClaim): Claim {
  const id = newId(ctx.now)
  return {
    ...fields,
    account_id: ctx.account_id,
    id,
    one_link_id: link.id,
    has_place: fields.state === 'unconfirmed',
    claimant: ctx.deployment.cipher.encrypt(JSON.stringify(claimant), claimantContext(id)),
    gift_request_id: null,
    email_ids: [],
    queued_at: ctx.now,
    created_at: ctx.now,
  }
}

/** Decrypts the data of a claim without a gift request. */
export function decryptClaimant({ deployment }: TxContext, { id, claimant }: Claim): Claimant {
  if (claimant === null) throw new Error(`claim ${id} has no claimant`)
  return JSON.parse(deployment.cipher.decrypt(claimant, claimantContext(id)))
}

/** The email that fits each state of a claim without a gift. */
const emailByState: Readonly<Partial<Record<ClaimState, ClaimEmailKind>>> = {
  unconfirmed: 'claim_link',
  pending: 'claim_link',
  listing: 'waiting_list_link',
  listed: 'waiting_list_link',
  offered: 'waiting_list_offer',
  rejected: 'claim_rejected',
}

/** A visitor can type any address, any number of times. */
const requestedByVisitor: ReadonlySet<ClaimEmailKind> = new Set(['claim_link', 'waiting_list_link'])

/** Emails the claimant of an open claim. Returns the claim with the id of the email. */
export async function sendClaimEmail(
  ctx: TxContext,
  link: LockedOneLink,
  claim: Claim,
  state: ClaimState = claim.state,
): Promise<Claim> {
  const kind = emailByState[state]
  if (kind === undefined) return claim
  const claimant = decryptClaimant(ctx, claim)
  const sender = await findSender(ctx, link)
  if (requestedByVisitor.has(kind)) await mail.assertMayEmail(ctx, claimant.email)
  return enqueueClaimEmail(ctx, link, claim, { kind, claimant, sender })
}

/** Returns the sender of the campaign of a one-link. */
export async function findSender(ctx: TxContext, link: LockedOneLink): Promise<EmailSender> {
  const campaign = await campaigns.findSendable(ctx, link.campaign_id)
  if (campaign === undefined) throw new Error(`one-link ${link.id} has no campaign`)
  const { name, email } = campaign.sender
  return { name, email }
}
