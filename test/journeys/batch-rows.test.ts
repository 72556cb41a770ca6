import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

const testApp = await createTestApp()
const { api } = testApp

interface Row {
  idempotency_key?: string
  recipient: { first_name: string; last_name: string; email: string }
}

let number = 0
const newKey = () => `order-${++number}`
const keyedRow = (more: object = {}): Row => ({
  ...giftBody(testApp),
  idempotency_key: newKey(),
  ...more,
})
const sendBatch = (rows: readonly unknown[], query = '') =>
  api.post(`/gift_requests/batch${query}`, { gift_requests: rows })
const sendEach = (rows: readonly unknown[], query = '') =>
  api.post(`/gift_requests/batch${query}`, { gift_requests: rows, on_error: 'continue' })
const idsOf = ({ json }: { json: { data: { id: string }[] } }) => json.data.map(({ id }) => id)
const statusesOf = ({ json }: { json: { data: { status: string }[] } }) =>
  json.data.map(({ status }) => status)
const codesOf = ({ json }: { json: { data: { errors: { code: string; param: string }[] }[] } }) =>
  json.data.map(({ errors }) => errors.map(({ code, param }) => `${code} ${param}`).join())

it('creates each row of a repeated batch once, and returns the same gift requests', async () => {
  const rows = [keyedRow(), keyedRow({ metadata: { a: '1', b: '2' } }), keyedRow()]
  const first = await sendBatch(rows)
  assert.equal(first.status, 201)
  const events = await testApp.countEvents()
  const reordered = [rows[0], { ...rows[1], metadata: { b: '2', a: '1' } }, keyedRow(), rows[2]]
  const second = await sendBatch(reordered)
  assert.equal(second.status, 201)
  const [one, two, , three] = idsOf(second)
  assert.deepEqual([one, two, three], idsOf(first))
  assert.deepEqual(second.json.data[0].offering, first.json.data[0].offering)
  assert.equal(await testApp.countEvents(), events + 1)
})

it('reports a key that came with another row, and creates nothing', async () => {
  const row = keyedRow()
  await sendBatch([row])
  const events = await testApp.countEvents()
  const other = { ...row, recipient: { ...row.recipient, last_name: 'Other' } }
  const response = await sendBatch([keyedRow(), other])
  assert.equal(response.status, 422)
  assert.deepEqual(
    response.json.errors.map(({ type, code, param }: Record<string, string>) => [
      type,
      code,
      param,
    ]),
    [['conflict_error', 'idempotency_key_reused', 'gift_requests.1.idempotency_key']],
  )
  assert.equal(await testApp.countEvents(), events)
})

it('creates each row of concurrent batches once', async () => {
  const rows = Array.from({ length: 20 }, () => keyedRow())
  const events = await testApp.countEvents()
  const responses = await Promise.all([
    ...Array.from({ length: 3 }, () => sendBatch(rows)),
    ...Array.from({ length: 3 }, () => sendEach(rows.toReversed())),
  ])
  const ids = responses.map(({ status, json }, index) => {
    assert.equal(status, index < 3 ? 201 : 207, JSON.stringify(json))
    return index < 3
      ? idsOf({ json })
      : json.data
          .map((result: { gift_request: { id: string } }) => result.gift_request.id)
          .reverse()
  })
  for (const other of ids) assert.deepEqual(other, ids[0])
  const created = responses.slice(3).flatMap(statusesOf)
  assert.ok(created.every((status) => status === 'created' || status === 'duplicate'))
  assert.equal(await testApp.countEvents(), events + rows.length)
})

it('rejects one of two concurrent rows with the same key and other content', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = keyedRow()
    const other = { ...row, recipient: { ...row.recipient, first_name: 'Grace' } }
    const results = (await Promise.all([sendEach([row]), sendEach([other])])).flatMap(
      ({ json }) => json.data,
    )
    const refused = results.filter(({ status }) => status === 'refused')
    assert.deepEqual(results.map(({ status }) => status).sort(), ['created', 'refused'])
    assert.equal(refused[0].errors[0].code, 'idempotency_key_reused')
  }
})

it('returns a result for each row with on_error continue', async () => {
  const sent = keyedRow()
  const [first] = idsOf(await sendBatch([sent]))
  const twice = keyedRow()
  const events = await testApp.countEvents()
  const response = await sendEach([
    giftBody(testApp),
    { ...giftBody(testApp), recipient: { first_name: 'Ada', last_name: '', email: 'nowhere' } },
    sent,
    twice,
    twice,
    { ...twice, metadata: { other: 'body' } },
    keyedRow({ campaign_id: crypto.randomUUID() }),
    'not a row',
    null,
    keyedRow({ idempotency_key: 'with blank' }),
  ])
  assert.equal(response.status, 207)
  assert.deepEqual(statusesOf(response), [
    'created',
    'refused',
    'duplicate',
    'created',
    'duplicate',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
  ])
  assert.deepEqual(codesOf(response), [
    '',
    'required recipient.last_name,invalid_format recipient.email',
    '',
    '',
    '',
    'idempotency_key_reused idempotency_key',
    'invalid_reference campaign_id',
    'invalid undefined',
    'required undefined',
    'invalid_format idempotency_key',
  ])
  const { data } = response.json
  assert.equal(data[2].gift_request.id, first)
  assert.deepEqual(data[3].gift_request, data[4].gift_request)
  assert.deepEqual(
    data.map(({ index }: { index: number }) => index),
    data.map((_: unknown, index: number) => index),
  )
  assert.equal(data[2].idempotency_key, sent.idempotency_key)
  assert.equal(data[1].gift_request, null)
  assert.equal(await testApp.countEvents(), events + 2)
  const { json } = await api.get(`/gift_requests/${data[0].gift_request.id}`)
  assert.equal(json.reference, data[0].gift_request.reference)
})

