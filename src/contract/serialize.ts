import type { EventType } from './events.ts'

/* Flat JSON of what is put together from parts; other resources are simply their views as JSON. */

/**
 * An event of the feed. Its body is set in as it stands: it is never read and written again. Null says
 * that it was erased.
 */
export function serializeEvent(
  event: { id: string; type: EventType; gift_request_id: string; created_at: Date },
  body: string | null,
): string {
  const { id, type, gift_request_id, created_at } = event
  const head = JSON.stringify({ id, type, gift_request_id, created_at })
  return `${head.slice(0, -1)},"body":${body}}`
}

/** A step of a history. */
export interface TransitionView {
  at: Date
  from: string | null
  to: string
  cause: string
  events: readonly string[]
}

export const serializeTransition = ({ at, from, to, cause, events }: TransitionView): string =>
  JSON.stringify({ at, from, to, cause, events })
