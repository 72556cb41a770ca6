import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, it } from 'node:test'
import { run } from '#app/cli/program'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { freePort, startProcess } from '#scripts/demo/processes'
import { createAdminClient } from '#test/admin-harness'
import { eventually } from '#test/eventually'
import { totpCode } from '#test/fake-authenticator'
import { echoedHeaders, pathPrefixes } from '#test/leak-inputs'
import { sendRaw } from '#test/raw-http'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'
import { startSmtpServer } from '#test/smtp-server'
import { dumpTables, tablesContaining } from '#test/table-dump'
import { createMigratedDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'

/*
 * The tests of secrets that must not leak. The service runs in a separate process with the log level `trace`.
 * The tests send marked secrets and personal data to all inputs, also to unsuitable ones. Failing receivers
 * and a failing database return them too. Afterwards the log, the metrics and the traces contain none of
 * them, and the database contains them only in the tables that docs/security.md lists.
 */

const { url } = await createMigratedDatabase()
const db = openTestDatabase(url)
after(() => db.pool.end())
const mailPassword = 'mailpassxq7planted'
const mails = await startSmtpServer({
  onRecipient: (to, time) =>
    time === 1 ? { code: 450, text: `4.2.1 ${to} is greylisted` } : undefined,
})
after(() => mails.close())
const echoServer = await startReceiver({
  respond: ({ body }, response) => void response.writeHead(500, 'Oops').end(body),
})
after(() => echoServer.close())
const redirect = await startReceiver({
  respond: responders.redirect('http://127.0.0.1/?leak=redirectxq7planted'),
})
after(() => redirect.close())

/** The collector that receives the traces of the service. */
const collector = await startReceiver()
after(() => collector.close())
/** The collector that receives the metrics and the log of the service. */
const telemetryCollector = await startReceiver()
after(() => telemetryCollector.close())

const port = await freePort()
const origin = `http://localhost:${port}`
const key = randomBytes(32).toString('base64')
const telemetryKey = 'telemetryxq7planted'
const bounceSecret = 'bouncexq7planted-bouncexq7planted-32'
const env = {
  PATH: process.env.PATH ?? '',
  PORT: String(port),
  BESTOW_DATABASE_URL: url,
  BESTOW_STAGE: 'staging',
  BESTOW_SECRET_KEY: `test:${key}`,
  BESTOW_SEED: 'none',
  BESTOW_LOG_LEVEL: 'trace',
  BESTOW_MCP: 'true',
  BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
  BESTOW_WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms',
  BESTOW_SMTP_URL: mails.url.replace('//', `//mailer:${mailPassword}@`),
  BESTOW_SMTP_TLS: 'none',
  BESTOW_MAIL_FROM: 'gifts@example.com',
  BESTOW_BOUNCE_SECRET: bounceSecret,
  BESTOW_SIMULATOR: 'manual',
  OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
  BESTOW_OTLP_URL: new URL(telemetryCollector.url).origin,
  BESTOW_OTLP_HEADERS: `X-Key=${telemetryKey}`,
  BESTOW_OTLP_INTERVAL: '1s',
}
const logLines: string[] = []
const service = startProcess({
  args: ['--no-warnings', 'src/app/main.ts', 'serve'],
  env,
  onLine: (line) => logLines.push(line),
})
after(() => service.stop())
const isReadyOrEnded = async () =>
  service.child.exitCode !== null ||
  (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
await eventually(isReadyOrEnded, { timeoutMs: 60_000, message: () => logLines.join('\n') })
assert.equal(service.child.exitCode, null, logLines.join('\n'))

// biome-ignore lint/suspicious/noExplicitAny: commands print various objects
async function bestow(line: string): Promise<any> {
  const out: string[] = []
  const output = { out: (text: string) => out.push(text), err: (text: string) => out.push(text) }
  assert.equal(await run([...line.split(' '), '--json'], env, output), 0, out.join())
  return JSON.parse(out.join(''))
}

const traceparent = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
const marker = 'xq7mark'
const recipient = {
  first_name: `${marker}first`,
  last_name: `${marker}last`,
  email: `${marker}@mail.example`,
}
const street = `${marker}-street 9`
const home = { name: 'Ada', line_1: street, postal_code: '10117', city: 'Berlin', country: 'DE' }
const note = `${marker} says thank you`

/** The marked secrets by their description. */
const secrets: Record<string, string> = {
  'encryption key': key,
  'database password': new URL(url).password,
  'mail server password': mailPassword,
  'bounce secret': bounceSecret,
  'key of the collector': telemetryKey,
  'response of a receiver': 'redirectxq7planted',
}

const { account } = await bestow('accounts create --name Larkfield --tier enterprise')
await bestow(`seed --account ${account.id}`)
const { token } = await bestow(`tokens create --account ${account.id}`)
const client = await bestow(`oauth-clients create --account ${account.id}`)
const user = await bestow(
  `users create --account ${account.id} --email xq7admin@mail.example --role admin`,
)
const endpoint = await bestow(`endpoints create --account ${account.id} --url ${echoServer.url}`)
await bestow(`endpoints create --account ${account.id} --url ${redirect.url}`)
const rotatedSecret = await bestow(`endpoints rotate --id ${endpoint.endpoint.id}`)
const clientTls = createSelfSignedCertificate()
const { token: endpointsToken } = await bestow(
  `tokens create --account ${account.id} --scopes endpoints:write`,
)
const alphabet = 'QwmxVtzkPlbrNjshGfdc'
Object.assign(secrets, {
  'API token': token,
  'API token for endpoints': endpointsToken,
  'OAuth client secret': client.client_secret,
  'OAuth API key': client.api_key,
  'password of a user': user.password,
  'password without digits': alphabet,
  'signing secret': rotatedSecret.secret,
  'previous signing secret': endpoint.secret,
  'value of a custom header': 'gatewayxq7planted',
  'client key': clientTls.key.split('\n')[1] ?? '',
})

const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, { redirect: 'manual', ...init })
const headers = {
  authorization: `Bearer ${token}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
}
const post = async (path: string, body: unknown, overrides: Record<string, string> = {}) => {
  const all = { ...headers, ...overrides }
  const result = await send(`/api${path}`, {
    method: 'POST',
    headers: all,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: result.status, json: JSON.parse(await result.text()) }
}
// biome-ignore lint/suspicious/noExplicitAny: assertions check the shape
const get = async (path: string): Promise<any> => (await send(`/api${path}`, { headers })).json()

async function findCampaign(method: string) {
  const { data } = await get('/campaigns?limit=50')
  return data.find(
    (each: { invitation_method: string; state: string }) =>
      each.invitation_method === method && each.state === 'available',
  )
}

it('an endpoint has the secrets of its connection', async () => {
  const connection = {
    url: echoServer.url,
    headers: [{ name: 'X-Api-Key', value: 'gatewayxq7planted' }],
    client_certificate: clientTls.cert,
    client_key: clientTls.key,
    ed25519: true,
  }
  const authorization = { authorization: `Bearer ${endpointsToken}` }
  const key = { ...authorization, 'idempotency-key': 'endpoint-1' }
  assert.equal((await post('/endpoints', connection, key)).status, 201)
  const invalid = { ...connection, events: [], client_key: `${clientTls.key}x` }
  assert.equal((await post('/endpoints', invalid, authorization)).status, 422)
  assert.equal((await post('/endpoints', connection)).status, 403)
})

it('gifts are created, redeemed, and reported by emails and webhooks', async () => {
  const created = await post(
    '/gift_requests',
    { campaign_id: (await findCampaign('email')).id, recipient },
    { 'idempotency-key': 'order-1', traceparent },
  )
  assert.equal(created.status, 201)
  const campaign = await findCampaign('sender_provided_address')
  const line_items = [{ variant_id: campaign.products[0].variants[0].id, quantity: 1 }]
  const direct = { campaign_id: campaign.id, recipient, shipping_address: home, line_items }
  assert.equal((await post('/gift_requests', direct)).status, 201)
  const redemptionUrl = await eventually<string>(
    async () => (await get(`/gift_requests/${created.json.id}`)).redemption_url,
    { message: 'the gift has a link' },
  )
  const link = new URL(redemptionUrl).pathname
  secrets['link code'] = link.slice(3)
  const ada = createRecipientBrowser(origin, {}, createCookieJar())
  const unwrapped = await ada.submit(await ada.open(link), 'open')
  const variant = /name="variant" value="([^"]+)"/.exec(unwrapped.text)?.[1] ?? variantIn(unwrapped)
  const addressPage = await ada.submit(unwrapped, 'choose', { variant })
  const wrong = await ada.submit(addressPage, 'address', { ...home, postal_code: `${marker}9` })
  assert.equal(wrong.status, 422)
  const review = await ada.submit(addressPage, 'address', home)
  const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  await ada.submit(done, 'note', { text: note })
  const campaign_id = (await findCampaign('one_link')).id
  const oneLink = await post('/one_links', { campaign_id, quantity: 2 })
  secrets['one-link code'] = new URL(oneLink.json.url).pathname.slice(3)
  await ada.open(`/l/${secrets['one-link code']}`)
  await eventually(() => mails.received.length >= 2, { message: () => logLines.join('\n') })
  await echoServer.waitForRequests(5)
  await redirect.waitForRequests(5)
})

const variantIn = (page: { text: string }) =>
  /<input[^>]*value="([0-9a-f-]{36})"/.exec(page.text)?.[1] ?? ''

it('users and OAuth clients sign in, and fail to sign in', async () => {
  const admin = createAdminClient(origin)
  const email = 'xq7admin@mail.example'
  assert.equal((await admin.post('/session', { email, password: `${user.password}x` })).status, 401)
  assert.equal((await admin.post('/session', { email, password: user.password })).status, 201)
  secrets.session = [...admin.cookies.values()].join()
  const { json: totp } = await admin.post('/security/totp', { password: user.password })
  secrets['second factor'] = totp.secret
  const { json: enabled } = await admin.put('/security/totp', {
    code: totpCode(totp.secret, new Date()),
  })
  for (const [n, code] of enabled.backup_codes.entries()) secrets[`backup code ${n}`] = code
  await admin.post('/session/code', { challenge_token: token, code: enabled.backup_codes[0] })
  const invitation = { name: 'Guest', email: 'xq7guest@mail.example', role: 'sender' }
  assert.equal((await admin.post('/invitations', invitation)).status, 201)
  await createAdminClient(origin).post('/password-reset', { email })
  await eventually(() => mails.received.length >= 4, { message: () => logLines.join('\n') })
  for (const [n, { parsed }] of mails.received.entries()) {
    const token = /#([\w-]{43})/.exec(parsed.text ?? '')?.[1]
    if (token !== undefined) secrets[`emailed token ${n}`] = token
  }
  const grant = (overrides: Record<string, string>) =>
    send('/auth/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...overrides }),
      headers: { 'x-api-key': client.api_key },
    })
  const { tenant, client_secret, api_key } = client
  const response = await grant({ tenant, client_id: api_key, client_secret })
  const issued = (await response.json()) as Record<string, string>
  for (const name of ['access_token', 'refresh_token'])
    if (issued[name] !== undefined) secrets[`OAuth ${name}`] = issued[name]
  await grant({
    tenant: client_secret,
    client_id: client_secret,
    client_secret: 'no',
    scope: api_key,
  })
})

it('secrets are sent to unsuitable inputs', async () => {
  for (const value of [
    token,
    secrets['link code'] ?? '',
    client.client_secret,
    user.password,
    alphabet,
  ]) {
    for (const path of pathPrefixes) {
      await send(`${path}${value}`, { headers })
      await send(`${path}${value}/more?token=${value}`, { method: 'POST', headers, body: value })
    }
    await send(`/api/gift_requests?cursor=${value}&${value}=1&email=${value}`, { headers })
    await send('/api/gift_requests', { method: 'POST', headers, body: `{"a": "${value}` })
    await post('/gift_requests', { [value]: value, campaign_id: value })
    await post(
      '/gift_requests',
      { ...recipient, campaign_id: value },
      { 'service-api-version': value },
    )
    await post('/gift_requests', {}, { authorization: `Basic ${value}` })
    for (const name of echoedHeaders)
      await send('/api/gift_requests', { headers: { ...headers, [name]: value } })
    await send('/mail/bounces', {
      method: 'POST',
      headers: { authorization: `Bearer ${value}` },
      body: value,
    })
    await send(
      `/auth/authorize?client_id=${value}&redirect_uri=https://x.example/${value}&state=${value}`,
    )
    for (const bytes of [
      `GET /${value} HTTP/9\r\n\r\n`,
      `${value} / HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${value}\r\n${value}\r\n\r\n`,
    ])
      await sendRaw(port, [bytes], { silenceTimeoutMs: 50 })
  }
})

