import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '#app/cli/program'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { freePort, startProcess } from '#scripts/demo/processes'
import { createAdminClient } from '#test/admin-harness'
import { totpCode } from '#test/fake-authenticator'
import { sendRaw } from '#test/raw-http'
import { createRecipientBrowser, type RecipientPage } from '#test/recipient-browser'
import { startSmtpServer } from '#test/smtp-server'
import { dumpTables, tablesContaining } from '#test/table-dump'
import { createMigratedDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'

/*
 * The whole service in a process of its own, at its most talkative. Secrets and personal data with marks go
 * in through every door, also where they do not belong, and come back out of failing receivers and a
 * failing database. Then nothing of them may stand in the log and in the figures, and of each in no table
 * but those that docs/security.md names.
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

/** Takes what the service sends to whoever collects its traces. */
const collector = await startReceiver()
after(() => collector.close())

const port = await freePort()
const origin = `http://localhost:${port}`
const key = randomBytes(32).toString('base64')
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
  BESTOW_SIMULATOR: 'told',
  OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
}
const logLines: string[] = []
const service = startProcess({
  args: ['--no-warnings', 'src/app/main.ts', 'serve'],
  env,
  onLine: (line) => logLines.push(line),
})
after(() => service.stop())
while ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok !== true) {
  if (service.child.exitCode !== null) throw new Error(logLines.join('\n'))
  await sleep(20)
}

// biome-ignore lint/suspicious/noExplicitAny: commands print objects of every form
async function bestow(line: string): Promise<any> {
  const out: string[] = []
  const voice = { out: (text: string) => out.push(text), err: (text: string) => out.push(text) }
  assert.equal(await run([...line.split(' '), '--json'], env, voice), 0, out.join())
  return JSON.parse(out.join(''))
}

const traceparent = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
const marker = 'xq7mark'
const person = {
  first_name: `${marker}first`,
  last_name: `${marker}last`,
  email: `${marker}@mail.example`,
}
const street = `${marker}-street 9`
const home = { name: 'Ada', line_1: street, postal_code: '10117', city: 'Berlin', country: 'DE' }
const note = `${marker} says thank you`

