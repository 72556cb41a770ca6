import { type EventType, type GiftRequestView, newestOf, type Versions } from '#contract'
import { newId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as store from './store.ts'
import { noteTrace } from './traces.ts'

/** Something that happened to a gift request, and what it looked like at that moment. */
export interface Telling {
  /** Made when left out. */
  event_id?: string
  account_id: string
  type: EventType
  subject_id: string
  gift: GiftRequestView
}

/**
 * Writes down that something happened, and one delivery for each enabled endpoint that subscribes to
 * it, in the caller's transaction: all of it is there after the commit, or nothing. Answers the event's id.
 *
 * The body is rendered here and never again; a retry sends these bytes. Nothing is read first and
 * nothing is waited for: one statement is sent, and its failure surfaces at the commit.
 */
export const record = (work: Work, telling: Telling): string => recordAll(work, [telling])[0] ?? ''

/** The same for many, still in one statement. Answers their ids in order. */
export function recordAll(work: Work, tellings: readonly Telling[]): string[] {
  const events = tellings.map(({ event_id, account_id, type, subject_id }) => ({
    account_id,
    id: event_id ?? newId(),
    type,
    subject_id,
    created_at: work.now,
  }))
  if (events.length > 0) {
    const { versions } = work.installation
    store.insertEvents(work, events, renderAll(versions, tellings, events), newestOf(versions))
    noteTrace(work, events)
    work.afterCommit(() => work.installation.wake('deliveries'))
  }
  return events.map(({ id }) => id)
}

/** Every version, as which of them are wanted is known only to the statement that stores them. */
function renderAll(
  versions: Versions,
  tellings: readonly Telling[],
  events: readonly { id: string }[],
) {
  return tellings.flatMap(({ gift }, place) =>
    Object.entries(versions).map(([payload_version, version]) => ({
      event_id: events[place]?.id ?? '',
      payload_version,
      body: Buffer.from(version.giftRequest(gift), 'utf8'),
    })),
  )
}
