import { type Static, Type } from 'typebox'
import { cardDesigns, NewGreeting } from '#contract/greetings'
import { operation } from '../lib/operation.ts'
import { customQuery } from '../lib/query.ts'
import { oneOfTexts, orNull, strict } from '../lib/schemas.ts'

/* The contract of cards, and of photos or videos of the sender. */

/** A photo or a video of the sender. */
export const GreetingMedia = Type.Object({
  id: Type.String(),
  content_type: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  alt: Type.String(),
})
export type GreetingMedia = Static<typeof GreetingMedia>

export const Greeting = Type.Object({
  card: orNull(oneOfTexts(...cardDesigns)),
  media: orNull(GreetingMedia),
})
export type Greeting = Static<typeof Greeting>

export const GreetingInput = Type.Object(
  {
    card: NewGreeting.properties.card,
    media_id: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 }),
  },
  strict,
)
export type GreetingInput = Static<typeof GreetingInput>

export const uploadGreetingMedia = operation('PUT', '/greeting-media', {
  permission: 'gift_requests:write',
  summary: 'upload a photo or a video for cards; the body is the file, `alt` describes it',
  query: customQuery<string, { alt: string }>(
    { alt: Type.String({ description: 'At most 300 characters.' }) },
    ({ alt }) => (typeof alt === 'string' ? alt : ''),
  ),
  bodySize: 'binary',
  reply: GreetingMedia,
})

export const readGreetingMediaInfo = operation('GET', '/greeting-media/:id', {
  permission: 'gift_requests:read',
  summary: 'a photo or a video of a card, without its content',
  reply: GreetingMedia,
})

export const readGreetingMedia = operation('GET', '/greeting-media/:id/content', {
  addresses: 'none',
  permission: 'gift_requests:read',
  summary: 'the photo or the video of a card',
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'],
})
