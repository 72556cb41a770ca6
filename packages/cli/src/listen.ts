import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { assertStaging } from './assert-staging.ts'
import { type CliContext, createStopSignal } from './context.ts'
import { UsageError } from './errors.ts'
import { findCursor, findEvent, followEvents } from './feed.ts'
import { createCursorStore } from './feed-cursor.ts'
import type { RawFeedEvent } from './feed-event.ts'
import { parseEventNames, parseSince, withServiceOptions } from './flags.ts'
import { buildHint, type ForwardResult, forward } from './forward.ts'
import { formatPairs, formatTimeOfDay } from './print.ts'
import { createService, type Service } from './service.ts'
import { accountFingerprint, buildHeaders, deriveSecret } from './signing.ts'

export const listen = (context: CliContext) =>
  withServiceOptions(new Command('listen'))
    .description('forward the events of an account to a local server, as signed webhooks')
    .requiredOption('--forward-to <url>', 'the webhook URL of your app; a port is enough')
    .option('--events <names>', 'only these events, separated by commas', parseEventNames)
    .option('--payload-version <version>', 'the payload version')
    .option('--replay <which>', 'first send this event again: an id, or last')
    .option('--since <time>', 'start with events since then: 10m, 2h, or a time', parseSince)
    .option('--production', 'also in production, with the data of real people on this machine')
    .option('--print-json', 'also print the body of each event')
    .option('--probe', 'first send a forged delivery, and report whether your app rejects it')
    .addOption(
      new Option('--exit-after <count>', 'exit after this number of deliveries').argParser(
        (text) => {
          if (!/^[1-9]\d{0,6}$/.test(text))
            throw new InvalidArgumentError('Must be a whole number.')
          return Number(text)
        },
      ),
    )
    .action(async (options) => {
      const { signal, dispose } = createStopSignal(context)
      try {
        const service = createService(context, options)
        if (!options.production) await assertStaging(service, 'Without --production, listen')
        await listenAndForward(context, service, options, signal)
      } finally {
        dispose()
      }
    })

interface ListenOptions {
  forwardTo: string
  events?: readonly string[] | undefined
  payloadVersion?: string | undefined
  replay?: string | undefined
  since?: Date | undefined
  printJson?: true | undefined
  probe?: true | undefined
  exitAfter?: number | undefined
}

async function listenAndForward(
  context: CliContext,
  service: Service,
  options: ListenOptions,
  signal: AbortSignal,
): Promise<void> {
  const url = parseTarget(options.forwardTo)
  const version = options.payloadVersion ?? service.client.apiVersion
  const fingerprint = await accountFingerprint(service)
  const secret = deriveSecret(context, fingerprint)
  const cursorStore = createCursorStore(context, fingerprint, url.href)
  const feed = { service, version, signal, pollIntervals: context.pollIntervals }
  const savedCursor = cursorStore.read()
  if (savedCursor === undefined || options.since !== undefined)
    cursorStore.write(await findCursor(feed, options.since))
  printBanner(context, {
    url,
    secret,
    isResuming: savedCursor !== undefined && options.since === undefined,
  })

  let remaining = options.exitAfter ?? Number.POSITIVE_INFINITY
  const deliver = async (event: RawFeedEvent) => {
    const headers = [...buildHeaders(event, secret, new Date()), userAgentHeader(service)] as const
    const outcome = await forward(url, headers, event.body, signal)
    if (outcome.error === 'stopped') return
    printDelivery(context, event, outcome, url, options.printJson === true)
    remaining--
  }

  if (options.probe) await probeVerification(context, service, url, signal)
  if (options.replay !== undefined) await deliver(await findEvent(feed, options.replay))
  if (remaining <= 0) return
  const notice = (line: string) => context.err(pc.yellow(line))
  for await (const event of followEvents({ ...feed, cursorStore, notice })) {
    if (options.events === undefined || options.events.includes(event.type)) await deliver(event)
    if (remaining <= 0) {
      cursorStore.write(addSeenId(cursorStore.read(), event.id))
      return
    }
  }
}

