import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type Context, untilStopped } from './context.ts'
import { follow, placeAt } from './feed.ts'
import type { FeedEvent } from './feed-event.ts'
import { eventNames, momentFrom, serviceFlags } from './flags.ts'
import type { Keeper, Place } from './place.ts'
import { printable, timeOf } from './print.ts'
import { serviceOf } from './service.ts'

export function logs(context: Context) {
  const command = new Command('logs').description('what happens in the account')
  serviceFlags(command.command('tail'))
    .description('show events as they happen, until Ctrl-C')
    .option('--events <names>', 'only these, with commas between them', eventNames)
    .option('--since <moment>', 'begin with what happened since: 10m, 2h, or a moment', momentFrom)
    .action(async ({ events, since, ...options }) => {
      const service = serviceOf(context, options)
      const { signal, dispose } = untilStopped(context)
      const feed = { service, version: service.client.apiVersion, signal, pace: context.pace }
      const keeper = inMemory(await placeAt(feed, since))
      const say = (line: string) => context.err(pc.yellow(line))
      if (!context.isJson) context.err(pc.dim('Waiting for events …'))
      try {
        for await (const event of follow({ ...feed, keeper, say }))
          if (events === undefined || events.includes(event.type)) show(context, event)
      } finally {
        dispose()
      }
    })
  return command
}

function inMemory(start: Place): Keeper {
  let place = start
  return {
    read: () => place,
    write: (next) => {
      place = next
    },
  }
}

function show({ isJson, out }: Context, event: FeedEvent): void {
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
  const about = printable(`${gift.recipient.name}, ${gift.campaign?.name ?? 'no campaign'}`)
  out(
    `${pc.dim(timeOf(new Date(created_at)))}  ${colours(status)(type.padEnd(23))}  ${reference}  ${about}  ${pc.dim(id)}`,
  )
}

const colours = (status: string) =>
  status === 'cancelled' ? pc.red : status === 'delivered' ? pc.green : pc.cyan