it('creates a refused row when it is sent again without its error', async () => {
  const row = keyedRow()
  const invalid = { ...row, campaign_id: crypto.randomUUID() }
  assert.deepEqual(statusesOf(await sendEach([invalid])), ['refused'])
  assert.deepEqual(statusesOf(await sendEach([row])), ['created'])
})

it('creates nothing in a dry run', async () => {
  const sent = keyedRow()
  await sendBatch([sent])
  const events = await testApp.countEvents()
  const rows = [keyedRow(), sent, keyedRow({ campaign_id: 'none' })]
  const response = await sendEach(rows, '?dry_run=true')
  assert.deepEqual(statusesOf(response), ['valid', 'duplicate', 'refused'])
  assert.equal((await sendBatch(rows.slice(0, 2), '?dry_run=true')).status, 200)
  assert.equal(await testApp.countEvents(), events)
  assert.deepEqual(statusesOf(await sendEach([rows[0]])), ['created'])
})

it('accepts 1,000 independent rows, and 100 otherwise', async () => {
  const rows = Array.from({ length: 1_000 }, () => keyedRow())
  const events = await testApp.countEvents()
  const response = await sendEach(rows)
  assert.equal(response.status, 207, response.text.slice(0, 300))
  assert.ok(statusesOf(response).every((status) => status === 'created'))
  assert.equal(await testApp.countEvents(), events + 1_000)
  const repeated = await sendEach(rows)
  assert.ok(statusesOf(repeated).every((status) => status === 'duplicate'))
  assert.equal(await testApp.countEvents(), events + 1_000)
  const { json } = await sendBatch(rows.slice(0, 101))
  assert.equal(json.errors[0].message, 'must hold at most 100 entries')
  assert.equal((await sendEach([...rows, keyedRow()])).status, 413)
})

it('reports errors outside the rows for the whole request', async () => {
  const rows = [keyedRow()]
  for (const [body, code, param] of [
    [{ gift_requests: rows, on_error: 'ignore' }, 'invalid', 'on_error'],
    [{ gift_requests: rows, on_error: 'continue', more: 1 }, 'unknown_parameter', 'more'],
    [{ gift_requests: [], on_error: 'continue' }, 'invalid', 'gift_requests'],
    [{ gift_requests: {}, on_error: 'continue' }, 'invalid', 'gift_requests'],
  ] as const) {
    const { status, json } = await api.post('/gift_requests/batch', body)
    assert.deepEqual([status, json.errors[0].code, json.errors[0].param], [422, code, param])
  }
  const { status } = await api.post('/gift_requests/batch', {
    gift_requests: rows,
    on_error: null,
  })
  assert.equal(status, 201)
})

it('has no keys in a single create and in the older version', async () => {
  const single = await api.post('/gift_requests', keyedRow())
  assert.deepEqual([single.status, single.json.errors[0].param], [422, 'idempotency_key'])
  const { recipient, ...members } = keyedRow() as Row & Record<string, unknown>
  for (const more of [{ idempotency_key: null }, { locale: null }, { sender: null }, {}]) {
    const attributes = { ...members, ...recipient, ...more }
    const { status } = await api.send(
      'POST',
      '/gift_requests/batch',
      {
        ...api.defaultHeaders,
        'service-api-version': '2025-10',
        'content-type': 'application/vnd.api+json',
      },
      JSON.stringify({ data: [{ type: 'gift_requests', attributes }] }),
    )
    assert.equal(status, 422, JSON.stringify(more))
  }
})

it('has the keys of one account only', async () => {
  const other = await testApp.createOtherAccount()
  const idempotency_key = newKey()
  const own = await sendBatch([keyedRow({ idempotency_key })])
  const { json } = await other.api.get('/campaigns')
  const campaign_id = json.data.find(
    (campaign: { invitation_method: string }) => campaign.invitation_method === 'email',
  ).id
  const theirs = await other.api.post('/gift_requests/batch', {
    gift_requests: [keyedRow({ idempotency_key, campaign_id })],
  })
  assert.equal(theirs.status, 201, theirs.text)
  assert.notEqual(idsOf(theirs)[0], idsOf(own)[0])
})

it('deletes the keys of an erased recipient', async () => {
  const row = keyedRow()
  await sendBatch([row])
  const countKeys = () =>
    testApp.run((ctx) =>
      ctx.queryValue<number>(
        `select count(*)::int as n from gifting.batch_row r
           join gifting.gift_request g on g.account_id = r.account_id and g.id = r.gift_request_id
          where r.account_id = $1 and g.email_key in ($2, '')`,
        [ctx.account_id, row.recipient.email],
      ),
    )
  assert.equal(await countKeys(), 1)
  const erased = await api.post('/recipients/erase', { email: row.recipient.email })
  assert.equal(erased.status, 200, erased.text)
  assert.equal(await countKeys(), 0)
})
