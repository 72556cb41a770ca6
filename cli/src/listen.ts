import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type Context, untilStopped } from './context.ts'
import { Misuse } from './failure.ts'
import { findEvent, follow, placeAt } from './feed.ts'
import type { FeedEvent } from './feed-event.ts'
import { eventNames, momentFrom, serviceFlags } from './flags.ts'
import { forward, hintFor, type Outcome } from './forward.ts'
import { keeperOf } from './place.ts'
import { facts, timeOf } from './print.ts'
import { type Service, serviceOf } from './service.ts'
import { headersOf, markOf, secretFor } from './signing.ts'
import { refuseProduction } from './staging.ts'

export const listen = (context: Context) =>
  serviceFlags(new Command('listen'))
    .description(
      'forward the events of an account to a server on this machine, signed as webhooks are',
    )
    .requiredOption('--forward-to <url>', 'where your app takes webhooks; a port alone is enough')
    .option('--events <names>', 'only these, with commas between them', eventNames)
    .option('--payload-version <version>', 'the version of the bodies')
    .option('--replay <which>', 'first send this one again: an id, or last')
    .option('--since <moment>', 'begin with what happened since: 10m, 2h, or a moment', momentFrom)
    .option('--production', 'also where it is about real people, whose data your machine then gets')
    .option('--print-json', 'also print the body of each event')
    .option('--probe', 'first send a forged delivery, and say whether your app refuses it')
    .addOption(
      new Option('--exit-after <count>', 'end after so many deliveries').argParser((text) => {
        if (!/^[1-9]\d{0,6}$/.test(text))
          throw new InvalidArgumentError('It must be a whole number.')
        return Number(text)
      }),
    )
    .action(async (options) => {
      const { signal, dispose } = untilStopped(context)
      try {
        const service = serviceOf(context, options)
        if (!options.production) await refuseProduction(service, 'Without --production, listen')
        await run(context, service, options, signal)
      } finally {
        dispose()
      }
    })

interface Options {
  forwardTo: string
  events?: readonly string[] | undefined
  payloadVersion?: string | undefined
  replay?: string | undefined
  since?: Date | undefined
  printJson?: true | undefined
  probe?: true | undefined
  exitAfter?: number | undefined
}

async function run(
  context: Context,
  service: Service,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const url = targetOf(options.forwardTo)
  const version = options.payloadVersion ?? service.client.apiVersion
  const mark = await markOf(service)
  const secret = secretFor(context, mark)
  const keeper = keeperOf(context, mark, url.href)
  const feed = { service, version, signal, pace: context.pace }
  const before = keeper.read()
  if (before === undefined || options.since !== undefined)
    keeper.write(await placeAt(feed, options.since))
  greet(context, { url, secret, isBack: before !== undefined && options.since === undefined })

  let left = options.exitAfter ?? Number.POSITIVE_INFINITY
  const deliver = async (event: FeedEvent) => {
    const headers = [...headersOf(event, secret, new Date()), agentOf(service)] as const
    const outcome = await forward(url, headers, event.body, signal)
    if (outcome.error === 'stopped') return
    tell(context, event, outcome, url, options.printJson === true)
    left--
  }

  if (options.probe) await probe(context, service, url, signal)
  if (options.replay !== undefined) await deliver(await findEvent(feed, options.replay))
  if (left <= 0) return
  const say = (line: string) => context.err(pc.yellow(line))
  for await (const event of follow({ ...feed, keeper, say })) {
    if (options.events === undefined || options.events.includes(event.type)) await deliver(event)
    if (left <= 0) {
      keeper.write(withSeen(keeper.read(), event.id))
      return
    }
  }
}

/** The generator notes an event when it is asked for the next one; here there is no next one. */
function withSeen(place: ReturnType<ReturnType<typeof keeperOf>['read']>, id: string) {
  const { settled = null, seen = [] } = place ?? {}
  return { settled, seen: [...seen, id].sort() }
}

/** What the service calls itself when it sends. */
const agentOf = ({ url }: Service) => ['User-Agent', `Bestow (+${new URL(url).origin})`] as const

/** `4000`, `localhost:4000/hooks` and whole addresses. */
function targetOf(text: string): URL {
  const full = /^\d+$/.test(text)
    ? `http://localhost:${text}/`
    : /^https?:\/\//.test(text)
      ? text
      : `http://${text}`
  if (URL.canParse(full)) return new URL(full)
  throw new Misuse(`'${text}' is not an address such as localhost:4000/webhooks.`, '--forward-to')
}

function greet(
  { isJson, out, err }: Context,
  { url, secret, isBack }: { url: URL; secret: string; isBack: boolean },
): void {
  if (isJson) {
    out(JSON.stringify({ listening: { forward_to: url.href, secret } }))
    return
  }
  const words = facts({ 'forwarding to': url.href, secret })
  err(words)
  err(pc.dim(`The secret is the same each time on this machine. For your app:\n`))
  err(`  export BESTOW_WEBHOOK_SECRET=${secret}\n`)
  err(
    pc.green(
      isBack ? 'Ready, and catching up with what happened since.' : 'Ready. Waiting for events …',
    ),
  )
}

function tell(
  { isJson, out, err }: Context,
  event: FeedEvent,
  outcome: Outcome,
  url: URL,
  printsBody: boolean,
): void {
  const hint = hintFor(outcome, url)
  const { id, type, gift_request_id, payload_version } = event
  if (isJson) {
    const about = { event: { id, type, gift_request_id, payload_version }, delivery: outcome }
    const line = JSON.stringify({ ...about, ...(hint === undefined ? {} : { hint }) })
    out(printsBody ? `${line.slice(0, -1)},"body":${event.body}}` : line)
    return
  }
  const result = outcome.status ?? outcome.error
  const mark = outcome.ok ? pc.green(`✔ ${result}`) : pc.red(`✖ ${result}`)
  const say = printsBody ? err : out
  say(`${pc.dim(timeOf(new Date()))}  ${type.padEnd(23)}  ${mark}  ${outcome.ms} ms  ${pc.dim(id)}`)
  if (hint !== undefined) say(pc.yellow(`          ${hint}`))
  if (printsBody) out(event.body)
}

/** A delivery with a signature that nobody made. Whoever takes it takes anything. */
async function probe(
  { isJson, out, err }: Context,
  service: Service,
  url: URL,
  signal: AbortSignal,
): Promise<void> {
  const forged: FeedEvent = {
    id: crypto.randomUUID(),
    type: 'gift_request_created',
    gift_request_id: crypto.randomUUID(),
    created_at: new Date().toISOString(),
    body: '{"forged":true}',
    payload_version: service.client.apiVersion,
    content_type: 'application/json',
  }
  const headers = headersOf(forged, `not the secret ${crypto.randomUUID()}`, new Date())
  const { status, error, ok } = await forward(url, headers, forged.body, signal)
  const verifies = ok ? false : status === 401 || status === 403 ? true : null
  if (isJson) {
    out(JSON.stringify({ probe: { verifies, status, error } }))
    return
  }
  if (verifies === true) err(pc.green('✔ Your app refuses a forged delivery.'))
  else if (verifies === false)
    err(pc.red('✖ Your app accepted a forged delivery: it does not verify signatures.'))
  else
    err(
      pc.yellow(`? Your app answered a forged delivery with ${status ?? error}; 403 is expected.`),
    )
}
