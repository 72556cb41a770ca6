import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { recordGiftChange } from './gift-audit.ts'
import { toGiftView } from './gift-views.ts'
import { handle, handleText } from './kernel/handle.ts'

/** The operations that change one gift request. */
export const giftChangeRoutes = [
  handle('updateGiftRequest', async ({ ctx, params, body }) => {
    const { before, after } = orNotFound(await gifting.update(ctx, params.id, body))
    recordGiftChange(ctx, 'update', after, {
      changed: Object.keys(body),
      before: { send_at: before.send_at, expires_at: before.expires_at },
      after: { send_at: after.send_at, expires_at: after.expires_at },
    })
    return toGiftView(ctx, after)
  }),

  handle('extendGiftRequest', async ({ ctx, params, body }) => {
    const to = gifting.parseExtension(body)
    const { before, after } = orNotFound(await gifting.extendExpiry(ctx, params.id, to))
    recordGiftChange(ctx, 'extend', after, {
      before: { expires_at: before.expires_at },
      after: { expires_at: after.expires_at },
    })
    return toGiftView(ctx, after)
  }),

  handle('remindGiftRequest', async ({ ctx, params }) => {
    const gift = orNotFound(await gifting.sendReminder(ctx, params.id))
    recordGiftChange(ctx, 'remind', gift)
    return toGiftView(ctx, gift)
  }),

  handle('correctGiftRequestEmail', async ({ ctx, params, body }) => {
    const gift = orNotFound(await gifting.correctEmail(ctx, params.id, body.email))
    recordGiftChange(ctx, 'correct_email', gift)
    return toGiftView(ctx, gift)
  }),

  handle('changeGiftRequestAddress', async ({ ctx, params: { id }, body, deps }) => {
    const { shipping_address } = body
    orNotFound(await fulfilment.correctAddress(ctx, id, shipping_address, deps.shipping))
    const gift = orNotFound(await gifting.find(ctx, id))
    recordGiftChange(ctx, 'fix_address', gift)
    return toGiftView(ctx, gift)
  }),

  handle('reissueGiftRequestLink', async ({ ctx, params }) => {
    const gift = orNotFound(await gifting.reissueLink(ctx, params.id))
    recordGiftChange(ctx, 'reissue_link', gift)
    return toGiftView(ctx, gift)
  }),

  handleText('sendGiftRequestAgain', async ({ ctx, request, params, body: input, isDryRun }) => {
    const old = orNotFound(await gifting.find(ctx, params.id))
    const sent = orNotFound(await gifting.reissue(ctx, old.id, input, 'sent again over the API'))
    if (sent.isNew) recordGiftChange(ctx, 'send_again', old, { reissued_as: sent.reference })
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
    recordGiftChange(ctx, 'ship_again', gift, { parcel_id })
    return parcels.map(fulfilment.toParcelView)
  }),

  handle('resendGiftRequestEmails', async ({ ctx, request, params, body: { email_ids } }) => {
    await request.charge(email_ids?.length ?? 1)
    const { gift, emails } = orNotFound(await gifting.resendEmails(ctx, params.id, email_ids))
    for (const { kind } of emails)
      recordGiftChange(ctx, 'resend_email', gift, { kind, to: 'the same' })
    return emails.map(mail.toEmailView)
  }),

  handle('resolveGiftRequestProblemReport', async ({ ctx, params: { id, report_id } }) => {
    const resolved = await gifting.resolveProblem(ctx, id, report_id, 'closed')
    const { gift, report, isNew } = orNotFound(resolved)
    if (isNew) recordGiftChange(ctx, 'resolve_problem', gift, { report_id })
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