/** By what they are. */
const secrets: Record<string, string> = {
  'key of the installation': key,
  'password of the database': new URL(url).password,
  'password of the mail server': mailPassword,
  'secret of bounces': bounceSecret,
  'what receivers answer': 'redirectxq7planted',
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
const alphabet = 'QwmxVtzkPlbrNjshGfdc'
Object.assign(secrets, {
  'API token': token,
  'OAuth client secret': client.client_secret,
  'OAuth API key': client.api_key,
  'password of a person': user.password,
  'password that happens to have no digit': alphabet,
  'signing secret': rotatedSecret.secret,
  'signing secret before': endpoint.secret,
})

const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, { redirect: 'manual', ...init })
const headers = {
  authorization: `Bearer ${token}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
}
const post = async (path: string, body: unknown, more: Record<string, string> = {}) => {
  const all = { ...headers, ...more }
  const result = await send(`/api${path}`, {
    method: 'POST',
    headers: all,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: result.status, json: JSON.parse(await result.text()) }
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into what they know
const get = async (path: string): Promise<any> => (await send(`/api${path}`, { headers })).json()

async function campaignBy(method: string) {
  const { data } = await get('/campaigns?limit=50')
  return data.find(
    (each: { invitation_method: string; state: string }) =>
      each.invitation_method === method && each.state === 'available',
  )
}

it('lets gifts be made, redeemed, thanked for and told of', async () => {
  const made = await post(
    '/gift_requests',
    { campaign_id: (await campaignBy('email')).id, recipient: person },
    { 'idempotency-key': 'order-1', traceparent },
  )
  assert.equal(made.status, 201)
  const campaign = await campaignBy('sender_provided_address')
  const line_items = [{ variant_id: campaign.products[0].variants[0].id, quantity: 1 }]
  const direct = { campaign_id: campaign.id, recipient: person, shipping_address: home, line_items }
  assert.equal((await post('/gift_requests', direct)).status, 201)
  const path = async (): Promise<string> => {
    const { redemption_url } = await get(`/gift_requests/${made.json.id}`)
    return redemption_url === null ? sleep(50).then(path) : new URL(redemption_url).pathname
  }
  const link = await path()
  secrets['code of a link'] = link.slice(3)
  const ada = createRecipientBrowser(origin)
  const unwrapped = await ada.submit(await ada.open(link), 'open')
  const variant = /name="variant" value="([^"]+)"/.exec(unwrapped.text)?.[1] ?? variantIn(unwrapped)
  const addressPage = await ada.submit(unwrapped, 'choose', { variant })
  const wrong = await ada.submit(addressPage, 'address', { ...home, postal_code: `${marker}9` })
  assert.equal(wrong.status, 422)
  const review = await ada.submit(addressPage, 'address', home)
  const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  await ada.submit(done, 'note', { text: note })
  const campaign_id = (await campaignBy('one_link')).id
  const one = await post('/one_links', { campaign_id, quantity: 2 })
  secrets['code of a one-link'] = new URL(one.json.url).pathname.slice(3)
  await ada.open(`/l/${secrets['code of a one-link']}`)
  for (let n = 0; mails.received.length < 2 && n < 400; n++) await sleep(25)
  assert.ok(mails.received.length >= 2, logLines.join('\n'))
  await echoServer.waitForRequests(5)
  await redirect.waitForRequests(5)
})

const variantIn = (page: RecipientPage) =>
  /<input[^>]*value="([0-9a-f-]{36})"/.exec(page.text)?.[1] ?? ''

it('lets people and programs sign in, and fail to', async () => {
  const admin = createAdminClient(origin)
  const email = 'xq7admin@mail.example'
  assert.equal((await admin.post('/session', { email, password: `${user.password}x` })).status, 401)
  assert.equal((await admin.post('/session', { email, password: user.password })).status, 201)
  secrets.session = [...admin.cookies.values()].join()
  const { json: totp } = await admin.post('/security/totp', { password: user.password })
  secrets['second factor'] = totp.secret
  const { json: on } = await admin.put('/security/totp', {
    code: totpCode(totp.secret, new Date()),
  })
  for (const [n, code] of on.backup_codes.entries()) secrets[`backup code ${n}`] = code
  await admin.post('/session/code', { ticket: token, code: on.backup_codes[0] })
  await admin.post('/invitations', { email: 'xq7guest@mail.example', role: 'sender' })
  await createAdminClient(origin).post('/recovery', { email })
  for (let n = 0; mails.received.length < 4 && n < 400; n++) await sleep(25)
  for (const [n, { parsed }] of mails.received.entries()) {
    const found = /#([\w-]{43})/.exec(parsed.text ?? '')?.[1]
    if (found !== undefined) secrets[`link by mail ${n}`] = found
  }
  const grant = (more: Record<string, string>) =>
    send('/auth/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...more }),
      headers: { 'x-api-key': client.api_key },
    })
  const { tenant, client_secret, api_key } = client
  const given = await grant({ tenant, client_id: api_key, client_secret })
  const issued = (await given.json()) as Record<string, string>
  for (const name of ['access_token', 'refresh_token'])
    if (issued[name] !== undefined) secrets[`OAuth ${name}`] = issued[name]
  await grant({
    tenant: client_secret,
    client_id: client_secret,
    client_secret: 'no',
    scope: api_key,
  })
})

it('takes secrets where they do not belong', async () => {
  for (const words of [
    token,
    secrets['code of a link'] ?? '',
    client.client_secret,
    user.password,
    alphabet,
  ]) {
    for (const path of [
      '/',
      '/r/',
      '/l/',
      '/api/',
      '/api/gift_requests/',
      '/auth/',
      '/admin/api/',
      '/docs/',
      '/carriers/easypost/',
      '/mcp/',
      '/mail/',
    ]) {
      await send(`${path}${words}`, { headers })
      await send(`${path}${words}/more?token=${words}`, { method: 'POST', headers, body: words })
    }
    await send(`/api/gift_requests?cursor=${words}&${words}=1&email=${words}`, { headers })
    await send('/api/gift_requests', { method: 'POST', headers, body: `{"a": "${words}` })
    await post('/gift_requests', { [words]: words, campaign_id: words })
    await post(
      '/gift_requests',
      { ...person, campaign_id: words },
      { 'service-api-version': words },
    )
    await post('/gift_requests', {}, { authorization: `Basic ${words}` })
    for (const name of [
      'accept',
      'user-agent',
      'referer',
      'cookie',
      'x-request-id',
      'traceparent',
      'x-api-key',
      'x-service-tenant',
      'x-service-client',
      'x-forwarded-for',
      'if-none-match',
    ])
      await send('/api/gift_requests', { headers: { ...headers, [name]: words } })
    await send('/mail/bounces', {
      method: 'POST',
      headers: { authorization: `Bearer ${words}` },
      body: words,
    })
    await send(
      `/auth/authorize?client_id=${words}&redirect_uri=https://x.example/${words}&state=${words}`,
    )
    for (const bytes of [
      `GET /${words} HTTP/9\r\n\r\n`,
      `${words} / HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${words}\r\n${words}\r\n\r\n`,
    ])
      await sendRaw(port, [bytes], { silenceTimeoutMs: 50 })
  }
})

