import { recordGiftChange } from '#audit'
import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as sends from '#sends'
import { toGiftView } from './gift-views.ts'
import { toSendingUser } from './kernel/acting-user.ts'
import { handle, handleText } from './kernel/handle.ts'

/** The operations that change one gift request. */
export const giftChangeRoutes = [
  handle('updateGiftRequest', async ({ ctx, params, body }) => {
    const { before, after } = orNotFound(await gifting.update(ctx, params.id, body))
    recordGiftChange(ctx, 'gift_request.update', after, {
      changed: Object.keys(body),
      before: { send_at: before.send_at, expires_at: before.expires_at },
      after: { send_at: after.send_at, expires_at: after.expires_at },
    })
    return toGiftView(ctx, after)
  }),

  handle('extendGiftRequest', async ({ ctx, params, body }) => {
    const to = gifting.parseExtension(body)
    const { before, after } = orNotFound(await gifting.extendExpiry(ctx, params.id, to))
    recordGiftChange(ctx, 'gift_request.extend', after, {
      before: { expires_at: before.expires_at },
      after: { expires_at: after.expires_at },
    })
    return toGiftView(ctx, after)
  }),

  handle('remindGiftRequest', async ({ ctx, params }) => {
    const gift = orNotFound(await gifting.sendReminder(ctx, params.id))
    recordGiftChange(ctx, 'gift_request.remind', gift)
    return toGiftView(ctx, gift)
  }),

  handle('correctGiftRequestEmail', async ({ ctx, params, body }) => {
    const gift = orNotFound(await gifting.correctEmail(ctx, params.id, body.email))
    recordGiftChange(ctx, 'gift_request.correct_email', gift)
    return toGiftView(ctx, gift)
  }),

  handle('changeGiftRequestAddress', async ({ ctx, params: { id }, body, deps }) => {
    const address = { name: '', line_1: '', country: '', ...body.shipping_address }
    orNotFound(await fulfilment.correctAddress(ctx, id, address, deps.shipping))
    const gift = orNotFound(await gifting.find(ctx, id))
    recordGiftChange(ctx, 'gift_request.fix_address', gift)
    return toGiftView(ctx, gift)
  }),

  handle('reissueGiftRequestLink', async ({ ctx, params }) => {
    const gift = orNotFound(await gifting.reissueLink(ctx, params.id))
    recordGiftChange(ctx, 'gift_request.reissue_link', gift)
    return toGiftView(ctx, gift)
  }),

  handleText('sendGiftRequestAgain', async ({ ctx, request, params, body: input, isDryRun }) => {
    const { user } = request.grant
    const old = orNotFound(await gifting.find(ctx, params.id))
    const sent = orNotFound(
      user === undefined
        ? await gifting.reissue(ctx, old.id, input, 'sent again over the API')
        : await sends.userActions.sendAgain(ctx, toSendingUser(user), old.id, input),
    )
    if (sent.isNew && user === undefined)
      recordGiftChange(ctx, 'gift_request.send_again', old, { reissued_as: sent.reference })
    const gift = orNotFound(await gifting.find(ctx, sent.id))
    const head = { id: gift.id, reissued_from: { id: old.id, reference: old.reference } }
    const rendered = request.version.renderGiftRequest(toGiftView(ctx, gift))
    const body = `${JSON.stringify(head).slice(0, -1)},"gift_request":${rendered}}`
    return { status: sent.isNew && !isDryRun ? 201 : 200, body }
  }),

  handle('shipGiftRequestAgain', async ({ ctx, params, body: { parcel_id }, deps }) => {
    const gift = orNotFound(await gifting.find(ctx, params.id))
    const parcels = await fulfilment.reshipLines(ctx, gift.id, parcel_id, deps.shipping)
    if (parcels === undefined) throw unknownParcel
    recordGiftChange(ctx, 'gift_request.ship_again', gift, { parcel_id })
    return parcels.map(fulfilment.toParcelView)
  }),

  handle('resendGiftRequestEmails', async ({ ctx, request, params, body: { email_ids } }) => {
    await request.charge(email_ids?.length ?? 1)
    // The page of a gift in the web app also shows the emails to the sender.
    const options = { includesSender: request.grant.user !== undefined }
    const resent = await gifting.resendEmails(ctx, params.id, email_ids, options)
    const { gift, emails } = orNotFound(resent)
    for (const { kind } of emails)
      recordGiftChange(ctx, 'gift_request.resend_email', gift, { kind })
    return emails.map(mail.toEmailView)
  }),

  handle('resolveGiftRequestProblemReport', async ({ ctx, params: { id, report_id } }) => {
    const resolved = await gifting.resolveProblem(ctx, id, report_id, 'closed')
    const { gift, report, isNew } = orNotFound(resolved)
    if (isNew) recordGiftChange(ctx, 'gift_request.resolve_problem', gift, { report_id })
    return report
  }),
]

const unknownParcel = new ApiError('invalid_reference', {
  fieldErrors: [
    {
      code: 'invalid_reference',
      param: 'parcel_id',
      message: 'names no parcel of this gift request',
    },
  ],
})
