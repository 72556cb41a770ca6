import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { it } from 'node:test'
import * as audit from '#audit'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()

/** Records this number of entries of 6 KB. The name of each entry contains its number. */
async function recordLargeEntries(count: number): Promise<void> {
  const details = { before: 'x'.repeat(6_000) }
  const subject = (n: number) => ({ kind: 'campaign', id: `c${n}`, name: `Campaign ${n}.` })
  await testApp.run(async (ctx) => {
    for (let n = 0; n < count; n++)
      audit.recordEntry(ctx, {
        action: 'campaign.change',
        subject: subject(n),
        details,
      })
  })
}

/** Starts a download, but reads nothing of its content. */
async function startDownload({ cookies }: AdminClient, path: string): Promise<IncomingMessage> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${testApp.origin.replace('localhost', '127.0.0.1')}/admin/api${path}`
  const [response] = await once(get(url, { headers: { cookie } }), 'response')
  return response
}

// 24 MB do not fit into the buffers of a connection, so the service reads most pages only
// after the client continues to read.
it('the export reads page by page, as fast as the reader, and contains entries made meanwhile', async () => {
  const client = await testApp.signIn(testApp.admin)
  await recordLargeEntries(4_000)
  const response = await startDownload(client, '/audit.csv')
  assert.equal(response.statusCode, 200)
  assert.equal((await client.patch('/account', { name: 'Renamed meanwhile' })).status, 200)
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  for (const n of [0, 999, 1_000, 2_000, 3_999])
    assert.equal(text.split(`Campaign ${n}.`).length, 2, `entry ${n} is there once`)
  assert.match(text.trimEnd().split('\n').at(-1) ?? '', /Renamed meanwhile/)
})
