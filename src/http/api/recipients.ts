import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEntry } from '#audit'
import {
  ApiError,
  parseListQuery,
  recipientEmailBody,
  recipientFilters,
  toEmailKey,
} from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { withDryRun } from '#platform/postgres/dry-run'
import * as privacy from '#privacy'
import { actorOf } from './actor.ts'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import { renderGiftPage } from './gift-requests.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

type IdParams = { Params: { id: string } }

/** The operations on recipients and their personal data. */
export function recipientRoutes(app: FastifyInstance, handle: Handle): void {
  readRoutes(app, handle)
  changeRoutes(app, handle)
  privacyRoutes(app, handle)
}

function readRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/recipients', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, recipientFilters)
      const { q: search, status } = filter
      const query = { ...(search && { search }), ...(status && { status }) }
      const { data, has_more } = await gifting.browseRecipients(ctx, query, page)
      const result = { data: data.map(toView), has_more }
      return { status: 200, body: await renderPage(ctx, request, 'recipients', result) }
    }),
  )

  app.get<IdParams>('/recipients/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toDetailResponse(request, await findRecipient(ctx, request.params.id))
    }),
  )

  app.get<IdParams>('/recipients/:id/gift_requests', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page } = parseListQuery(request.query, {})
      const { email } = await findRecipient(ctx, request.params.id)
      const results = await gifting.list(ctx, { email_key: toEmailKey(email) }, page)
      return { status: 200, body: renderGiftPage(ctx, request, results) }
    }),
  )
}

function changeRoutes(app: FastifyInstance, handle: Handle): void {
  app.post<IdParams>('/recipients/:id/correct_email', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members, isDryRun } = parseOperationBody(request, recipientEmailBody)
      const { id } = request.params
      const corrected = await withDryRun(ctx, isDryRun, () =>
        gifting.correctRecipientEmail(ctx, id, members.email),
      )
      if (corrected === undefined) throw new ApiError('not_found')
      const { gift_request_ids } = corrected
      if (!isDryRun)
        recordEntry(ctx, {
          action: 'contact.correct_email',
          subject: { kind: 'contact', id },
          details: { gift_requests: gift_request_ids.length },
        })
      const body = JSON.stringify({ ...corrected, is_dry_run: isDryRun })
      return { status: 200, body: request.version.renderResource('recipient_corrections', body) }
    }),
  )

  app.post<IdParams>('/recipients/:id/clear_bounce', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      const recipient = await findRecipient(ctx, request.params.id)
      mail.clearBounce(ctx, recipient.email)
      const subject = { kind: 'contact', id: recipient.id }
      recordEntry(ctx, { action: 'contact.clear_bounce', subject })
      return toDetailResponse(request, await findRecipient(ctx, recipient.id))
    }),
  )
}

function privacyRoutes(app: FastifyInstance, handle: Handle): void {
  // a write transaction, because the audit log records the export
  app.get<IdParams>('/recipients/:id/personal_data', (request, reply) =>
    handle.withoutTransaction(request, reply, async (db) => {
      rejectParameters(request)
      const { account_id, clock_offset_ms } = request.caller
      const now = new Date(db.clock().getTime() + clock_offset_ms)
      const run = async (ctx: TxContext) => {
        const { email } = await findRecipient(ctx, request.params.id)
        return privacy.exportPersonalData(ctx, email)
      }
      const {
        exported_at: _,
        failed_rows,
        opt_out,
        saved_views,
        ...data
      } = await inTransaction(db, account_id, run, now, actorOf(request))
      const contact = { ...data.contact, opt_out, failed_rows, saved_views }
      const body = JSON.stringify({ ...data, contact })
      return { status: 200, body: request.version.renderResource('personal_data', body) }
    }),
  )

  app.post('/recipients/erase', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members, isDryRun } = parseOperationBody(request, recipientEmailBody)
      const { contact_id, gift_request_ids, cancelled, emails } = await withDryRun(
        ctx,
        isDryRun,
        () => privacy.erasePersonalData(ctx, members.email),
      )
      const view = {
        recipient_id: contact_id,
        gift_requests: gift_request_ids.length,
        cancelled,
        emails,
        is_dry_run: isDryRun,
      }
      const body = request.version.renderResource('erasures', JSON.stringify(view))
      return { status: 200, body }
    }),
  )
}

async function findRecipient(ctx: TxContext, id: string): Promise<gifting.RecipientDetail> {
  const recipient = await gifting.findRecipient(ctx, id)
  if (recipient === undefined) throw new ApiError('not_found')
  return recipient
}

const toView = (recipient: gifting.Recipient) => ({
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

function toDetailResponse(
  { version }: FastifyRequest,
  recipient: gifting.RecipientDetail,
): ApiResponse {
  const view = {
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
  }
  return { status: 200, body: version.renderResource('recipient_details', JSON.stringify(view)) }
}
