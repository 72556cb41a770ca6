import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/*
 * A stub of Slack after its published documents: the methods of the Web API that an app in Socket Mode calls, and the socket. It
 * lies, hangs, throttles, disconnects and delivers again when a test says so.
 */

export const slackTokens = {
  app_token: 'xapp-1-A1-the-app-token',
  bot_token: 'xoxb-1-the-bot-token',
}
const slackTeam = 'T1'

export interface SlackUser {
  id: string
  team_id?: string
  deleted?: boolean
  is_bot?: boolean
  is_restricted?: boolean
  is_email_confirmed?: boolean
  profile: { email?: string; real_name?: string }
}

interface SlackCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request, which a test looks at
  body: any
}

/** What the stub does with the next call of a method, in place of an answer. */
type SlackFault =
  | { kind: 'throttle'; seconds: number }
  | { kind: 'status'; status: number }
  | { kind: 'error'; error: string }
  | { kind: 'text'; text: string }
  | { kind: 'hang' }
  /** Does what was asked once the test says so. */
  | { kind: 'wait'; until: Promise<unknown> }
  /** Does what was asked, and closes the connection without an answer. */
  | { kind: 'lose' }

export interface FakeSlack {
  url: string
  calls: SlackCall[]
  users: Map<string, SlackUser>
  /** The messages by channel and time, as they are now. */
  // biome-ignore lint/suspicious/noExplicitAny: the content of a message, which a test looks at
  messages: Map<string, any>
  sockets: () => number
  addUser(email: string, more?: Partial<SlackUser>): SlackUser
  callsOf(method: string): SlackCall['body'][]
  /** Plans a fault of the next call of a method. */
  fail(method: string, fault: SlackFault, times?: number): void
  /** Sends an envelope to one socket. Resolves with whether it was acknowledged within the time. */
  deliver(
    type: string,
    payload: object,
    options?: { envelope_id?: string; withinMs?: number },
  ): Promise<boolean>
  /** Asks all sockets to connect again. */
  disconnect(reason?: string): void
  /** Breaks all sockets without a word. */
  breakSockets(): void
  /** Closes the requests that hang. */
  breakRequests(): void
  /** How many requests hung or waited so far. */
  open: number
  /** Sends a text to all sockets. */
  say(text: string): void
  /** What the socket says first. */
  greeting: string | undefined
  /** The URL of the socket in answers, in place of the right one. */
  socketUrl: string | undefined
  close(): Promise<void>
}

