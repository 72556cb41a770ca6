import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { cardDesigns } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import * as privacy from '#privacy'
import { mp4, photo } from '#test/media-fixture'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const ada = createRecipientBrowser(origin)

const giveCard = (
  id: string,
  card: greetings.GreetingInput['card'],
  media_id: string | null = null,
) => testApp.run((ctx) => gifting.setGreeting(ctx, id, { card, media_id }))

const upload = (content: Buffer, alt = 'Dana waves') =>
  testApp.run((ctx) => greetings.saveMedia(ctx, content, alt))

const countMedia = () =>
  testApp.run((ctx) =>
    ctx.queryFirst<{ media: number; chunks: number }>(
      `select (select count(*)::int from greetings.media) as media,
              (select count(*)::int from greetings.media_chunk) as chunks`,
      [],
    ),
  )

describe('the card', () => {
  it('is on the first page, folded on later pages, and alone on a page that prints', async () => {
    const gift = await testApp.createGift()
    await giveCard(gift.id, 'birthday')
    const first = await ada.open(gift.path)
    assert.match(first.text, /<img class="card-picture" src="\/pages\/card-birthday\.svg" alt=""/)
    const choice = await ada.submit(first, 'open')
    assert.match(
      choice.text,
      /<details class="card-note" open><summary>[^<]+<\/summary><img class="card-picture"/,
    )
    const card = await ada.open(`${gift.path}/card`)
    assert.match(card.text, /<div class="greeting"><img class="card-picture"/)
    assert.match(card.text, /<button class="main" data-print hidden>/)
    await testApp.advance(gift.id, 'complete')
    assert.match((await ada.open(gift.path)).text, /<details class="card-note"/)
    assert.equal((await ada.open(`${gift.path}/card`)).status, 200)
  })

  it('of a cancelled gift has no page', async () => {
    const gift = await testApp.createGift()
    await giveCard(gift.id, 'birthday')
    await testApp.advance(gift.id, 'cancelled')
    const { status, headers } = await fetch(`${origin}${gift.path}/card`, { redirect: 'manual' })
    assert.deepEqual([status, headers.get('location')], [303, gift.path])
    await assert.rejects(giveCard(gift.id, 'welcome'), /cancelled/)
  })

  it('of the campaign applies, until the gift has its own', async () => {
    const gift = await testApp.createGift()
    const campaign_id = testApp.campaign('email').id
    const setForCampaign = (card: greetings.GreetingInput['card']) =>
      testApp.run((ctx) => greetings.setForCampaign(ctx, campaign_id, { card, media_id: null }))
    await setForCampaign('welcome')
    assert.match((await ada.open(gift.path)).text, /card-welcome/)
    await giveCard(gift.id, null)
    assert.doesNotMatch((await ada.open(gift.path)).text, /card-picture/)
    await testApp.run((ctx) => gifting.setGreeting(ctx, gift.id, null))
    assert.match((await ada.open(gift.path)).text, /card-welcome/)
    await setForCampaign(null)
  })

  it('has a small drawing without text, for light and dark', async () => {
    for (const design of cardDesigns) {
      const response = await fetch(`${origin}/pages/card-${design}.svg`)
      const svg = await response.text()
      assert.equal(response.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
      assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
      assert.ok(svg.length <= 6_144, `${design}: ${svg.length} bytes`)
      assert.match(svg, /prefers-color-scheme:dark/)
      assert.doesNotMatch(svg, /<text|<script|href|url\(/)
    }
    assert.equal((await fetch(`${origin}/pages/card-..%2fcards.svg`)).status, 404)
  })

  it('names an unknown card, and media of another account', async () => {
    const gift = await testApp.createGift()
    await assert.rejects(giveCard(gift.id, '../../etc/passwd' as 'birthday'), { code: 'invalid' })
    const other = await testApp.run(
      (ctx) => accounts.createAccount(ctx, { name: 'Other', tier: 'enterprise' }),
      ALL_ACCOUNTS,
    )
    const media = await testApp.run((ctx) => greetings.saveMedia(ctx, photo(), 'Theirs'), other.id)
    await assert.rejects(giveCard(gift.id, null, media.id), (error: { fieldErrors: unknown }) => {
      assert.match(JSON.stringify(error.fieldErrors), /greeting\.media_id.*upload it again/)
      return true
    })
  })
})

describe('the photo or the video of the sender', () => {
  it('needs the link of the gift, is never sniffed, and has its description', async () => {
    const gift = await testApp.createGift()
    const content = photo()
    await giveCard(gift.id, 'birthday', (await upload(content, 'Dana & "Lee" <waves>')).id)
    const page = await ada.open(gift.path)
    assert.match(
      page.text,
      /<img src="[^"]+\/media" alt="Dana &amp; &quot;Lee&quot; &lt;waves&gt;" width="4"/,
    )
    const response = await fetch(`${origin}${gift.path}/media`)
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(content))
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('cache-control') ?? '', /^private/)
    assert.equal((await fetch(`${origin}/r/unknown/media`)).status, 404)
    const other = await testApp.createGift()
    assert.equal((await fetch(`${origin}${other.path}/media`)).status, 404)
  })

  it('starts no video, and sends any range of it', async () => {
    const gift = await testApp.createGift()
    const content = mp4({ bytes: 700_000 })
    await giveCard(gift.id, null, (await upload(content)).id)
    const { text } = await ada.open(gift.path)
    assert.match(
      text,
      /<video [^>]*controls playsinline preload="metadata" aria-label="Dana waves">/,
    )
    assert.doesNotMatch(text, /autoplay/)
    const fetchRange = async (range: string) => {
      const response = await fetch(`${origin}${gift.path}/media`, { headers: { range } })
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    }
    const whole = await fetchRange('bytes=0-')
    assert.deepEqual([whole.status, whole.bytes.equals(content)], [206, true])
    // the range covers parts of two stored parts
    const part = await fetchRange('bytes=262000-530000')
    assert.ok(part.bytes.equals(content.subarray(262_000, 530_001)))
    assert.equal(part.headers.get('content-range'), `bytes 262000-530000/${content.length}`)
    const end = await fetchRange('bytes=-5')
    assert.ok(end.bytes.equals(content.subarray(-5)))
    assert.equal((await fetchRange(`bytes=${content.length}-`)).status, 416)
  })

  it('needs a description, and is encrypted in the database', async () => {
    await assert.rejects(upload(photo(), ' \n'), (error: { fieldErrors: unknown }) => {
      assert.match(JSON.stringify(error.fieldErrors), /"alt".*describe/)
      return true
    })
    const { id } = await upload(mp4())
    const chunks = await testApp.run((ctx) =>
      ctx.query<{ encrypted_content: Buffer }>(
        'select encrypted_content from greetings.media_chunk where media_id = $1',
        [id],
      ),
    )
    assert.ok(
      chunks.length > 0 &&
        chunks.every(({ encrypted_content }) => !encrypted_content.includes('ftyp')),
    )
  })

  it('is deleted with the personal data of the last gift that shows it', async () => {
    await testApp.run(greetings.deleteUnusedMedia)
    const before = await countMedia()
    const media = await upload(photo())
    const gifts = []
    for (const name of ['first', 'second']) {
      const email = `${name}@erased.example`
      const gift = await testApp.createGift({
        recipient: { first_name: name, last_name: 'Erased', email },
      })
      await giveCard(gift.id, 'birthday', media.id)
      gifts.push({ ...gift, email })
    }
    const erase = (email: string) => testApp.run((ctx) => privacy.erasePersonalData(ctx, email))
    await erase('first@erased.example')
    assert.equal((await countMedia())?.media, (before?.media ?? 0) + 1)
    await erase('second@erased.example')
    assert.deepEqual(await countMedia(), before)
    assert.equal((await fetch(`${origin}${gifts[1]?.path}/media`)).status, 404)
  })

  it('is deleted a day after its upload, unless a greeting uses it', async () => {
    const used = await upload(photo())
    const unused = await upload(photo())
    const gift = await testApp.createGift()
    await giveCard(gift.id, null, used.id)
    const later = new Date(testApp.db.clock().getTime() + 25 * 3_600_000)
    await testApp.run((ctx) => greetings.deleteUnusedMedia({ ...ctx, now: later }))
    const find = (id: string) => testApp.run((ctx) => greetings.findMedia(ctx, id))
    assert.ok(await find(used.id))
    assert.equal(await find(unused.id), undefined)
  })
})