it('the database rejects a row with personal data', async () => {
  const change = (text: string) => inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query(text))
  await change(
    `alter table gifting.gift_request add constraint planted check (state = 'x') not valid`,
  )
  const campaign_id = (await findCampaign('email')).id
  const { status } = await post('/gift_requests', {
    campaign_id,
    recipient,
    email_message: { subject: note, body: note },
  })
  assert.equal(status, 500)
  await change('alter table gifting.gift_request drop constraint planted')
})

let metricsText = ''
it('the collector receives the spans of a call in the trace of the caller', async () => {
  metricsText = await (await send('/metrics')).text()
  await service.stop()
  const spans = collector.requests.flatMap(({ body }) =>
    JSON.parse(body.toString()).resourceSpans.flatMap((each: { scopeSpans: { spans: Span[] }[] }) =>
      each.scopeSpans.flatMap((scope) => scope.spans),
    ),
  ) as Span[]
  const callerSpans = spans.filter((span) => span.traceId === traceparent.slice(3, 35))
  const findSpans = (name: string) => callerSpans.filter((span) => span.name === name)
  const [call] = findSpans('POST /api/gift_requests')
  assert.ok(call)
  assert.equal(call.parentSpanId, traceparent.slice(36, 52))
  assert.ok(findSpans('transaction').some(({ parentSpanId }) => parentSpanId === call.spanId))
  const attempts = findSpans('deliver webhook')
  assert.ok(attempts.length >= 10, `${attempts.length} attempts`)
  assert.ok(attempts.every(({ status }) => status?.code === 2))
  assert.ok(spans.some(({ name }) => name === 'send mail'))
  const logEntries = logLines.map((each) => (each.startsWith('{') ? JSON.parse(each) : {}))
  const logged = logEntries.find(({ trace_id }) => trace_id === call.traceId)
  assert.deepEqual([logged?.route, logged?.status], ['/api/gift_requests', 201])
})

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status?: { code: number }
}

