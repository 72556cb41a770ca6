import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)

it('finds masked addresses by the whole address only', async () => {
  const email = 'zyx.secret@larkfield.example'
  await fixture.sendGift(email, {})
  const viewer = await testApp.signIn(await testApp.createUser('viewer'))
  const sender = await testApp.signIn(testApp.sender)
  const hits = async (client: typeof sender, path: string, text: string) =>
    (await client.get(`${path}${encodeURIComponent(text)}`)).json.data?.length ?? 0
  for (const path of ['/recipients?q=', '/gift_requests?q=']) {
    for (const prefix of ['zyx.s', 'zyx.secret@', 'zyx.secret@larkfield.exampl', 'zyx.s x']) {
      assert.equal(await hits(viewer, path, prefix), 0, `${path} ${prefix}`)
    }
    assert.equal(await hits(sender, path, 'zyx.s'), 1, path)
    assert.equal(await hits(viewer, path, email), 1, path)
    assert.equal(await hits(viewer, path, email.toUpperCase()), 1, path)
    assert.equal(await hits(viewer, path, 'larkfield'), 1, 'the domain is not masked')
  }
})