describe('the picture of a link in chats', () => {
  it('is a PNG in the colours of the campaign, and names no person', async () => {
    const gift = await testApp.createGift()
    const { text } = await ada.open(gift.path)
    const [, url = ''] = /<meta property="og:image" content="([^"]+)">/.exec(text) ?? []
    assert.match(url, /\/pages\/wrapping-[a-z]+-[a-z]+-[0-9a-f]{6}\.png$/)
    const response = await fetch(origin + new URL(url).pathname)
    const png = Buffer.from(await response.arrayBuffer())
    assert.deepEqual(
      [response.headers.get('content-type'), png.readUInt32BE(16), png.readUInt32BE(20)],
      ['image/png', 1200, 630],
    )
    for (const name of [
      'dots-cream-xyzxyz',
      'dots-cream-7a2e6d00',
      'paper-cream-7a2e6d',
      '__proto__-cream-7a2e6d',
    ])
      assert.equal((await fetch(`${origin}/pages/wrapping-${name}.png`)).status, 404, name)
  })

  it('does not count as an opened link', async () => {
    const gift = await testApp.createGift()
    await fetch(`${origin}${gift.path}`, {
      headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
    })
    await fetch(`${origin}${gift.path}`, { method: 'HEAD' })
    await fetch(`${origin}${gift.path}/card`)
    const found = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id))
    assert.equal(found?.opened_at, null)
  })
})

describe('the invitation', () => {
  it('shows the wrapped gift and the photo, each with a description', async () => {
    const gift = await testApp.createGift()
    await giveCard(gift.id, 'birthday', (await upload(photo(), 'Dana waves')).id)
    const html = await renderInvitation(gift.id)
    assert.match(
      html,
      /<img[^>]+alt="A wrapped gift from [^"]+"[^>]+src="[^"]+\/pages\/wrapping-[^"]+\.png"/,
    )
    assert.match(html, new RegExp(`<img[^>]+alt="Dana waves"[^>]+src="[^"]+${gift.path}/media"`))
  })

  it('shows no video', async () => {
    const gift = await testApp.createGift()
    await giveCard(gift.id, 'birthday', (await upload(mp4())).id)
    assert.doesNotMatch(await renderInvitation(gift.id), /\/media|<video/)
  })
})

async function renderInvitation(gift_request_id: string): Promise<string> {
  return testApp.run(async (ctx) => {
    const [message] = await mail.list(ctx, { gift_request_id, limit: 10 })
    const found = await mail.findAsRecipient(ctx, message?.id ?? '')
    return found?.rendered?.html ?? ''
  })
}
