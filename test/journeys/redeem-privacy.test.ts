import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as gifting from '#gifting'
import * as mail from '#mail'
import { createRedeemWorld, type MadeGift } from '#test/redeem-world'
import { newCookieJar, type Shown, visitorOf } from '#test/visitor'

const world = await createRedeemWorld()
const origin = await world.listen()
// The renderer of emails loads with the first one: on a busy machine that takes longer than a transaction may be idle.
await Promise.all([import('@react-email/components'), import('@react-email/render')])
const minute = 60_000

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const browser = () => {
  const cookies = newCookieJar()
  return { ...visitorOf(origin, {}, cookies), cookies }
}
type Browser = ReturnType<typeof browser>

const physicalIn = (page: Shown) =>
  /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\s\S])*?Linen notebook/.exec(page.text)?.[1] ?? ''

async function confirmIn(ada: Browser, gift: MadeGift): Promise<Shown> {
  const unwrapped = await ada.send(await ada.go(gift.path), 'open')
  const asked = await ada.send(unwrapped, 'choose', { variant: physicalIn(unwrapped) })
  const review = await ada.send(asked, 'address', berlin)
  assert.match(review.words, /Is everything right\?/)
  return ada.send(review, 'review', {}, ['do', 'redeem'])
}

const mailsTo = (gift: MadeGift, kind: string) =>
  world.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: gift.id })
    const rendered = []
    for (const { id } of messages.filter((each) => each.kind === kind))
      rendered.push((await mail.findAsRecipient(ctx, id))?.rendered)
    return rendered
  })

const ownLinkIn = (text: string | undefined) =>
  new URL(/https?:\/\/\S+\/verify\?proof=[\w-]+/.exec(text ?? '')?.[0] ?? 'x:').href

describe('the full address', () => {
  it('is shown in the browser that confirmed it, and shortened in every other', async () => {
    const gift = await world.gift()
    const ada = browser()
    const done = await confirmIn(ada, gift)
    assert.match(done.words, /All set, Ada!.*Goes to Ada Larkin Unter den Linden 1 10117 Berlin/)
    assert.deepEqual(ada.cookies.names(), [`bestow_recipient ${gift.path}`])
    assert.match((await ada.go(gift.path)).words, /Unter den Linden 1/)
    const other = await browser().go(gift.path)
    assert.match(
      other.words,
      /Goes to Berlin, Germany The full address is shown only in the browser/,
    )
    assert.doesNotMatch(other.text, /Linden|10117/)
  })

  it('is kept in cookies that scripts cannot read, of one gift, and of https where the origin has it', async () => {
    const gift = await world.gift()
    const ada = browser()
    const unwrapped = await ada.send(await ada.go(gift.path), 'open')
    await ada.send(unwrapped, 'choose', { variant: physicalIn(unwrapped) })
    const answer = await fetch(`${origin}${gift.path}/address`, {
      method: 'POST',
      body: new URLSearchParams({ ...berlin, do: 'review' }),
      redirect: 'manual',
    })
    const [line = ''] = answer.headers.getSetCookie()
    assert.match(
      line,
      /^bestow_draft=[\w-]+; Max-Age=3600; Path=\/r\/\w{22}; HttpOnly; SameSite=Lax$/,
    )
    assert.ok(!Buffer.from(line, 'base64url').toString('latin1').includes('Linden'))
  })

  it('is shown after a link that goes to the recipient by email, and not by looking at that link', async () => {
    const gift = await world.gift()
    await confirmIn(browser(), gift)
    const other = browser()
    const asked = await other.send(await other.go(gift.path), 'link')
    assert.match(asked.words, /Berlin, Germany/)
    assert.match(
      asked.text,
      /We have sent a link to your e-mail address\. It works for 30 minutes\./,
    )
    const [sent, ...more] = await mailsTo(gift, 'recipient_link')
    assert.equal(more.length, 0)
    const link = ownLinkIn(sent?.text)
    const looked = await other.go(link)
    assert.deepEqual(other.cookies.names(), [])
    assert.doesNotMatch(looked.text, /Linden/)
    const shown = await other.send(looked, 'verify')
    assert.match((await other.go(gift.path)).words, /Unter den Linden 1/)
    assert.match(shown.text, /Unter den Linden 1/)
    await other.send(await browser().go(gift.path), 'link')
    assert.equal((await mailsTo(gift, 'recipient_link')).length, 1, 'one in ten minutes')
  })

  it('is not shown by a link that is forged, expired or of another gift', async () => {
    const [gift, another] = [await world.gift(), await world.gift()]
    for (const each of [gift, another]) await confirmIn(browser(), each)
    await world.run((ctx) => gifting.requestRecipientLink(ctx, gift.id))
    const proof = new URL(ownLinkIn((await mailsTo(gift, 'recipient_link'))[0]?.text)).search
    const wrong = [
      `${another.path}/verify${proof}`,
      `${gift.path}/verify?proof=${'A'.repeat(120)}`,
      `${gift.path}/verify`,
    ]
    for (const path of wrong) {
      const page = await browser().go(path)
      assert.match(page.words, /This link no longer works.*E-mail me a link/, path)
    }
    await world.passTime(31 * minute)
    assert.match((await browser().go(`${gift.path}/verify${proof}`)).words, /no longer works/)
  })

  it('is not mailed to an address that was corrected after the confirmation', async () => {
    const gift = await world.gift()
    await confirmIn(browser(), gift)
    await world.run((ctx) => gifting.correctEmail(ctx, gift.id, 'sender@example.com'))
    const page = await browser().go(gift.path)
    assert.match(page.words, /To see or change it, write to Dana Lee \./)
    await assert.rejects(
      world.run((ctx) => gifting.requestRecipientLink(ctx, gift.id)),
      { code: 'invalid_transition' },
    )
    await world.advance(gift.id, 'shipping_error')
    const [problem] = await mailsTo(gift, 'shipping_problem')
    const opened = await browser().go(ownLinkIn(problem?.text))
    assert.match(opened.words, /This link no longer works/)
  })

  it('is not in an email that somebody of the account reads or sends on', async () => {
    const gift = await world.gift()
    await confirmIn(browser(), gift)
    await world.run((ctx) => gifting.requestRecipientLink(ctx, gift.id))
    await world.advance(gift.id, 'shipping_error')
    await world.run(async (ctx) => {
      const messages = await mail.list(ctx, { gift_request_id: gift.id })
      for (const { id, kind } of messages) {
        const shown = await mail.find(ctx, id)
        assert.doesNotMatch(shown?.rendered?.html ?? '', /proof=/, kind)
      }
      const of = (kind: string) => messages.find((each) => each.kind === kind)?.id ?? ''
      const to = 'sender@example.com'
      const again = await mail.resend(ctx, of('shipping_problem'), { to })
      const copy = await mail.findAsRecipient(ctx, again ?? '')
      assert.equal(copy?.message.to?.email, to)
      assert.doesNotMatch(copy?.rendered?.html ?? '', /proof=/)
      await assert.rejects(mail.resend(ctx, of('recipient_link'), { to }), { code: 'not_allowed' })
    })
  })
})

