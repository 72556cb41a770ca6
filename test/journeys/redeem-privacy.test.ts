import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import * as gifting from '#gifting'
import {
  createCookieJar,
  createRecipientBrowser,
  type RecipientPage,
} from '#test/recipient-browser'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const minute = 60_000

const berlin = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}

const browser = () => {
  const cookies = createCookieJar()
  return { ...createRecipientBrowser(origin, {}, cookies), cookies }
}
type Browser = ReturnType<typeof browser>

const findPhysicalVariant = (page: RecipientPage) =>
  /value="([0-9a-f-]{36})"[^>]*>(?:(?!<input)[\s\S])*?Linen notebook/.exec(page.text)?.[1] ?? ''

async function confirmRedemption(ada: Browser, gift: CreatedGift): Promise<RecipientPage> {
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const addressPage = await ada.submit(unwrapped, 'choose', {
    variant: findPhysicalVariant(unwrapped),
  })
  const review = await ada.submit(addressPage, 'address', berlin)
  assert.match(review.visibleText, /Everything look right\?/)
  return ada.submit(review, 'review', {}, ['do', 'redeem'])
}

const findEmailsTo = (gift: CreatedGift, kind: string) =>
  testApp.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: gift.id })
    const rendered = []
    for (const { id } of messages.filter((each) => each.kind === kind))
      rendered.push((await mail.findAsRecipient(ctx, id))?.rendered)
    return rendered
  })

const findPersonalLink = (text: string | undefined) =>
  new URL(/https?:\/\/\S+\/verify\?proof=[\w-]+/.exec(text ?? '')?.[0] ?? 'x:').href

describe('the full address', () => {
  it('is visible in the browser that confirmed it, and shortened in other browsers', async () => {
    const gift = await testApp.createGift()
    const ada = browser()
    const done = await confirmRedemption(ada, gift)
    assert.match(
      done.visibleText,
      /All set, Ada!.*Delivering to Ada Larkin Unter den Linden 1 10117 Berlin/,
    )
    assert.deepEqual(ada.cookies.names(), [`bestow_recipient ${gift.path}`])
    assert.match((await ada.open(gift.path)).visibleText, /Unter den Linden 1/)
    const other = await browser().open(gift.path)
    assert.match(
      other.visibleText,
      /Delivering to Berlin, Germany The full address is only shown in the browser/,
    )
    assert.doesNotMatch(other.text, /Linden|10117/)
  })

  it('is stored in cookies that are HttpOnly and limited to the path of one gift', async () => {
    const gift = await testApp.createGift()
    const ada = browser()
    const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
    await ada.submit(unwrapped, 'choose', { variant: findPhysicalVariant(unwrapped) })
    const response = await fetch(`${origin}${gift.path}/address`, {
      method: 'POST',
      body: new URLSearchParams({ ...berlin, do: 'review' }),
      redirect: 'manual',
    })
    const [line = ''] = response.headers.getSetCookie()
    assert.match(
      line,
      /^bestow_draft=[\w-]+; Max-Age=3600; Path=\/r\/\w{22}; HttpOnly; SameSite=Lax$/,
    )
    assert.ok(!Buffer.from(line, 'base64url').toString('latin1').includes('Linden'))
  })

  it('is visible after the recipient submits the emailed link, but not after a GET of that link', async () => {
    const gift = await testApp.createGift()
    await confirmRedemption(browser(), gift)
    const other = browser()
    const requested = await other.submit(await other.open(gift.path), 'link')
    assert.match(requested.visibleText, /Berlin, Germany/)
    assert.match(
      requested.text,
      /We’ve sent a link to your email address\. It works for 30 minutes\./,
    )
    const [sent, ...more] = await findEmailsTo(gift, 'recipient_link')
    assert.equal(more.length, 0)
    const link = findPersonalLink(sent?.text)
    const confirmPage = await other.open(link)
    assert.deepEqual(other.cookies.names(), [])
    assert.doesNotMatch(confirmPage.text, /Linden/)
    const shown = await other.submit(confirmPage, 'verify')
    assert.match((await other.open(gift.path)).visibleText, /Unter den Linden 1/)
    assert.match(shown.text, /Unter den Linden 1/)
    await other.submit(await browser().open(gift.path), 'link')
    assert.equal((await findEmailsTo(gift, 'recipient_link')).length, 1, 'one email in ten minutes')
  })

  it('is not shown by a forged or expired link or a link of another gift', async () => {
    const [gift, another] = [await testApp.createGift(), await testApp.createGift()]
    for (const each of [gift, another]) await confirmRedemption(browser(), each)
    await testApp.run((ctx) => gifting.requestRecipientLink(ctx, gift.id))
    const proof = new URL(findPersonalLink((await findEmailsTo(gift, 'recipient_link'))[0]?.text))
      .search
    const invalidCodes = [
      `${another.path}/verify${proof}`,
      `${gift.path}/verify?proof=${'A'.repeat(120)}`,
      `${gift.path}/verify`,
    ]
    for (const path of invalidCodes) {
      const page = await browser().open(path)
      assert.match(page.visibleText, /This link no longer works.*Email me a link/, path)
    }
    await testApp.advanceTime(31 * minute)
    assert.match(
      (await browser().open(`${gift.path}/verify${proof}`)).visibleText,
      /no longer works/,
    )
  })

  it('is not emailed to an address that was corrected after the confirmation', async () => {
    const gift = await testApp.createGift()
    await confirmRedemption(browser(), gift)
    await testApp.run((ctx) => gifting.correctEmail(ctx, gift.id, 'sender@example.com'))
    const page = await browser().open(gift.path)
    assert.match(page.visibleText, /To see or change it, contact Dana Lee \./)
    await assert.rejects(
      testApp.run((ctx) => gifting.requestRecipientLink(ctx, gift.id)),
      { code: 'invalid_transition' },
    )
    await testApp.advance(gift.id, 'shipping_error')
    const [problem] = await findEmailsTo(gift, 'shipping_problem')
    const opened = await browser().open(findPersonalLink(problem?.text))
    assert.match(opened.visibleText, /This link no longer works/)
  })

  it('is not in an email that a user of the account reads', async () => {
    const gift = await testApp.createGift()
    await confirmRedemption(browser(), gift)
    await testApp.run((ctx) => gifting.requestRecipientLink(ctx, gift.id))
    await testApp.advance(gift.id, 'shipping_error')
    await testApp.run(async (ctx) => {
      const messages = await mail.list(ctx, { gift_request_id: gift.id })
      for (const { id, kind } of messages) {
        const shown = await mail.find(ctx, id)
        assert.doesNotMatch(shown?.rendered?.html ?? '', /proof=/, kind)
      }
    })
  })
})

