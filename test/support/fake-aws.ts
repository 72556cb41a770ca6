import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Broker } from './destination-kit.ts'

/*
 * A stub of Amazon SQS and EventBridge, after their published JSON protocols. It verifies each signature with an
 * implementation of its own. No request reaches AWS.
 */

export const awsKey = {
  access_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  session_token: 'FwoGZXIvYXdzEXAMPLETOKEN',
}
export const awsRegion = 'eu-central-1'
/** The places that exist. Everything sent to another one has none. */
const awsPlaces = ['/123456789012/gifts', '/123456789012/gifts.fifo', 'gifts'] as const

/** How the stub responds to one request that has a valid signature. Undefined to be honest. */
export type AwsReply =
  | { status: number; body: string; headers?: Record<string, string> }
  /** Stores the event, and closes the connection. */
  | 'loses the answer'
  | 'hangs'
  /** Sends its response twice. */
  | 'answers twice'

interface AwsRequest {
  target: string
  body: Readonly<Record<string, unknown>>
}

export interface AwsStub extends Broker {
  /** Requests with a valid signature, in their order. */
  requests: AwsRequest[]
  /** Returns how to respond to the next requests. */
  reply: (request: AwsRequest) => AwsReply | undefined
  /** The difference of the clock of the service. */
  skewMs: number
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Computes Signature Version 4 from the request as it arrived. */
function computeSignature(request: IncomingMessage, body: Buffer, signed: string, scope: string) {
  const read = (name: string) => String(request.headers[name] ?? '').trim()
  const names = signed.split(';')
  const canonical = [
    ...[request.method, '/', '', ...names.map((name) => `${name}:${read(name)}`), ''],
    ...[signed, hash(body)],
  ].join('\n')
  const [date = '', region = '', service = ''] = scope.split('/')
  const text = ['AWS4-HMAC-SHA256', read('x-amz-date'), scope, hash(canonical)].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (from, part) => hmac(from, part),
    `AWS4${awsKey.secret_access_key}`,
  )
  return hmac(key, text).toString('hex')
}

/** Returns the error of a signature, as AWS names it. */
function findSignatureError(request: IncomingMessage, body: Buffer, now: number) {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8}\/([\w-]+)\/(\w+)\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w+)$/
  const found = pattern.exec(request.headers.authorization ?? '')
  const [, id, scope = '', region, , signed = '', signature] = found ?? []
  if (id === undefined) return 'MissingAuthenticationTokenException'
  if (id !== awsKey.access_id) return 'UnrecognizedClientException'
  const token = request.headers['x-amz-security-token']
  if (token !== undefined && token !== awsKey.session_token) return 'ExpiredTokenException'
  const required = ['host', 'x-amz-date', ...(token === undefined ? [] : ['x-amz-security-token'])]
  if (!required.every((name) => signed.split(';').includes(name))) return 'IncompleteSignature'
  if (region !== awsRegion || computeSignature(request, body, signed, scope) !== signature)
    return 'InvalidSignatureException'
  const [year, month, day, hour, minute, second] = (
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(request.headers['x-amz-date'])) ?? []
  ).slice(1)
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Math.abs(now - signedAt) > 5 * 60_000 ? 'InvalidSignatureException' : undefined
}

const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })
const error = (type: string, message: string, status = 400): { status: number; body: string } => ({
  status,
  body: JSON.stringify({ __type: `com.amazonaws#${type}`, message }),
})

/** Starts a service that serves both protocols. */
export async function startAwsStub(): Promise<AwsStub> {
  const stored: { id: string; text: string }[] = []
  let isDown = false

  function store({ target, body }: AwsRequest): { status: number; body: string } {
    const [place] = [body.QueueUrl, body.Name, member(entryOf(body), 'EventBusName')].filter(
      (each) => typeof each === 'string',
    )
    const exists = awsPlaces.some((each) => String(place).endsWith(each))
    if (target === 'AmazonSQS.SendMessage')
      return exists ? storeMessage(body) : error('QueueDoesNotExist', 'no such queue')
    if (target === 'AmazonSQS.GetQueueAttributes')
      return exists
        ? json({ Attributes: { ApproximateNumberOfMessages: String(stored.length) } })
        : error('QueueDoesNotExist', 'no such queue')
    if (target === 'AWSEvents.DescribeEventBus')
      return exists
        ? json({ Name: place, Arn: `arn:aws:events:${awsRegion}:123456789012:event-bus/${place}` })
        : error('ResourceNotFoundException', `Event bus ${place} does not exist.`)
    if (target === 'AWSEvents.PutEvents') return storeEntry(body, exists)
    return error('UnknownOperationException', target)
  }

  function storeMessage(body: AwsRequest['body']) {
    const text = String(body.MessageBody)
    const isFifo = String(body.QueueUrl).endsWith('.fifo')
    if (isFifo && !/^[\x21-\x7e]{1,128}$/.test(String(body.MessageGroupId ?? '')))
      return error(
        'InvalidParameterValue',
        'The request must contain the parameter MessageGroupId.',
      )
    const id = isFifo ? String(body.MessageDeduplicationId) : randomUUID()
    if (!stored.some((each) => each.id === id)) stored.push({ id, text })
    return json({
      MessageId: randomUUID(),
      MD5OfMessageBody: createHash('md5').update(text).digest('hex'),
    })
  }

  /** Accepts an event for a bus that does not exist, and drops it, as EventBridge does. */
  function storeEntry(body: AwsRequest['body'], exists: boolean) {
    const text = String(member(entryOf(body), 'Detail'))
    const id = randomUUID()
    if (exists) stored.push({ id, text })
    return json({ FailedEntryCount: 0, Entries: [{ EventId: id }] })
  }

  const stub: AwsStub = {
    port: 0,
    requests: [],
    reply: () => undefined,
    skewMs: 0,
    async received() {
      return stored.map(({ text }) => {
        const { id, type, source } = JSON.parse(text)
        return { id, type, source, body: text.slice(text.indexOf('"data":') + 7, -1) }
      })
    },
    async restart() {
      isDown = true
      server.closeAllConnections()
      await new Promise((resolve) => setTimeout(resolve, 50))
      isDown = false
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const now = Date.now() + stub.skewMs
    response.setHeader('date', new Date(now).toUTCString())
    const type = findSignatureError(request, bytes, now)
    const body = JSON.parse(bytes.toString())
    const asked = { target: String(request.headers['x-amz-target']), body }
    if (type === undefined) stub.requests.push(asked)
    const reply: AwsReply = type === undefined ? (stub.reply(asked) ?? store(asked)) : refuse(type)
    if (reply === 'hangs') return
    const answer: Exclude<AwsReply, string> = typeof reply === 'string' ? store(asked) : reply
    if (reply === 'loses the answer') return void request.socket.destroy()
    if (reply === 'answers twice') {
      const text = `HTTP/1.1 200 OK\r\ncontent-length: ${answer.body.length}\r\n\r\n${answer.body}`
      return void request.socket.end(text + text)
    }
    const { status, body: text, headers = {} } = answer
    response.writeHead(status, headers).end(text)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isDown) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stub.port = (server.address() as AddressInfo).port
  return stub
}

/** Repeats what was signed in the text, as AWS does. */
const refuse = (type: string) =>
  error(
    type,
    `The Canonical String should have been x-amz-security-token:${awsKey.session_token}`,
    403,
  )

const member = (value: unknown, name: string) =>
  (value as Record<string, unknown> | undefined)?.[name]
const entryOf = (body: AwsRequest['body']) => (body.Entries as object[] | undefined)?.[0]
