import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as mail from '#email'
import * as gifting from '#gifting'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const [admin, sender] = [await testApp.signIn(testApp.admin), await testApp.signIn(testApp.sender)]
const packer = await fixture.run((ctx) =>
  accounts.createUser(ctx, { email: 'pat@larkfield.example', role: 'packer', name: 'Pat Packer' }),
)

const add = (gift: string, body: object, client = sender) =>
  client.post(`/gift-requests/${gift}/comments`, body)
const list = async (gift: string) => (await sender.get(`/gift-requests/${gift}/comments`)).json
const listEmails = (gift: string) =>
  fixture.run(async (ctx) =>
    (await mail.list(ctx, { gift_request_id: gift })).filter(({ kind }) => kind === 'gift_comment'),
  )
const countRows = (gift: string) =>
  fixture.run((ctx) =>
    ctx.queryCount(
      'select count(*) from gifting.gift_comment where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, gift],
    ),
  )

describe('a comment on a gift', () => {
  it('has an author and a time, is encrypted, and is recorded without its text', async () => {
    const gift = await fixture.sendGift('first@comments.example')
    const text = '  Cafe\u0301: the carrier\r\nhas it \n'
    const { status, json } = await add(gift, { text })
    assert.equal(status, 201)
    assert.equal(json.text, 'Caf\u00e9: the carrier\nhas it')
    assert.deepEqual(json.author, { id: testApp.sender.id, name: 'Ada sender' })
    const { data, members } = await list(gift)
    assert.deepEqual(data, [json])
    assert.deepEqual(
      members.map(({ id }: { id: string }) => id).toSorted(),
      [testApp.admin.id, testApp.sender.id].toSorted(),
    )
    const plain = await fixture.run((ctx) =>
      ctx.hasRows(
        `select from gifting.gift_comment where position('carrier'::bytea in encrypted_text) > 0`,
      ),
    )
    assert.equal(plain, false)
    const log = await admin.get('/audit?limit=5')
    assert.ok(log.text.includes('gift_request.comment'))
    assert.ok(!log.text.includes('has it'))
  })

  it('is deleted by its author or an admin', async () => {
    const gift = await fixture.sendGift('deleted@comments.example')
    const own = (await add(gift, { text: 'Mine' })).json.id
    const foreign = (await add(gift, { text: 'Theirs' }, admin)).json.id
    const remove = (client: typeof sender, id: string) =>
      client.delete(`/gift-requests/${gift}/comments/${id}`)
    assert.equal((await remove(sender, foreign)).status, 404)
    assert.equal((await remove(sender, own)).status, 204)
    assert.equal((await remove(sender, own)).status, 404)
    assert.equal((await remove(admin, foreign)).status, 204)
    assert.ok((await admin.get('/audit?limit=5')).text.includes('gift_request.delete_comment'))
    assert.deepEqual((await list(gift)).data, [])
  })

  it('has 1 to 2,000 characters of plain text, on a gift of the account', async () => {
    const gift = await fixture.sendGift('invalid@comments.example')
    for (const text of ['', ' \n', 'x'.repeat(2_001), 'a\u0007b', 'a\ud800b']) {
      const { status, json } = await add(gift, { text })
      assert.deepEqual([status, json.errors[0].param], [422, 'text'], JSON.stringify(text))
    }
    assert.equal((await add(gift, { text: '😀'.repeat(2_000) })).status, 201)
    assert.equal((await add('nope', { text: 'x' })).status, 404)
    assert.equal((await add(testApp.admin.id, { text: 'x' })).status, 404)
    assert.equal((await sender.get('/gift-requests/nope/comments')).status, 404)
  })

  it('is one of at most 200, also when many are added at once', async () => {
    const gift = await fixture.sendGift('many@comments.example')
    const author = { id: testApp.admin.id, name: 'Ada' }
    const addOne = () =>
      fixture.run((ctx) => gifting.addComment(ctx, gift, author, { text: 'x', mentions: [] }))
    for (let count = 0; count < 198; count++) await addOne()
    const results = await Promise.allSettled([addOne(), addOne(), addOne(), addOne()])
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 2)
    assert.equal(await countRows(gift), 200)
    const { status, text } = await add(gift, { text: 'One more' })
    assert.equal(status, 422, text)
  })
})