it('has a database that complains about what it was given', async () => {
  const change = (text: string) => inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query(text))
  await change(
    `alter table gifting.gift_request add constraint planted check (state = 'x') not valid`,
  )
  const campaign_id = (await campaignBy('email')).id
  const { status } = await post('/gift_requests', {
    campaign_id,
    recipient: person,
    email_message: { subject: note, body: note },
  })
  assert.equal(status, 500)
  await change('alter table gifting.gift_request drop constraint planted')
})

let metricsText = ''
it('tells a collector what a call led to, in the trace of its caller', async () => {
  metricsText = await (await send('/metrics')).text()
  await service.stop()
  const spans = collector.requests.flatMap(({ body }) =>
    JSON.parse(body.toString()).resourceSpans.flatMap((each: { scopeSpans: { spans: Span[] }[] }) =>
      each.scopeSpans.flatMap((scope) => scope.spans),
    ),
  ) as Span[]
  const ours = spans.filter((span) => span.traceId === traceparent.slice(3, 35))
  const named = (name: string) => ours.filter((span) => span.name === name)
  const [call] = named('POST /api/gift_requests')
  assert.ok(call)
  assert.equal(call.parentSpanId, traceparent.slice(36, 52))
  assert.ok(named('transaction').some(({ parentSpanId }) => parentSpanId === call.spanId))
  const attempts = named('deliver webhook')
  assert.ok(attempts.length >= 10, `${attempts.length} attempts`)
  assert.ok(attempts.every(({ status }) => status?.code === 2))
  assert.ok(spans.some(({ name }) => name === 'send mail'))
  const line = logLines.map((each) => (each.startsWith('{') ? JSON.parse(each) : {}))
  const logged = line.find(({ trace_id }) => trace_id === call.traceId)
  assert.deepEqual([logged?.route, logged?.status], ['/api/gift_requests', 201])
})

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status?: { code: number }
}

it('and keeps all of it out of its log and its figures, and out of the database what is secret', async () => {
  const log = logLines.join('\n')
  assert.ok(logLines.length > 50 && /"level":50/.test(log) && metricsText.includes('bestow_http'))
  const traces = collector.requests.map((each) => each.body.toString()).join('\n')
  const personal = { name: `${marker}first`, 'e-mail': person.email, address: street, note }
  const loose = (text: string) => text.toLowerCase()
  for (const [what, words] of Object.entries({ ...secrets, ...personal })) {
    assert.ok(words.length > 7, what)
    const at = loose(log).indexOf(loose(words))
    assert.equal(at, -1, `the log has the ${what}: ${log.slice(Math.max(0, at - 300), at + 60)}`)
    assert.ok(!loose(traces).includes(loose(words)), `the traces have the ${what}`)
    assert.ok(!loose(metricsText).includes(loose(words)), `the figures have the ${what}`)
  }
  const rows = await dumpTables({ run: (verb) => inTransaction(db, ALL_ACCOUNTS, verb) })
  for (const [what, words] of Object.entries(secrets))
    assert.deepEqual(tablesContaining(rows, words), what === 'code of a link' ? bodies : [], what)
  for (const [what, words] of Object.entries(personal))
    assert.deepEqual(tablesContaining(rows, words), decoded[what as keyof typeof decoded], what)
})

/** Where what was sent, or will be answered again, stands as it was. */
const bodies = ['webhooks.event_body']
const responseBodies = 'access.idempotency_key'

/** Where docs/security.md says that it stands in plain text; everywhere else it is sealed. */
const decoded = {
  name: [responseBodies, 'gifting.gift_request', ...bodies],
  'e-mail': [responseBodies, 'gifting.contact', 'gifting.gift_request', 'mail.message', ...bodies],
  address: bodies,
  note: ['gifting.thank_you_note'],
}
