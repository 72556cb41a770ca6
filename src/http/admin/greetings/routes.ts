import { Readable } from 'node:stream'
import { ApiError } from '#contract'
import * as greetings from '#greetings'
import { toMediaView } from '#http/api'
import { toRangeResponse } from '#platform/lib/byte-range'
import { readTransaction } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'

export const greetingRoutes = [
  handle(contract.uploadGreetingMedia, async (context) => {
    const { ctx, query: alt, request } = context
    if (!Buffer.isBuffer(request.body)) throw notAFile
    const media = await greetings.saveMedia(ctx, request.body, alt)
    const { content_type, size } = media
    audit(context, 'greeting_media.upload', media.id, undefined, { content_type, size })
    return toMediaView(media)
  }),

  handle(contract.readGreetingMediaInfo, async ({ ctx, params }) => {
    const media = await greetings.findMedia(ctx, params.id)
    if (media === undefined) throw new ApiError('not_found')
    return toMediaView(media)
  }),

  handleWithoutTx(contract.readGreetingMedia, async (context) => {
    const { db, member, params, request, reply } = context
    const { account_id } = member
    const media = await readTransaction(db, account_id, (ctx) =>
      greetings.findMedia(ctx, params.id),
    )
    if (media === undefined) throw new ApiError('not_found')
    const { status, headers, start, end } = toRangeResponse(request.headers.range, media.size)
    const body = greetings.readMedia(db, account_id, { id: media.id, start, end })
    await reply
      .code(status)
      .headers({
        ...headers,
        'cache-control': 'private, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': media.content_type,
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(body))
    return HANDLED
  }),
]

const notAFile = new ApiError('invalid', {
  fieldErrors: [
    {
      code: 'invalid',
      param: 'file',
      message: 'must be sent as the body, with the content type application/octet-stream',
    },
  ],
})