describe('a correction of the address', () => {
  it('requires the recipient: other browsers are offered an emailed link', async () => {
    const gift = await testApp.createGift()
    const ada = browser()
    await confirmRedemption(ada, gift)
    await testApp.advance(gift.id, 'shipping_error')
    const problemPage = await browser().open(`${gift.path}/problem`)
    assert.match(problemPage.visibleText, /we’ll send a link to your email address first/)
    assert.doesNotMatch(problemPage.text, /name="line_1"/)
    const form = await ada.open(`${gift.path}/problem`)
    assert.match(form.text, /value="Unter den Linden 1"/)
    const changed = await ada.submit(form, 'address', { line_1: 'Karl-Marx-Allee 2' }, [
      'do',
      'save',
    ])
    assert.match(
      changed.visibleText,
      /We’re sending it again Thanks! Your parcel is going to the new address\./,
    )
    assert.doesNotMatch(changed.visibleText, /Check address/)
    assert.match(changed.visibleText, /Karl-Marx-Allee 2/)
  })

  it('is possible until a label is bought', async () => {
    const gift = await testApp.createGift()
    const ada = browser()
    const done = await confirmRedemption(ada, gift)
    assert.match(done.visibleText, /Change address/)
    const form = await ada.open(`${gift.path}/problem`)
    const changed = await ada.submit(form, 'address', { line_1: 'Karl-Marx-Allee 2' }, [
      'do',
      'save',
    ])
    assert.match(
      changed.visibleText,
      /Thanks! We’re sending it to your new address\..*Karl-Marx-Allee 2/,
    )
    await testApp.advance(gift.id, 'in_transit')
    const moving = await ada.open(gift.path)
    assert.match(moving.visibleText, /Karl-Marx-Allee 2/)
    assert.doesNotMatch(moving.visibleText, /Change address/)
  })

  it('is one step away from the email about the problem', async () => {
    const gift = await testApp.createGift()
    await confirmRedemption(browser(), gift)
    await testApp.advance(gift.id, 'shipping_error')
    const [problem] = await findEmailsTo(gift, 'shipping_problem')
    const other = browser()
    const form = await other.submit(await other.open(findPersonalLink(problem?.text)), 'verify')
    assert.match(form.text, /value="Unter den Linden 1"/)
  })

  it("names a known problem in the recipient's language, and quotes any other message", async () => {
    const gift = await testApp.createGift()
    const ada = browser()
    await confirmRedemption(ada, gift)
    await testApp.advance(gift.id, 'shipping_error')
    const openAfter = async (message: string) => {
      await testApp.run((ctx) =>
        ctx.query('update fulfilment.parcel set problem_reason = $1 where gift_request_id = $2', [
          message,
          gift.id,
        ]),
      )
      return (await ada.open(`${gift.path}?lang=de`)).visibleText
    }
    const known = await openAfter('Address rejected: house number is missing')
    assert.match(known, /Die Hausnummer fehlt/)
    assert.doesNotMatch(known, /house number|Nachricht des Paketdienstes/)
    const unknown = await openAfter('The depot is closed.')
    assert.match(unknown, /Nachricht des Paketdienstes: The depot is closed\./)
  })

  it('explains that the carrier has the parcel', async () => {
    const gift = await testApp.createGift()
    const ada = browser()
    await confirmRedemption(ada, gift)
    await testApp.advance(gift.id, 'delivery_attempt_failed')
    const form = await ada.open(`${gift.path}/problem`)
    const changed = await ada.submit(form, 'address', berlin, ['do', 'save'])
    assert.match(
      changed.visibleText,
      /The courier already has the parcel and may still try the old one/,
    )
    assert.doesNotMatch(changed.visibleText, /We’re sending it to your new address/)
  })
})
