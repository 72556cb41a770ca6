import * as mail from '#email'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { OneLink } from './tables.ts'
import { type Claim, type Claimant, offerHours, unconfirmedClaimMinutes } from './tables.ts'
import { oneLinkUrl } from './view.ts'

type ClaimedLink = Pick<OneLink, 'id' | 'account_id' | 'campaign_id' | 'code'>

const claimTokenContext = (one_link_id: string) => `gifting.claim_token ${one_link_id}`

/** Creates the token in an email, which proves that its bearer reads the mailbox of the claim. */
export const createClaimToken = (
  { deployment }: TxContext,
  one_link_id: string,
  id: string,
): string => deployment.cipher.encrypt(id, claimTokenContext(one_link_id)).toString('base64url')

/** Returns the id of the claim; undefined for a forged token or one of another one-link. */
export function parseClaimToken(
  { deployment }: Pick<TxContext, 'deployment'>,
  one_link_id: string,
  token: string,
): string | undefined {
  try {
    return deployment.cipher.decrypt(
      Buffer.from(token, 'base64url'),
      claimTokenContext(one_link_id),
    )
  } catch {
    return undefined
  }
}

/** The sender of the campaign's emails. */
export type EmailSender = mail.NamedAddress

export type ClaimEmailKind =
  | 'claim_link'
  | 'waiting_list_link'
  | 'waiting_list_offer'
  | 'claim_rejected'

/**
 * Emails a claimant. The link opens the page of the claim. Returns the claim with the id of the email, which is
 * deleted when the claim lapses.
 */
export function enqueueClaimEmail(
  ctx: TxContext,
  link: ClaimedLink,
  claim: Claim,
  { kind, claimant, sender }: { kind: ClaimEmailKind; claimant: Claimant; sender: EmailSender },
): Claim {
  const page = oneLinkUrl(ctx.deployment, link)
  const base = {
    first_name: claimant.first_name,
    last_name: claimant.last_name,
    name: fullName(claimant),
    reference: '',
    sender,
    url:
      kind === 'claim_rejected'
        ? page
        : `${page}/confirm?claim=${createClaimToken(ctx, link.id, claim.id)}`,
    web_url: `${ctx.deployment.origin}/one-links/${link.id}`,
  }
  const email_id = mail.enqueue(ctx, {
    account_id: link.account_id,
    // without the name: a stranger can have typed it, and it would appear in the header of the email
    to: { name: '', email: claimant.email },
    campaign_id: link.campaign_id,
    locale: claimant.locale ?? undefined,
    ...templateFor(kind, base),
  })
  return { ...claim, email_ids: [...claim.email_ids, email_id] }
}

function templateFor(kind: ClaimEmailKind, data: mail.RecipientEmailData) {
  switch (kind) {
    case 'waiting_list_offer':
      return { kind, data: { ...data, hours: offerHours } } as const
    case 'claim_rejected':
      return { kind, data } as const
    default:
      return { kind, data: { ...data, minutes: unconfirmedClaimMinutes } } as const
  }
}

const fullName = ({ first_name, last_name }: Claimant) => `${first_name} ${last_name}`.trim()

/** Emails the link of the gift of an approved claim. */
export function enqueueApproval(ctx: TxContext, gift: gifting.Gift, locale: string | null): void {
  const url = gifting.redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.enqueue(ctx, {
    ...gifting.emailBase(gift),
    kind: 'claim_approved',
    locale: locale ?? undefined,
    data: gifting.openInvitationData(ctx, gift, url),
    dedup_key: `approved ${gift.version}`,
  })
}

/** Emails the sender that claims wait for approval; once a day for each one-link at most. */
export function enqueueApprovalRequest(
  ctx: TxContext,
  link: ClaimedLink & Pick<OneLink, 'campaign_name'>,
  sender: EmailSender,
): Promise<boolean> {
  const web_url = `${ctx.deployment.origin}/one-links/${link.id}`
  return mail.enqueueOncePerDay(ctx, link.account_id, `claims ${link.id}`, {
    account_id: link.account_id,
    to: sender,
    kind: 'claims_waiting',
    data: { campaign: link.campaign_name, web_url },
  })
}