export async function startFakeSlack(): Promise<FakeSlack> {
  const calls: SlackCall[] = []
  const users = new Map<string, SlackUser>()
  const messages: FakeSlack['messages'] = new Map()
  const faults: { method: string; fault: SlackFault }[] = []
  const acknowledged = new Map<string, () => void>()
  const tickets = new Set<string>()
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  const server = createServer((request, response) => void respond(request, response))
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const { searchParams } = new URL(request.url ?? '', 'http://slack')
    if (tickets.delete(searchParams.get('ticket') ?? ''))
      sockets.handleUpgrade(request, socket, head, greet)
    else socket.destroy()
  })

  function greet(socket: WebSocket): void {
    if (fake.greeting !== undefined) socket.send(fake.greeting)
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const { envelope_id } = JSON.parse(String(data)) as { envelope_id: string }
      acknowledged.get(envelope_id)?.()
    })
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://slack')
    const method = url.pathname.replace('/api/', '')
    const text = await readText(request)
    const sent = text === '' ? Object.fromEntries(url.searchParams) : JSON.parse(text)
    const at = faults.findIndex((each) => each.method === method)
    const fault = faults[at]?.fault
    if (at >= 0) faults.splice(at, 1)
    if (fault?.kind === 'hang' || fault?.kind === 'wait') fake.open += 1
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'wait') await fault.until
    const token = method === 'apps.connections.open' ? slackTokens.app_token : slackTokens.bot_token
    const isKnown = request.headers.authorization === `Bearer ${token}`
    if (fault !== undefined && fault.kind !== 'lose' && fault.kind !== 'wait')
      return answerFault(response, fault)
    calls.push({ method, body: sent })
    const answer = isKnown ? run(method, sent) : { ok: false, error: 'invalid_auth' }
    if (fault?.kind === 'lose') return void request.socket.destroy()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }

  function run(method: string, body: SlackCall['body']): object {
    switch (method) {
      case 'auth.test':
        return { ok: true, team: 'Larkfield', team_id: slackTeam }
      case 'apps.connections.open': {
        const ticket = `ticket-${next()}`
        tickets.add(ticket)
        return {
          ok: true,
          url: fake.socketUrl ?? `${fake.url.replace('http', 'ws')}/link?ticket=${ticket}`,
        }
      }
      case 'users.info': {
        const user = users.get(body.user)
        return user === undefined ? reject('user_not_found') : { ok: true, user }
      }
      case 'users.lookupByEmail': {
        const user = [...users.values()].find(({ profile }) => profile.email === body.email)
        return user === undefined ? reject('users_not_found') : { ok: true, user }
      }
      case 'chat.postMessage': {
        const channel = users.has(body.channel) ? `D-${body.channel}` : body.channel
        if (channel.startsWith('gone')) return reject('channel_not_found')
        const ts = `1700000000.${String(next()).padStart(6, '0')}`
        messages.set(`${channel} ${ts}`, body)
        return { ok: true, channel, ts }
      }
      case 'chat.update':
        if (!messages.has(`${body.channel} ${body.ts}`)) return reject('message_not_found')
        messages.set(`${body.channel} ${body.ts}`, body)
        return { ok: true, channel: body.channel, ts: body.ts }
      case 'chat.postEphemeral':
        return body.channel.startsWith('gone') ? reject('channel_not_found') : { ok: true }
      case 'views.open':
        return { ok: true, view: { id: `V${next()}` } }
      default:
        return reject('unknown_method')
    }
  }

  const fake: FakeSlack = {
    url: '',
    ...{ calls, users, messages },
    greeting: JSON.stringify({ type: 'hello', num_connections: 1 }),
    socketUrl: undefined,
    open: 0,
    sockets: () => sockets.clients.size,
    addUser(email, more = {}) {
      const id = `U${next()}`
      const profile = { email, real_name: 'Ada Lark' }
      const user = { id, team_id: slackTeam, is_email_confirmed: true, profile, ...more }
      users.set(id, user)
      return user
    },
    callsOf: (method) => calls.filter((call) => call.method === method).map(({ body }) => body),
    fail(method, fault, times = 1) {
      for (let at = 0; at < times; at += 1) faults.push({ method, fault })
    },
    deliver(type, payload, { envelope_id = `E${next()}`, withinMs = 20_000 } = {}) {
      const [socket] = sockets.clients
      if (socket === undefined) throw new Error('no socket is open')
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), withinMs)
        acknowledged.set(envelope_id, () => {
          clearTimeout(timer)
          resolve(true)
        })
        socket.send(JSON.stringify({ type, envelope_id, payload, accepts_response_payload: true }))
      })
    },
    disconnect(reason = 'refresh_requested') {
      for (const socket of sockets.clients)
        socket.send(JSON.stringify({ type: 'disconnect', reason }))
    },
    breakSockets() {
      for (const socket of sockets.clients) socket.terminate()
    },
    breakRequests: () => server.closeAllConnections(),
    say(text) {
      for (const socket of sockets.clients) socket.send(text)
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

const reject = (error: string) => ({ ok: false, error })

function answerFault(response: ServerResponse, fault: SlackFault): void {
  if (fault.kind === 'throttle')
    response.writeHead(429, { 'retry-after': String(fault.seconds) }).end()
  else if (fault.kind === 'status') response.writeHead(fault.status).end('<html>')
  else if (fault.kind === 'text') response.end(fault.text)
  else if (fault.kind === 'error') response.end(JSON.stringify(reject(fault.error)))
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

let triggers = 0
const nextTrigger = (): string => {
  triggers += 1
  return `trigger-${triggers}`
}

/** Builds the payload of a pressed button. */
export const pressPayload = (user: string, action_id: string, value: string, channel = 'D1') => ({
  type: 'block_actions',
  trigger_id: nextTrigger(),
  user: { id: user },
  channel: { id: channel },
  container: { type: 'message', channel_id: channel },
  actions: [{ type: 'button', action_id: `${action_id}:0`, value }],
})

/** Builds the payload of a submitted form. */
export const formPayload = (
  user: string,
  callback_id: string,
  values: Record<string, object>,
  { private_metadata = '', id = nextTrigger() } = {},
) => ({
  type: 'view_submission',
  user: { id: user },
  view: {
    ...{ id, callback_id, private_metadata },
    state: {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    },
  },
})

/** Builds the payload of the command `/gift`. */
export const commandPayload = (user: string, text = '', channel_id = 'C1') => ({
  ...{ command: '/gift', text, channel_id },
  trigger_id: nextTrigger(),
  user_id: user,
})

/** Builds the payload of the shortcut of a message. */
export const shortcutPayload = (user: string, author: string, channel = 'C1') => ({
  type: 'message_action',
  callback_id: 'send_gift',
  trigger_id: nextTrigger(),
  user: { id: user },
  channel: { id: channel },
  message: { user: author, text: 'Thanks for all' },
})
