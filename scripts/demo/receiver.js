/**
 * A webhook receiver as a customer would write it: verifies each delivery by the published rules with Node's own crypto
 * and none of Bestow's code. Prints one JSON object per delivery on stdout, or readable lines in a terminal.
 *   node scripts/demo/receiver.js [--port 4000]   (or PORT=4000) [--fail-every N] [--secret-from-stdin]
 * The signing secret comes from BESTOW_WEBHOOK_SECRET, from a line on standard input with --secret-from-stdin, or from
 * data/demo.json, where `npm start` stores the secret of its demo account. With --fail-every, the first attempt of
 * every Nth event gets a 503, to demonstrate a retry.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '4000' },
    'fail-every': { type: 'string', default: '0' },
    'secret-from-stdin': { type: 'boolean', default: false },
  },
})
const failEvery = Number(values['fail-every'])
const tolerance = 300 // seconds

/** @type {Map<string, number>} the number of attempts of each event */
const attemptsByEvent = new Map()
let secret = process.env.BESTOW_WEBHOOK_SECRET ?? ''

if (values['secret-from-stdin'])
  createInterface({ input: process.stdin }).on('line', (line) => {
    secret = line.trim()
  })
else if (secret === '') {
  const demo = demoSecret()
  if (demo === undefined) {
    console.error(
      'No signing secret is configured. Start the service first (npm start) and run this command in the same folder,\n' +
        'or set the secret of your endpoint: BESTOW_WEBHOOK_SECRET=svc-whsec-… npm run receiver',
    )
    process.exit(1)
  }
  secret = demo
}

/** Returns the secret of the demo account, which the service stores at its first start. */
function demoSecret() {
  const folder = process.env.BESTOW_DATA_DIR ?? join(import.meta.dirname, '../../data')
  try {
    const { signing_secret } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
    return typeof signing_secret === 'string' ? signing_secret : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body
 */
function isSignatureValid(headers, body) {
  const timestamp = String(headers['service-webhook-dispatch-timestamp'])
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const actual = Buffer.from(String(headers['service-webhook-signature']), 'hex')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance
}

// Only a terminal needs the colours of a package: with JSON lines, this file runs on its own.
const format = process.stdout.isTTY
  ? (await import('./delivery-line.js')).formatDeliveryForTerminal
  : undefined

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const event = String(request.headers['service-webhook-event-id'])
  const attempt = (attemptsByEvent.get(event) ?? 0) + 1
  attemptsByEvent.set(event, attempt)
  const verified = isSignatureValid(request.headers, body)
  const failsOnPurpose = failEvery > 0 && attempt === 1 && attemptsByEvent.size % failEvery === 0
  const status = !verified ? 403 : failsOnPurpose ? 503 : 200
  response.writeHead(status).end()
  const {
    id,
    reference,
    status: gift_status,
    redemption_url,
  } = verified ? JSON.parse(body.toString()) : {}
  const arrival = {
    event,
    type: /** @type {string} */ (request.headers['service-webhook-event-type']),
    reference,
    gift_request_id: id,
    gift_status,
    attempt,
    verified,
    status,
    bytes: body.length,
    ...(verified
      ? {}
      : {
          problem: 'The signature does not match. Check that the secret belongs to this endpoint.',
        }),
  }
  console.log(format?.(arrival, redemption_url) ?? JSON.stringify(arrival))
})

server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : values.port
  console.log(
    format === undefined
      ? JSON.stringify({ listening: `http://127.0.0.1:${port}/webhooks` })
      : `Waiting for webhooks at http://localhost:${port}/webhooks. Send a gift with the curl command of the start screen.`,
  )
})
process.on('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  process.stdin.destroy()
})