describe('a correction of the address', () => {
  it('is for the recipient alone: a bare link is asked to send itself to them', async () => {
    const gift = await world.gift()
    const ada = browser()
    await confirmIn(ada, gift)
    await world.advance(gift.id, 'shipping_error')
    const bare = await browser().go(`${gift.path}/problem`)
    assert.match(bare.words, /we send a link to your e-mail address first/)
    assert.doesNotMatch(bare.text, /name="line_1"/)
    const form = await ada.go(`${gift.path}/problem`)
    assert.match(form.text, /value="Unter den Linden 1"/)
    const changed = await ada.send(form, 'address', { line_1: 'Karl-Marx-Allee 2' }, ['do', 'save'])
    assert.match(
      changed.words,
      /We are sending it again Thank you\. The parcel goes to the new address\./,
    )
    assert.doesNotMatch(changed.words, /Check the address/)
    assert.match(changed.words, /Karl-Marx-Allee 2/)
  })

  it('is possible until a label is bought', async () => {
    const gift = await world.gift()
    const ada = browser()
    const done = await confirmIn(ada, gift)
    assert.match(done.words, /Change the address/)
    const form = await ada.go(`${gift.path}/problem`)
    const changed = await ada.send(form, 'address', { line_1: 'Karl-Marx-Allee 2' }, ['do', 'save'])
    assert.match(changed.words, /Thank you\. We send it to the new address\..*Karl-Marx-Allee 2/)
    await world.advance(gift.id, 'in_transit')
    const moving = await ada.go(gift.path)
    assert.match(moving.words, /Karl-Marx-Allee 2/)
    assert.doesNotMatch(moving.words, /Change the address/)
  })

  it('leads straight from the email about the problem to the form', async () => {
    const gift = await world.gift()
    await confirmIn(browser(), gift)
    await world.advance(gift.id, 'shipping_error')
    const [problem] = await mailsTo(gift, 'shipping_problem')
    const other = browser()
    const form = await other.send(await other.go(ownLinkIn(problem?.text)), 'verify')
    assert.match(form.text, /value="Unter den Linden 1"/)
  })

  it('says that the carrier has the parcel, while it does', async () => {
    const gift = await world.gift()
    const ada = browser()
    await confirmIn(ada, gift)
    await world.advance(gift.id, 'delivery_attempt_failed')
    const form = await ada.go(`${gift.path}/problem`)
    const changed = await ada.send(form, 'address', berlin, ['do', 'save'])
    assert.match(
      changed.words,
      /The carrier has the parcel already and may still try the old address/,
    )
    assert.doesNotMatch(changed.words, /We send it to the new address/)
  })
})
