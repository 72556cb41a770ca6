import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as occasions from '#occasions'
import { createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const admin = await testApp.signIn(testApp.admin)

it('shows the names and days of contacts to no role that may not read contacts', async () => {
  const created = await admin.post('/contacts', {
    ...{ given_name: 'Ada', family_name: 'Larkin', work_emails: ['ada@example.org'] },
    birthday: '1990-04-12',
  })
  assert.equal(created.status, 201, created.text)
  const role = await admin.post('/roles', {
    name: 'Only sends',
    permissions: ['gift_requests:write'],
  })
  const user = await testApp.createUser('viewer')
  const { data } = (await admin.get('/members')).json
  const { id } = data.find(({ email }: { email: string }) => email === user.email)
  await admin.patch(`/members/${id}`, { role: role.json.id })
  const client = await testApp.signIn(user)
  const forecast = { period: 'next_year' }
  const path = `/contacts/${created.json.id}/occasions`
  assert.equal((await client.post('/occasions/forecast', forecast)).status, 403)
  assert.equal((await client.get(path)).status, 403)
  assert.equal((await admin.post('/occasions/forecast', forecast)).status, 200)
  assert.equal((await admin.get(path)).status, 200)
})

it('shows no birthday to a role that may not see addresses', async () => {
  const [ada] = (await admin.get('/contacts')).json.data
  const permissions = ['gift_requests:write', 'contacts:write', 'campaigns:read']
  const role = await admin.post('/roles', { name: 'Without addresses', permissions })
  const user = await testApp.createUser('viewer')
  const { data } = (await admin.get('/members')).json
  const { id } = data.find(({ email }: { email: string }) => email === user.email)
  await admin.patch(`/members/${id}`, { role: role.json.id })
  const client = await testApp.signIn(user)
  assert.equal((await client.post('/occasions/forecast', { period: 'next_year' })).status, 403)
  const answers = await client.get(`/contacts/${ada.id}/occasions`)
  assert.equal(answers.status, 200, answers.text)
  assert.ok(!answers.text.includes('04-12'))
})

it('plans twice at a time for an account, and refuses more with the time to wait', async () => {
  const plan = () => admin.post('/occasions/forecast', { period: 'next_year' })
  const takeSlot = (during: () => Promise<void>) =>
    testApp.run(async (ctx) => {
      await occasions.takePlanSlot(ctx)
      await during()
    })
  await takeSlot(async () => {
    assert.equal((await plan()).status, 200)
    await takeSlot(async () => {
      const refused = await plan()
      assert.equal(refused.status, 429, refused.text)
      assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    })
  })
  assert.equal((await plan()).status, 200)
})