describe('a mention', () => {
  it('emails each member once, with the comment and the link, and not the author', async () => {
    const gift = await fixture.sendGift('grace.hopper@comments.example')
    const mentions = [testApp.admin.id, testApp.admin.id, testApp.sender.id]
    const text = '@Ada admin Can you call the carrier?'
    assert.equal((await add(gift, { text, mentions })).status, 201)
    const emails = await listEmails(gift)
    assert.deepEqual(
      emails.map(({ to }) => to?.email),
      [testApp.admin.email],
    )
    const found = await fixture.run((ctx) => mail.find(ctx, emails[0]?.id ?? ''))
    assert.match(emails[0]?.subject ?? '', /^Ada sender mentioned you in a comment: GR-/)
    for (const part of [text, 'Grace Hopper (GR-', `/gift-requests/${gift}`])
      assert.ok(found?.rendered?.text.includes(part), `${part} is missing`)
  })

  it('names the person who cannot see comments, and then adds nothing', async () => {
    const gift = await fixture.sendGift('refused@comments.example')
    const { status, json } = await add(gift, { text: '@Pat', mentions: [packer.user.id] })
    assert.deepEqual([status, json.errors[0].param], [422, 'mentions'])
    assert.match(json.errors[0].message, /Pat Packer, who cannot see comments on gifts/)
    const unknown = await add(gift, { text: '@No', mentions: [gift] })
    assert.deepEqual([unknown.status, unknown.json.errors[0].param], [422, 'mentions'])
    assert.deepEqual((await list(gift)).data, [])
    assert.deepEqual(await listEmails(gift), [])
  })
})

it('tells namesakes apart, in mentions and among the assignees of attention items', async () => {
  const gift = await fixture.sendGift('namesakes@comments.example')
  for (const email of ['sam.one@larkfield.example', 'sam.two@larkfield.example'])
    await fixture.run((ctx) => accounts.createUser(ctx, { email, role: 'sender', name: 'Sam Doe' }))
  const expected = ['Sam Doe (sam.one@larkfield.example)', 'Sam Doe (sam.two@larkfield.example)']
  const namesOf = (members: { name: string }[]) =>
    members.flatMap(({ name }) => (name.startsWith('Sam') ? [name] : []))
  assert.deepEqual(namesOf((await list(gift)).members), expected)
  assert.deepEqual(namesOf((await sender.get('/attention/assignees')).json.data), expected)
})

describe('the personal data of a comment', () => {
  it('is in the export of the recipient, and erased with the gift and its emails', async () => {
    const email = 'exported@comments.example'
    const gift = await fixture.sendGift(email)
    await add(gift, { text: 'Prefers tea', mentions: [testApp.admin.id] })
    const exported = await admin.post('/recipients/export', { email })
    assert.equal(exported.json.gift_requests[0].comments[0].text, 'Prefers tea')
    await admin.post('/recipients/erase', { email })
    assert.equal(await countRows(gift), 0)
    assert.ok((await listEmails(gift)).every(({ to }) => to === undefined))
  })

  it('is deleted with the address of an ended gift, which then takes no comments', async () => {
    const gift = await fixture.sendGift('ended@comments.example')
    await add(gift, { text: 'Call first' })
    await fixture.simulateTo(gift, 'delivered')
    await fixture.run((ctx) => gifting.purgeEndedGifts(ctx, new Date(ctx.now.getTime() + 60_000)))
    assert.equal(await countRows(gift), 0)
    const late = await add(gift, { text: 'Too late' })
    assert.equal(late.status, 422)
    assert.match(late.json.errors[0].message, /takes no comments/)
  })
})
