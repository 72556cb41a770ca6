import type { EventType } from './events.ts'

/* Flat JSON of resources that have several sources. All other resources are their views as JSON. */

/**
 * Serializes an event of the feed. The body is inserted unchanged: it is never parsed and serialized again. A null
 * body was erased.
 */
export function serializeEvent(
  event: { id: string; type: EventType; gift_request_id: string; created_at: Date },
  body: string | null,
): string {
  const { id, type, gift_request_id, created_at } = event
  const head = JSON.stringify({ id, type, gift_request_id, created_at })
  return `${head.slice(0, -1)},"body":${body}}`
}

/** One transition of a history. */
export interface TransitionView {
  at: Date
  from: string | null
  to: string
  cause: string
  events: readonly string[]
}

export const serializeTransition = ({ at, from, to, cause, events }: TransitionView): string =>
  JSON.stringify({ at, from, to, cause, events })