/**
 * Adds the id of an event to the cursor. The generator records an event only when the next event is
 * requested, and at the end there is no next request.
 */
function addSeenId(cursor: ReturnType<ReturnType<typeof createCursorStore>['read']>, id: string) {
  const { settled = null, seen = [] } = cursor ?? {}
  return { settled, seen: [...seen, id].sort() }
}

const userAgentHeader = ({ url }: Service) =>
  ['User-Agent', `Bestow (+${new URL(url).origin})`] as const

/**
 * Parses the target of deliveries: a port such as `4000`, a host with a path such as `localhost:4000/hooks`,
 * or a complete URL.
 */
function parseTarget(text: string): URL {
  const fullUrl = /^\d+$/.test(text)
    ? `http://localhost:${text}/`
    : /^https?:\/\//.test(text)
      ? text
      : `http://${text}`
  if (URL.canParse(fullUrl)) return new URL(fullUrl)
  throw new UsageError(
    `'${text}' is not an address such as localhost:4000/webhooks.`,
    '--forward-to',
  )
}

function printBanner(
  { isJson, out, err }: CliContext,
  { url, secret, isResuming }: { url: URL; secret: string; isResuming: boolean },
): void {
  if (isJson) {
    out(JSON.stringify({ listening: { forward_to: url.href, secret } }))
    return
  }
  const details = formatPairs({ 'forwarding to': url.href, secret })
  err(details)
  err(pc.dim(`The secret does not change on this machine. Set it in your app:\n`))
  err(`  export BESTOW_WEBHOOK_SECRET=${secret}\n`)
  err(
    pc.green(
      isResuming ? 'Ready. Catching up with missed events …' : 'Ready. Waiting for events …',
    ),
  )
}

function printDelivery(
  { isJson, out, err }: CliContext,
  event: RawFeedEvent,
  outcome: ForwardResult,
  url: URL,
  printBody: boolean,
): void {
  const hint = buildHint(outcome, url)
  const { id, type, gift_request_id, payload_version } = event
  if (isJson) {
    const summary = { event: { id, type, gift_request_id, payload_version }, delivery: outcome }
    const line = JSON.stringify({ ...summary, ...(hint === undefined ? {} : { hint }) })
    out(printBody ? `${line.slice(0, -1)},"body":${event.body}}` : line)
    return
  }
  const result = outcome.status ?? outcome.error
  const statusText = outcome.ok ? pc.green(`✔ ${result}`) : pc.red(`✖ ${result}`)
  const printLine = printBody ? err : out
  printLine(
    `${pc.dim(formatTimeOfDay(new Date()))}  ${type.padEnd(23)}  ${statusText}  ${outcome.ms} ms  ${pc.dim(id)}`,
  )
  if (hint !== undefined) printLine(pc.yellow(`          ${hint}`))
  if (printBody) out(event.body)
}

/**
 * Sends a delivery with an invalid signature. If the app accepts the delivery, the app does not verify
 * signatures.
 */
async function probeVerification(
  { isJson, out, err }: CliContext,
  service: Service,
  url: URL,
  signal: AbortSignal,
): Promise<void> {
  const forged: RawFeedEvent = {
    id: crypto.randomUUID(),
    type: 'gift_request_created',
    gift_request_id: crypto.randomUUID(),
    created_at: new Date().toISOString(),
    body: '{"forged":true}',
    payload_version: service.client.apiVersion,
    content_type: 'application/json',
  }
  const headers = buildHeaders(forged, `not the secret ${crypto.randomUUID()}`, new Date())
  const { status, error, ok } = await forward(url, headers, forged.body, signal)
  const verifies = ok ? false : status === 401 || status === 403 ? true : null
  if (isJson) {
    out(JSON.stringify({ probe: { verifies, status, error } }))
    return
  }
  if (verifies === true) err(pc.green('✔ Your app rejects forged deliveries.'))
  else if (verifies === false)
    err(pc.red('✖ Your app accepted a forged delivery: it does not verify signatures.'))
  else
    err(
      pc.yellow(
        `? Your app responded to a forged delivery with ${status ?? error}; the expected status is 403.`,
      ),
    )
}
