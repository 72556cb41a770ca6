import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { ApiError, type Sender } from '#contract'
import * as gifting from '#gifting'
import { recipientOrigin } from '#platform/deployment'
import { isId, randomBase62 } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { splitName } from '#platform/tables/mailboxes'
import type { PreviewContent } from '../bulk-send/preview.ts'
import { sendTestEmail } from '../bulk-send/test-email.ts'
import * as linkStore from './preview-link-store.ts'

/*
 * Links to the recipients' pages of a campaign that need no sign-in, for the member who tries it. The pages show a gift that is
 * not stored, so a visit changes nothing. A link is in real time, also in an account with a test clock.
 */

const codeLength = 22 // 131 bits, as the link of a gift

/** A user has at most this many links. A new one ends the oldest. */
const maxLinks = 20

/** How long a link works: on the own phone, or in an email to oneself. */
const lifetimesMs = { phone: 30 * 60_000, email: 7 * 24 * 60 * 60_000 } as const

/** Creates a link for the own phone to the pages of a campaign. Throws if the account has no such campaign. */
export async function createPreviewLink(
  ctx: TxContext,
  campaign_id: string,
  { id }: Sender,
): Promise<{ url: string; expires_at: Date }> {
  await getCampaign(ctx, campaign_id)
  return insertLink(ctx, campaign_id, id, 'phone')
}

/**
 * Sends a user the invitation of a campaign, marked as a test, with a link to the pages. Throws if the account has no such
 * campaign, or if it invites no one by email.
 */
export async function sendCampaignTest(
  ctx: TxContext,
  campaign_id: string,
  sender: Sender,
): Promise<void> {
  const { invitation_method } = await getCampaign(ctx, campaign_id)
  if (invitation_method === 'gift_link' || invitation_method === 'one_link')
    throw new ApiError('invalid', {
      fieldErrors: [
        {
          code: 'not_allowed',
          param: 'id',
          message:
            'names a campaign that invites no one by email; open its pages on a phone instead',
        },
      ],
    })
  const { url } = insertLink(ctx, campaign_id, sender.id, 'email')
  await sendTestEmail(ctx, buildCampaignPreview(ctx, campaign_id, sender), url, sender)
}

async function getCampaign(ctx: TxContext, id: string): Promise<campaigns.SendableCampaign> {
  const campaign = isId(id) ? await campaigns.findSendable(ctx, id) : undefined
  if (campaign === undefined) throw new ApiError('not_found')
  return campaign
}

function insertLink(
  ctx: TxContext,
  campaign_id: string,
  user_id: string,
  lifetime: keyof typeof lifetimesMs,
): { url: string; expires_at: Date } {
  const code = randomBase62(codeLength)
  const { account_id, real_now: created_at } = ctx
  const expires_at = new Date(created_at.getTime() + lifetimesMs[lifetime])
  const code_digest = gifting.hashCode(code)
  linkStore.insert(ctx, { account_id, code_digest, campaign_id, user_id, created_at, expires_at })
  linkStore.endOldest(ctx, user_id, maxLinks)
  return { url: `${recipientOrigin(ctx.deployment, account_id)}/try/${code}`, expires_at }
}

/** A link, and the clock offset of its account in milliseconds. */
export interface FoundPreviewLink {
  account_id: string
  campaign_id: string
  user_id: string
  clock_offset_ms: number
  expires_at: Date
}

/**
 * Finds a link by its code. Undefined for every reason why it does not work: it has ended, its member has left or is suspended,
 * or the account is suspended. Requires ALL_ACCOUNTS.
 */
export async function findPreviewLink(
  ctx: TxContext,
  code: string,
): Promise<FoundPreviewLink | undefined> {
  const link = await linkStore.find(ctx, gifting.hashCode(code), ctx.real_now)
  if (link === undefined || (await accounts.isSuspended(ctx, link.account_id))) return undefined
  const { account_id, campaign_id, user_id, clock_offset_ms, expires_at } = link
  const member = await accounts.findMember({ ...ctx, account_id }, user_id)
  return member?.suspended_at === null
    ? { account_id, campaign_id, user_id, clock_offset_ms, expires_at }
    : undefined
}

/** Builds the preview of a campaign as its member would get it. */
export function buildCampaignPreview(
  { account_id }: TxContext,
  campaign_id: string,
  { id, name, email }: Sender,
): PreviewContent {
  return {
    account_id,
    options: { campaign_id },
    recipient: { ...splitName(name), email },
    sender: { id, name, email },
  }
}

/** Deletes a batch of ended links, in all accounts. Returns how many. */
export const purgePreviewLinks = (ctx: TxContext): Promise<number> =>
  linkStore.deleteEnded(ctx, ctx.real_now)
