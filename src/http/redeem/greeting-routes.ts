import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as greetings from '#greetings'
import { toRangeResponse } from '#platform/lib/byte-range'
import type { Database } from '#platform/postgres/database'
import { redirect } from './context.ts'
import { type GiftContext, sendGiftPage, viaLink } from './gift-context.ts'
import { cardPage, hasCard } from './pages/greeting.ts'

/** Shows only the card, for printing. */
export const showCard = (context: GiftContext): FastifyReply =>
  hasCard(context.gift)
    ? sendGiftPage(
        context,
        cardPage(context.localizer, context.urls, context.gift),
        viaLink(context, 'card'),
      )
    : redirect(context, context.urls.to())

/** Sends the sender's photo or video. A visitor can reach it only with the link of a gift. */
export const sendGiftMedia = ({ deps, reply, gift }: GiftContext): FastifyReply =>
  sendMedia(deps.db, reply, gift.account_id, gift.greeting.media)

/**
 * Sends the bytes of a photo or video, or the requested range of them. No shared cache stores the bytes, and
 * browsers store them only for minutes.
 */
export function sendMedia(
  db: Database,
  reply: FastifyReply,
  account_id: string,
  media: greetings.Media | null,
): FastifyReply {
  reply.headers({
    'cache-control': 'private, max-age=300',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'text/plain; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin', // emails show this photo
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  if (media === null) return reply.code(404).send('No such picture.')
  const { id, size, content_type } = media
  const { status, headers, start, end } = toRangeResponse(reply.request.headers.range, size)
  reply.code(status).headers(headers)
  if (status === 416) return reply.send('No such range.')
  reply.type(content_type)
  return reply.request.method === 'HEAD'
    ? reply.send()
    : reply.send(Readable.from(greetings.readMedia(db, account_id, { id, start, end })))
}
