import { accountNow, can, hidesAddresses, type SessionUser } from '#accounts'
import { recordEntry } from '#audit'
import { orNotFound, toEmailKey } from '#contract'
import * as mail from '#email'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import * as privacy from '#privacy'
import { toVisibleViews } from './gift-views.ts'
import { withAppMembers } from './kernel/app-members.ts'
import { handle, handleWithoutTx } from './kernel/handle.ts'

/** The operations on recipients and their personal data. */
export const recipientRoutes = [
  handle('listRecipients', async ({ ctx, request, query: { filter, page } }) => {
    const { q: search, status, sort } = filter
    const { user } = request.grant
    const criteria = {
      hasWholeAddressesOnly: user !== undefined && hidesAddresses(user),
      ...(search && { search }),
      ...(status && { status }),
      ...(sort === 'email' && { sort }),
    }
    const found = await giftLists.browseRecipients(ctx, criteria, page)
    return { ...found, data: found.data.map(toView) }
  }),

  handle('getRecipient', async ({ ctx, request, params }) => {
    const recipient = await findRecipient(ctx, params.id)
    const { user } = request.grant
    const view = toDetailView(recipient)
    return user === undefined
      ? view
      : withAppMembers(view, await readAppMembers(ctx, user, recipient))
  }),

  handle('listGiftRequestsOfRecipient', async ({ ctx, request, params, query }) => {
    const { email } = await findRecipient(ctx, params.id)
    const filter = { email_key: toEmailKey(email) }
    const { data, has_more } = await gifting.list(ctx, filter, query.page)
    return { data: toVisibleViews(ctx, request, data), has_more }
  }),

  handle('correctRecipientEmail', async ({ ctx, params: { id }, body, isDryRun }) => {
    const corrected = orNotFound(await giftLists.correctRecipientEmail(ctx, id, body.email))
    recordEntry(ctx, {
      action: 'contact.correct_email',
      subject: { kind: 'contact', id },
      details: { gift_requests: corrected.gift_request_ids.length },
    })
    return { ...corrected, is_dry_run: isDryRun }
  }),

  handle('clearRecipientBounce', async ({ ctx, params }) => {
    const { id, email } = await findRecipient(ctx, params.id)
    mail.clearBounce(ctx, email)
    recordEntry(ctx, { action: 'contact.clear_bounce', subject: { kind: 'contact', id } })
    return findDetail(ctx, id)
  }),

  // This operation uses a write transaction, because the audit log records the export.
  handleWithoutTx('getPersonalData', async ({ request, params, deps: { db } }) => {
    const { grant } = request
    const {
      exported_at: _,
      failed_rows,
      listed_contact,
      occasions,
      opt_out,
      saved_views,
      ...data
    } = await inTransaction(
      db,
      grant.account_id,
      async (ctx) => privacy.exportPersonalData(ctx, (await findRecipient(ctx, params.id)).email),
      accountNow(db, grant),
      grant.actor,
    )
    const contact = {
      ...data.contact,
      listed_contact,
      occasions,
      opt_out,
      failed_rows,
      saved_views,
    }
    return { ...data, contact }
  }),

  handle('erasePersonalData', async ({ ctx, body, isDryRun }) => {
    const erased = await privacy.erasePersonalData(ctx, body.email)
    return {
      recipient_id: erased.contact_id,
      gift_requests: erased.gift_request_ids.length,
      cancelled: erased.cancelled,
      emails: erased.emails,
      is_dry_run: isDryRun,
    }
  }),
]

const findRecipient = async (ctx: TxContext, id: string): Promise<giftLists.RecipientDetail> =>
  orNotFound(await giftLists.findRecipient(ctx, id))

const findDetail = async (ctx: TxContext, id: string) => toDetailView(await findRecipient(ctx, id))

async function readAppMembers(
  ctx: TxContext,
  user: SessionUser,
  { email, is_bounced, sender_notes, opt_out }: giftLists.RecipientDetail,
) {
  const page = { limit: 20, order: 'desc' as const }
  const { data: gifts } = await gifting.list(ctx, { email_key: toEmailKey(email) }, page)
  const showsDomain = can(user, 'recipients:write') && is_bounced
  return {
    // A note is free text, so it can contain an address.
    sender_notes: hidesAddresses(user) ? [] : sender_notes,
    opt_out,
    bounces_at_domain: showsDomain ? await giftLists.countBouncesOfDomain(ctx, email) : null,
    latest_gifts: gifts.map(({ id, reference, state, campaign_name, created_at }) => ({
      ...{ id, reference, state, campaign: campaign_name, created_at },
    })),
  }
}

const toView = (recipient: giftLists.Recipient) => ({
  id: recipient.id,
  email: recipient.email,
  first_name: recipient.first_name,
  last_name: recipient.last_name,
  name: recipient.name,
  thank_you_count: recipient.thank_you_count,
  gift_request_count: recipient.gift_requests,
  declined_count: recipient.declined,
  is_bounced: recipient.is_bounced,
  last_gift_at: recipient.last_at,
  created_at: recipient.created_at,
})

const toDetailView = (recipient: giftLists.RecipientDetail) => ({
  ...toView(recipient),
  thank_you_notes: recipient.notes.map(({ gift_request_id, reference, text, written_at }) => ({
    gift_request_id,
    reference,
    text,
    written_at,
  })),
  declines: recipient.declines.map(
    ({ gift_request_id, reference, decline_reason, declined_at }) => ({
      gift_request_id,
      reference,
      reason: decline_reason,
      declined_at,
    }),
  ),
})
