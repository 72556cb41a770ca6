import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Reaction } from '#contract'
import * as gifting from '#gifting'
import { inTransaction } from '#platform/postgres/database'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const minuteMs = 60_000

/** Delivers a gift. Its recipient writes a note this many minutes from now. */
async function thank(id: string, text: string, minutes: number, reaction?: Reaction) {
  await fixture.simulateTo(id, 'delivered')
  const at = new Date(testApp.db.clock().getTime() + minutes * minuteMs)
  const write = async (ctx: Parameters<typeof gifting.saveThankYouNote>[0]) => {
    await gifting.saveThankYouNote(ctx, id, { text })
    if (reaction !== undefined) await gifting.saveReaction(ctx, id, reaction)
  }
  await inTransaction(testApp.db, testApp.account.id, write, at)
}

interface Note {
  id: string
  text: string
  changed_at: string | null
  reaction: string | null
}
const list = async (query = '', client = sender) => {
  const { status, json } = await client.get(`/thank-you-notes${query}`)
  assert.equal(status, 200)
  return json as { data: Note[]; has_more: boolean; next_after: string | null }
}
const listTexts = async (query?: string, client?: typeof sender) =>
  (await list(query, client)).data.map(({ text }) => text)

const texts = ['Call me at ada@planted.example', 'Lovely', 'The plant thrives'] as const
const gifts = { ada: '', ben: '', cleo: '' }

before(async () => {
  gifts.ada = await fixture.sendGift('ada.larkin@example.com')
  gifts.ben = await fixture.sendGift('ben.okafor@example.com')
  gifts.cleo = await sendDirect(fixture, admin, 'cleo.marsh@example.com')
  const silent = await fixture.sendGift('dev.rao@example.com')
  await fixture.simulateTo(silent, 'delivered')
  // the oldest gift has the newest note
  await thank(gifts.cleo, texts[1], 20)
  await thank(gifts.ben, texts[2], 10)
  await thank(gifts.ada, texts[0], 30, 'celebrate')
})

describe('the list of thank-you notes', () => {
  it('has the newest note first, with its recipient, campaign and reaction', async () => {
    assert.deepEqual(await listTexts(), texts)
    const [first, second] = (await list()).data
    const campaign = fixture.campaign('email')
    assert.deepEqual(
      { ...first, written_at: '', reference: '' },
      {
        id: gifts.ada,
        reference: '',
        recipient: { name: 'Ada Larkin' },
        campaign: { id: campaign.id, name: campaign.name },
        text: texts[0],
        written_at: '',
        changed_at: null,
        reaction: 'celebrate',
      },
    )
    assert.equal(second?.reaction, null)
    assert.deepEqual(await listTexts('?order=asc'), texts.toReversed())
  })

  it('continues behind the last note of a page', async () => {
    const first = await list('?limit=2')
    assert.deepEqual([first.data.length, first.has_more], [2, true])
    const second = await list(`?limit=2&after=${first.next_after}`)
    assert.deepEqual([second.has_more, second.next_after], [false, null])
    assert.deepEqual(pluck([...first.data, ...second.data], 'text'), texts)
  })

  it('has the notes of one campaign', async () => {
    const direct = fixture.campaign('sender_provided_address').id
    assert.deepEqual(await listTexts(`?campaign_id=${direct}`), [texts[1]])
    const other = fixture.campaign('email').id
    assert.deepEqual(await listTexts(`?campaign_id=${other}`), [texts[0], texts[2]])
    assert.deepEqual(await listTexts(`?campaign_id=${gifts.ada}`), [])
  })

  it('rejects a campaign that is no id, and an unknown cursor', async () => {
    for (const [query, param] of [
      ['campaign_id=spring', 'campaign_id'],
      ['after=unknown', 'after'],
      [`after=${gifts.ada}`, 'after'],
    ] as const) {
      const { status, json } = await sender.get(`/thank-you-notes?${query}`)
      assert.deepEqual([status, json.errors[0].param], [400, param], query)
    }
  })

  it('shows an edited note with the time of the change, in its first place', async () => {
    const at = new Date(testApp.db.clock().getTime() + 35 * minuteMs)
    const text = 'The plant thrives!'
    await inTransaction(
      testApp.db,
      testApp.account.id,
      (ctx) => gifting.saveThankYouNote(ctx, gifts.ben, { text }),
      at,
    )
    const last = (await list()).data.at(-1)
    assert.deepEqual([last?.text, last?.changed_at], [text, at.toISOString()])
  })
})

describe('the access to the list of thank-you notes', () => {
  it('never includes notes of another account', async () => {
    const other = await testApp.createAccount('Other')
    const client = await testApp.signIn(await testApp.createUser('admin', other.id))
    const { next_after } = await list('?limit=1')
    for (const query of [
      '',
      `?campaign_id=${fixture.campaign('email').id}`,
      `?after=${next_after}`,
    ])
      assert.deepEqual(await listTexts(query, client), [], query)
  })

  it('is that of the gifts: for senders, viewers and admins', async () => {
    for (const role of ['packer', 'developer'] as const) {
      const client = await testApp.signIn(await testApp.createUser(role))
      assert.equal((await client.get('/thank-you-notes')).status, 403, role)
      assert.equal((await client.get(`/gift_requests/${gifts.ada}/details`)).status, 403, role)
    }
    assert.equal((await listTexts('', admin))[0], texts[0])
  })

  it('hides addresses in notes from viewers, as the page of the gift does', async () => {
    const viewer = await testApp.signIn(await testApp.createUser('viewer'))
    const [text] = await listTexts('', viewer)
    assert.equal(text, 'Call me at a…@planted.example')
    const gift = await readGiftPage(viewer, gifts.ada)
    assert.equal(gift.thank_you_note.text, text)
  })
})

describe('a deleted note', () => {
  it('vanishes with the erasure of its recipient', async () => {
    const email = 'ada.larkin@example.com'
    await admin.post('/recipients/erase', { email })
    assert.deepEqual(pluck((await list()).data, 'id'), [gifts.cleo, gifts.ben])
  })

  it('vanishes at the end of the retention', async () => {
    await fixture.run((ctx) => gifting.purgeEndedGifts(ctx, new Date('2100-01-01')))
    assert.deepEqual(await listTexts(), [])
  })
})
