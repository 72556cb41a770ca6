import type * as greetings from '#greetings'

/** The greeting as the admin API returns it. */
export const toGreeting = ({ card, media }: greetings.Greeting) => ({
  card,
  media: media === null ? null : toMedia(media),
})

export const toMedia = ({ id, content_type, size, alt }: greetings.Media) => ({
  id,
  content_type,
  size,
  alt,
})
