/**
 * The upper bound for the API measurements: a Fastify without checks that runs one prepared
 * statement per request, with the same driver, on the same database. It runs as the superuser, so
 * row-level security does not apply.
 *
 * Environment: BENCH_URL (superuser), BENCH_TEMPLATE (JSON: the rows that each POST writes). Prints the port
 * on which it listens.
 */
import fastify from 'fastify'
import pg from 'pg'
import { newId, randomBase62 } from '#platform/lib/ids'

/** The rows of one gift request of the service in each table. One statement writes them again. */
interface BaselineTemplate {
  account_id: string
  endpoint_id: string
  campaign_id: string
  sender_id: string
  offering: string
  email_message: string
  body: string
  response: string
}

const template = JSON.parse(process.env.BENCH_TEMPLATE ?? '{}') as BaselineTemplate
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10 })
pool.on('error', () => {}) // ignores the error when the database exits before this process
const offering = Buffer.from(template.offering, 'hex')
const body = Buffer.from(template.body)

const insertGiftSql = `with contact as (
    insert into gifting.contact (account_id, id, email_key, created_at) values ($1, $2, $3, $4)),
  gift as (
    insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, campaign_id,
      campaign_name, sender_id, sender_name, sender_email, contact_id, email_key, first_name, last_name, email,
      offering, email_message, metadata, expires_at, due_at, created_at, updated_at)
    values ($1, $5, $6, 'created', 'submitted', 1, false, $7, 'A campaign', $8, 'A sender', 'sender@example.com', $2, $3,
      'Ada', 'Larkin', $3, $9, $10, '{}', $4::timestamptz + interval '60 days', $4, $4, $4)),
  move as (
    insert into gifting.state_transition (account_id, gift_request_id, number, created_at, to_state, cause, events)
    values ($1, $5, 1, $4, 'created', 'created over the API', '{gift_request_created}')),
  event as (
    insert into webhooks.event (account_id, id, type, subject_id, created_at)
    values ($1, $11, 'gift_request_created', $5, $4)),
  body as (
    insert into webhooks.event_body (account_id, event_id, payload_version, body) values ($1, $11, '2026-05', $12)),
  delivery as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    values ($1, $13, $11, 'gift_request_created', $14, '2026-05', $4))
  insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version)
  values ($1, $14, $13, $11, 'gift_request_created', '2026-05')`

const selectGiftSql = `select * from gifting.gift_request where account_id = $1 and id = $2`

const app = fastify({ logger: false })
app.setErrorHandler((error, _request, reply) => {
  console.error(error)
  return reply.code(500).send()
})

app.post('/gift_requests', async (request, reply) => {
  const { recipient } = request.body as { recipient: { email: string } }
  const now = new Date()
  await pool.query({
    name: 'write',
    text: insertGiftSql,
    values: [
      template.account_id,
      newId(now),
      recipient.email,
      now,
      newId(now),
      `GR-${randomBase62(8)}`,
      template.campaign_id,
      template.sender_id,
      offering,
      template.email_message,
      newId(),
      body,
      newId(),
      template.endpoint_id,
    ],
  })
  return reply.code(201).header('content-type', 'application/json').send(template.response)
})

app.get<{ Params: { id: string } }>('/gift_requests/:id', async (request, reply) => {
  const { rows } = await pool.query({
    name: 'read',
    text: selectGiftSql,
    values: [template.account_id, request.params.id],
  })
  if (rows.length === 0) return reply.code(404).send()
  return reply.header('content-type', 'application/json').send(template.response)
})

await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
console.log(typeof address === 'object' && address !== null ? address.port : address)
