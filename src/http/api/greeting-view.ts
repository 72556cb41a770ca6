import type { Static } from 'typebox'
import { ApiError } from '#contract'
import type { NewGreeting } from '#contract/greetings'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'

export const toGreetingView = ({ card, media }: greetings.Greeting) => ({
  card,
  media: media === null ? null : toMediaView(media),
})

export const toMediaView = ({ id, content_type, size, alt }: greetings.Media) => ({
  id,
  content_type,
  size,
  alt,
})

/** Returns the greeting in a body. Throws an error if the account has no photo or video with this id. */
export async function toGreetingInput(
  ctx: TxContext,
  { card, media_id }: Static<typeof NewGreeting>,
): Promise<greetings.GreetingInput> {
  if (media_id !== undefined && (await greetings.findMedia(ctx, media_id)) === undefined)
    throw unknownMedia
  return { card, media_id: media_id ?? null }
}

const unknownMedia = new ApiError('invalid_reference', {
  fieldErrors: [
    {
      code: 'invalid_reference',
      param: 'media_id',
      message: greetings.unknownMediaMessage,
    },
  ],
})
