import { Readable } from 'node:stream'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { toRangeResponse } from '#platform/lib/byte-range'
import { readTransaction } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { HANDLED, type TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'
import { toGreeting, toMedia } from './greeting-view.ts'

export const greetingRoutes = [
  handle(contract.uploadGreetingMedia, async (context) => {
    const { ctx, query: alt, request } = context
    if (!Buffer.isBuffer(request.body)) throw notAFile
    const media = await greetings.saveMedia(ctx, request.body, alt)
    const { content_type, size } = media
    audit(context, 'greeting_media.upload', media.id, undefined, { content_type, size })
    return toMedia(media)
  }),

  handle(contract.readGreetingMediaInfo, async ({ ctx, params }) => {
    const media = await greetings.findMedia(ctx, params.id)
    if (media === undefined) throw new ApiError('not_found')
    return toMedia(media)
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

  handle(contract.readGiftGreeting, async ({ ctx, params }) => {
    const gift = await gifting.find(ctx, params.id)
    if (gift === undefined) throw new ApiError('not_found')
    const { is_own, ...greeting } = await greetings.findByGift(ctx, gift)
    return { ...toGreeting(greeting), is_own }
  }),

  handle(contract.setGiftGreeting, (context) => setGreeting(context, context.body)),
  handle(contract.clearGiftGreeting, (context) => setGreeting(context, null)),
]

async function setGreeting(
  context: Pick<TxRouteContext<unknown>, 'ctx' | 'params'>,
  greeting: greetings.GreetingInput | null,
): Promise<void> {
  const gift = await gifting.setGreeting(context.ctx, context.params.id ?? '', greeting)
  if (gift === undefined) throw new ApiError('not_found')
  audit(context, 'gift_request.set_card', gift.id, gift.reference, { card: greeting?.card ?? null })
}

const notAFile = new ApiError('invalid', {
  fieldErrors: [
    {
      code: 'invalid',
      param: 'file',
      message: 'must be sent as the body, with the content type application/octet-stream',
    },
  ],
})
