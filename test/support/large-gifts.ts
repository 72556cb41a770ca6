import assert from 'node:assert/strict'
import { giftBody, type TestApp } from '#test/api-harness'

/** Copies a gift request and its event. Each copy has 25 KB of metadata, the most that the API accepts. */
export async function insertLargeGifts(testApp: TestApp, count: number): Promise<void> {
  const created = await testApp.api.post('/gift_requests', giftBody(testApp))
  assert.equal(created.status, 201, created.text)
  const metadata = JSON.stringify(
    Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`key_${n}`, `${n}`.padEnd(500, 'ab')]),
    ),
  )
  await testApp.run(async (ctx) => {
    const id = `'019de370-4ac0-7000-8000-' || lpad(to_hex(i), 12, '0')`
    await ctx.query(
      `insert into gifting.gift_request
       select r.* from gifting.gift_request g, generate_series(1, ${count}) i,
         lateral jsonb_populate_record(g, jsonb_build_object(
           'id', ${id}, 'reference', 'GR-' || i, 'metadata', $3::text, 'created_at', '2026-05-01T10:30:00Z',
           'updated_at', '2026-05-01T10:30:00Z', 'due_at', null, 'link_digest', null, 'link_code', null)) r
        where g.account_id = $1 and g.id = $2`,
      [ctx.account_id, created.json.id, metadata],
    )
    await ctx.query(
      `insert into webhooks.event (account_id, id, type, subject_id, created_at)
       select $1, (${id})::uuid, 'gift_request_created', (${id})::uuid, '2026-05-01T10:30:00Z' from generate_series(1, ${count}) i`,
      [ctx.account_id],
    )
    await ctx.query(
      `insert into webhooks.event_body (account_id, event_id, payload_version, body)
       select $1, (${id})::uuid, '2026-05', convert_to($2, 'UTF8') from generate_series(1, ${count}) i`,
      [ctx.account_id, created.text.replace('"metadata":{}', `"metadata":${metadata}`)],
    )
  })
}
