import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type CliContext, createStopSignal } from './context.ts'
import { findCursor, followEvents } from './feed.ts'
import type { CursorStore, FeedCursor } from './feed-cursor.ts'
import type { RawFeedEvent } from './feed-event.ts'
import { parseEventNames, parseSince, withServiceOptions } from './flags.ts'
import { formatTimeOfDay, replaceControlChars } from './print.ts'
import { createService } from './service.ts'

export function logs(context: CliContext) {
  const command = new Command('logs').description('the events of the account')
  withServiceOptions(command.command('tail'))
    .description('show events as they happen, until Ctrl-C')
    .option('--events <names>', 'only these events, separated by commas', parseEventNames)
    .option('--since <time>', 'start with events since then: 10m, 2h, or a time', parseSince)
    .action(async ({ events, since, ...options }) => {
      const service = createService(context, options)
      const { signal, dispose } = createStopSignal(context)
      const feed = {
        service,
        version: service.client.apiVersion,
        signal,
        pollIntervals: context.pollIntervals,
      }
      const cursorStore = createMemoryCursorStore(await findCursor(feed, since))
      const notice = (line: string) => context.err(pc.yellow(line))
      if (!context.isJson) context.err(pc.dim('Waiting for events …'))
      try {
        for await (const event of followEvents({ ...feed, cursorStore, notice }))
          if (events === undefined || events.includes(event.type)) printEvent(context, event)
      } finally {
        dispose()
      }
    })
  return command
}

function createMemoryCursorStore(start: FeedCursor): CursorStore {
  let cursor = start
  return {
    read: () => cursor,
    write: (next) => {
      cursor = next
    },
  }
}

function printEvent({ isJson, out }: CliContext, event: RawFeedEvent): void {
  const { id, type, gift_request_id, created_at, body } = event
  const gift = JSON.parse(body) as {
    reference: string
    status: string
    recipient: { name: string }
    campaign: { name: string } | null
  }
  const { reference, status } = gift
  if (isJson) {
    out(JSON.stringify({ id, type, gift_request_id, created_at, reference, status }))
    return
  }
  const summary = replaceControlChars(
    `${gift.recipient.name}, ${gift.campaign?.name ?? 'no campaign'}`,
  )
  out(
    `${pc.dim(formatTimeOfDay(new Date(created_at)))}  ${colourFor(status)(type.padEnd(23))}  ${reference}  ${summary}  ${pc.dim(id)}`,
  )
}

const colourFor = (status: string) =>
  status === 'cancelled' ? pc.red : status === 'delivered' ? pc.green : pc.cyan
