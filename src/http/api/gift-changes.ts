import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  ApiError,
  addressChange,
  type BodyDefinition,
  emailCorrection,
  emailSelection,
  extension,
  giftRequestChanges,
  newReissue,
  noMembers,
  reshipment,
} from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { withDryRun } from '#platform/postgres/dry-run'
import { recordGiftChange } from './audit.ts'
import { parseOperationBody } from './body.ts'
import { renderGift, toGiftResponse } from './gift-requests.ts'
import type { ApiResponse, Handle } from './handler.ts'

type GiftRequest = FastifyRequest<{ Params: { id: string } }>

/** Runs the change of one gift request. Throws `not_found` if the result is undefined. */
type Change<T> = (
  ctx: TxContext,
  request: GiftRequest,
  members: T,
  isDryRun: boolean,
) => Promise<ApiResponse>

/** The operations that change one gift request. */
export function giftChangeRoutes(
  app: FastifyInstance,
  handle: Handle,
  shipping: fulfilment.ShippingConfig,
): void {
  const runner =
    <T>(body: BodyDefinition<T>, change: Change<T>) =>
    (request: GiftRequest, reply: FastifyReply) =>
      handle(request, reply, async (ctx) => {
        const { members, isDryRun } = parseOperationBody(request, body)
        return withDryRun(ctx, isDryRun, () => change(ctx, request, members, isDryRun))
      })
  const post = <T>(name: string, body: BodyDefinition<T>, change: Change<T>) =>
    app.post(`/gift_requests/:id/${name}`, runner(body, change))

  app.patch('/gift_requests/:id', runner(giftRequestChanges, update))
  post('extend', extension, extend)
  post('remind', noMembers, remind)
  post('correct_email', emailCorrection, correctEmail)
  post('change_address', addressChange, (ctx, request, members) =>
    changeAddress(ctx, request, members, shipping),
  )
  post('reissue_link', noMembers, reissueLink)
  post('send_again', newReissue, sendAgain)
  post('ship_again', reshipment, (ctx, request, { parcel_id }) =>
    shipAgain(ctx, request, parcel_id, shipping),
  )
  post('resend_emails', emailSelection, resendEmails)
  post('problem_reports/:report_id/resolve', noMembers, resolveProblemReport)
}

function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiError('not_found')
  return value
}

type Members<Definition> = Definition extends BodyDefinition<infer T> ? T : never

const update: Change<Members<typeof giftRequestChanges>> = async (ctx, request, changes) => {
  const { before, after } = orNotFound(await gifting.update(ctx, request.params.id, changes))
  recordGiftChange(ctx, 'update', after, {
    changed: Object.keys(changes),
    before: { send_at: before.send_at, expires_at: before.expires_at },
    after: { send_at: after.send_at, expires_at: after.expires_at },
  })
  return toGiftResponse(ctx, request, after)
}

const extend: Change<Members<typeof extension>> = async (ctx, request, members) => {
  const to = gifting.parseExtension(members)
  const extended = await gifting.extendExpiry(ctx, request.params.id, to)
  const { before, after } = orNotFound(extended)
  recordGiftChange(ctx, 'extend', after, {
    before: { expires_at: before.expires_at },
    after: { expires_at: after.expires_at },
  })
  return toGiftResponse(ctx, request, after)
}

const remind: Change<object> = async (ctx, request) => {
  const gift = orNotFound(await gifting.sendReminder(ctx, request.params.id))
  recordGiftChange(ctx, 'remind', gift)
  return toGiftResponse(ctx, request, gift)
}

const correctEmail: Change<Members<typeof emailCorrection>> = async (ctx, request, { email }) => {
  const gift = orNotFound(await gifting.correctEmail(ctx, request.params.id, email))
  recordGiftChange(ctx, 'correct_email', gift)
  return toGiftResponse(ctx, request, gift)
}

async function changeAddress(
  ctx: TxContext,
  request: GiftRequest,
  { shipping_address }: Members<typeof addressChange>,
  shipping: fulfilment.ShippingConfig,
): Promise<ApiResponse> {
  const { id } = request.params
  orNotFound(await fulfilment.correctAddress(ctx, id, shipping_address, shipping))
  const gift = orNotFound(await gifting.find(ctx, id))
  recordGiftChange(ctx, 'fix_address', gift)
  return toGiftResponse(ctx, request, gift)
}

const reissueLink: Change<object> = async (ctx, request) => {
  const gift = orNotFound(await gifting.reissueLink(ctx, request.params.id))
  recordGiftChange(ctx, 'reissue_link', gift)
  return toGiftResponse(ctx, request, gift)
}

const sendAgain: Change<Members<typeof newReissue>> = async (ctx, request, input, isDryRun) => {
  const old = orNotFound(await gifting.find(ctx, request.params.id))
  const sent = orNotFound(await gifting.reissue(ctx, old.id, input, 'sent again over the API'))
  if (sent.isNew) recordGiftChange(ctx, 'send_again', old, { reissued_as: sent.reference })
  const gift = orNotFound(await gifting.find(ctx, sent.id))
  const head = { id: gift.id, reissued_from: { id: old.id, reference: old.reference } }
  const body = `${JSON.stringify(head).slice(0, -1)},"gift_request":${renderGift(ctx, request, gift)}}`
  return { status: sent.isNew && !isDryRun ? 201 : 200, body }
}

async function shipAgain(
  ctx: TxContext,
  request: GiftRequest,
  parcel_id: string,
  shipping: fulfilment.ShippingConfig,
): Promise<ApiResponse> {
  const gift = orNotFound(await gifting.find(ctx, request.params.id))
  const parcels = await fulfilment.reshipLines(ctx, gift.id, parcel_id, shipping)
  if (parcels === undefined) throw unknownParcel
  recordGiftChange(ctx, 'ship_again', gift, { parcel_id })
  return renderAll(request, 'parcels', parcels.map(fulfilment.toParcelView))
}

const unknownParcel = new ApiError('invalid_reference', {
  fieldErrors: [
    {
      code: 'invalid_reference',
      param: 'parcel_id',
      message: 'names no parcel of this gift request',
    },
  ],
})

const resendEmails: Change<Members<typeof emailSelection>> = async (
  ctx,
  request,
  { email_ids },
) => {
  await request.charge(email_ids?.length ?? 1)
  const { gift, emails } = orNotFound(await gifting.resendEmails(ctx, request.params.id, email_ids))
  for (const { kind } of emails)
    recordGiftChange(ctx, 'resend_email', gift, { kind, to: 'the same' })
  return renderAll(request, 'emails', emails.map(mail.toEmailView))
}

const resolveProblemReport: Change<object> = async (ctx, request) => {
  const { id, report_id } = request.params as { id: string; report_id: string }
  const { gift, report, isNew } = orNotFound(
    await gifting.resolveProblem(ctx, id, report_id, 'closed'),
  )
  if (isNew) recordGiftChange(ctx, 'resolve_problem', gift, { report_id })
  return {
    status: 200,
    body: request.version.renderResource('problem_reports', JSON.stringify(report)),
  }
}

/** Renders a list that is never longer than a page. */
export const renderAll = (
  { version }: FastifyRequest,
  type: 'parcels' | 'emails' | 'text_messages' | 'problem_reports',
  views: readonly object[],
): ApiResponse => ({
  status: 200,
  body: version.renderList(
    type,
    views.map((view) => JSON.stringify(view)),
    { has_more: false, next: null },
  ),
})
