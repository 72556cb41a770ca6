import WebSocket from 'ws'
import { ChatAppFailure, type ListenOptions } from '#chat-apps'
import { member, textOf } from '#platform/http-client/json-request'
import { getPort } from '#platform/http-client/ssrf'
import { createSsrfAgent } from '#platform/http-client/ssrf-agent'
import { call, type SlackOptions } from './client.ts'
import { type Envelope, parseEnvelope } from './events.ts'

/*
 * Socket Mode. @slack/socket-mode is not used: it opens its WebSocket without an agent unless one is given to two libraries, and
 * reconnects by itself, beside the retries that all chat apps have.
 */

const connectTimeoutMs = 10_000
/** Slack requires an acknowledgement within three seconds. */
const ackTimeoutMs = 2_500
const pingIntervalMs = 20_000
const helloTimeoutMs = 20_000
const maxPayload = 1_000_000
const maxInFlight = 50

/** Opens a socket, and handles its envelopes until Slack asks for another socket, or the signal aborts. */
export async function listen(slack: SlackOptions, options: ListenOptions): Promise<void> {
  const opened = await call(slack, 'apps.connections.open', {}, slack.app_token)
  const url = textOf(member(opened, 'url'), 2_000)
  if (options.signal.aborted) return
  await listenAt(checkUrl(slack, url), slack, options)
}

/** Accepts only a URL of a WebSocket that is encrypted as the API is, on a port that the operator allows. */
function checkUrl({ url: origin, outbound }: SlackOptions, text: string | undefined): URL {
  const protocol = origin.startsWith('https:') ? 'wss:' : 'ws:'
  if (text === undefined || !URL.canParse(text) || new URL(text).protocol !== protocol)
    throw new ChatAppFailure('apps.connections.open: the answer has no URL of a WebSocket')
  const url = new URL(text)
  const httpUrl = new URL(text.replace(/^ws/, 'http'))
  if (outbound.ports?.includes(getPort(httpUrl)) === false) throw new ChatAppFailure('port_refused')
  return url
}

function listenAt(url: URL, { outbound }: SlackOptions, options: ListenOptions): Promise<void> {
  const { signal } = options
  const agent = createSsrfAgent(url.protocol === 'wss:' ? 'https:' : 'http:', outbound)
  const handshakeTimeout = connectTimeoutMs
  const socket = new WebSocket(url, {
    agent,
    maxPayload,
    handshakeTimeout,
    perMessageDeflate: false,
  })
  return new Promise<void>((resolve, reject) => {
    let isAsked = false
    let failure: Error | undefined
    const end = () => socket.terminate()
    const fail = (reason: string) => {
      failure ??= new ChatAppFailure(reason)
      end()
    }
    const stopPings = keepAlive(socket, fail)
    const helloTimer = setTimeout(() => fail('the socket has no hello'), helloTimeoutMs)
    signal.addEventListener('abort', end, { once: true })
    const take = createEnvelopeHandler(socket, options)
    socket.on('message', (data) => {
      const envelope = parseEnvelope(String(data))
      if (envelope.kind === 'hello') clearTimeout(helloTimer)
      if (envelope.kind !== 'disconnect') return take(envelope)
      if (envelope.reason === 'warning') return undefined
      if (envelope.reason === 'link_disabled')
        return fail('Socket Mode is switched off in the Slack app')
      isAsked = true
      return end()
    })
    socket.on('error', ({ message }) => {
      failure ??= new ChatAppFailure(`the socket failed: ${message}`)
    })
    socket.on('close', () => {
      stopPings()
      clearTimeout(helloTimer)
      signal.removeEventListener('abort', end)
      agent.destroy()
      if (isAsked || signal.aborted) resolve()
      else reject(failure ?? new ChatAppFailure('Slack closed the socket'))
    })
    if (signal.aborted) end()
  })
}

/** Ends a socket from which nothing arrives. Returns a function that stops this. */
function keepAlive(socket: WebSocket, fail: (reason: string) => void): () => void {
  let hasArrived = false
  const notice = () => {
    hasArrived = true
  }
  for (const name of ['message', 'ping', 'pong']) socket.on(name, notice)
  const timer = setInterval(() => {
    if (!hasArrived) return fail('the socket is silent')
    hasArrived = false
    if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, pingIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

type TakenEnvelope = Exclude<Envelope, { kind: 'disconnect' }>
type TakenEvent = Extract<Envelope, { kind: 'event' }>

/**
 * Acknowledges an event when it took effect, or before Slack's limit. An event whose handling fails is not acknowledged, so
 * Slack delivers it again, and tells the person that the app did not respond.
 */
function createEnvelopeHandler(socket: WebSocket, { handle, onReady }: ListenOptions) {
  let inFlight = 0
  const acknowledge = (envelope_id: string): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ envelope_id }))
  }

  return (envelope: TakenEnvelope): void => {
    if (envelope.kind === 'hello') onReady()
    if (envelope.kind === 'other' && envelope.envelope_id !== undefined)
      acknowledge(envelope.envelope_id)
    if (envelope.kind === 'event' && inFlight < maxInFlight) take(envelope)
  }

  /** Leaves out what is too much: Slack delivers it again. */
  function take({ envelope_id, event }: TakenEvent): void {
    inFlight += 1
    let isAcknowledged = false
    const once = () => {
      clearTimeout(timer)
      if (!isAcknowledged) acknowledge(envelope_id)
      isAcknowledged = true
    }
    const timer = setTimeout(once, ackTimeoutMs)
    handle(event)
      .then(once, () => clearTimeout(timer))
      .finally(() => {
        inFlight -= 1
      })
  }
}