it('log, metrics and traces contain none of the values, and the database contains no secret', async () => {
  const log = logLines.join('\n')
  assert.ok(logLines.length > 50 && /"level":50/.test(log) && metricsText.includes('bestow_http'))
  const traces = collector.requests.map((each) => each.body.toString()).join('\n')
  const telemetry = telemetryCollector.requests.map((each) => each.body.toString()).join('\n')
  assert.ok(telemetry.includes('"ERROR"') && telemetry.includes('bestow_http'))
  const personal = { name: `${marker}first`, email: recipient.email, address: street, note }
  const normalize = (text: string) => text.toLowerCase()
  for (const [label, value] of Object.entries({ ...secrets, ...personal })) {
    assert.ok(value.length > 7, label)
    const index = normalize(log).indexOf(normalize(value))
    assert.equal(
      index,
      -1,
      `the log contains the ${label}: ${log.slice(Math.max(0, index - 300), index + 60)}`,
    )
    assert.ok(!normalize(traces).includes(normalize(value)), `the traces contain the ${label}`)
    assert.ok(
      !normalize(telemetry).includes(normalize(value)),
      `the exported metrics or log contain the ${label}`,
    )
    assert.ok(
      !normalize(metricsText).includes(normalize(value)),
      `the metrics contain the ${label}`,
    )
  }
  const rows = await dumpTables({ run: (verb) => inTransaction(db, ALL_ACCOUNTS, verb) })
  for (const [label, value] of Object.entries(secrets))
    assert.deepEqual(tablesContaining(rows, value), label === 'link code' ? bodies : [], label)
  for (const [label, value] of Object.entries(personal))
    assert.deepEqual(
      tablesContaining(rows, value).filter((table) => table !== mailServerResponses),
      plainTextTables[label as keyof typeof plainTextTables],
      label,
    )
})

/** The tables that store request and response bodies unchanged. */
const bodies = ['webhooks.event_body']
const responseBodies = 'access.idempotency_key'
/**
 * The table that stores the last response of a mail server until the next attempt. The
 * response may name the recipient.
 */
const mailServerResponses = 'mail.message'

/**
 * The tables that store personal data in plain text according to docs/security.md. All
 * other tables encrypt personal data.
 */
const plainTextTables = {
  name: [responseBodies, 'gifting.gift_request', ...bodies],
  email: [responseBodies, 'gifting.contact', 'gifting.gift_request', ...bodies],
  address: bodies,
  note: ['gifting.thank_you_note'],
}
