import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleEmails } from '../templates/sample-emails.ts'
import type { TemplateWithData } from '../templates/template-data.ts'
import { renderEmail } from './render-email.ts'

const origin = 'https://gifts.example.com'
const theme = {
  color: '#2f6b57',
  logo_url: null,
  name: 'Larkfield',
  headline: null,
  art_url: `${origin}/pages/wrapping-dots-cream-2f6b57.png`,
}
const sample = (kind: TemplateWithData['kind']) => {
  const found = sampleEmails(origin).find((each) => each.kind === kind)
  assert.ok(found)
  return found
}
const render = (template: TemplateWithData, photo?: { alt: string }) =>
  renderEmail(template, { locale: 'en', timeZone: 'UTC', theme, photo })

/** Returns the data of the email `redeemed`, with a picture of its item at this URL. */
const withItemPicture = (image_url: string): TemplateWithData => {
  const template = sample('redeemed')
  assert.ok(template.kind === 'redeemed')
  const items = [{ name: 'Mug', quantity: 1, image_url }]
  return { ...template, data: { ...template.data, items } }
}

it('shows the wrapped gift above emails about a gift that is still wrapped, with a description', async () => {
  for (const kind of ['invitation', 'announcement', 'reminder', 'expiring'] as const)
    assert.match((await render(sample(kind))).html, /<img[^>]+alt="A wrapped gift from Dana Lee"/)
  for (const kind of ['redeemed', 'delivered', 'parcel_lost', 'gift_cancelled'] as const)
    assert.doesNotMatch((await render(sample(kind))).html, /wrapping-/)
})

it('opens the gift from the picture of the wrapped gift', async () => {
  for (const kind of ['invitation', 'reminder', 'waiting_list_offer', 'claim_approved'] as const) {
    const { html } = await render(sample(kind))
    const [, button = ''] = /<a href="([^"]+)"[^>]*class="wide"/.exec(html) ?? []
    const [, linked] = /<a href="([^"]+)"[^>]*><img[^>]+wrapping-/.exec(html) ?? []
    assert.equal(linked, button, kind)
    assert.match(html, /<img(?=[^>]+wrapping-)(?=[^>]+width="560")[^>]+height="294"/)
  }
})

it('shows the pictures of the demo catalogue, and the item that was delivered', async () => {
  const url = `${origin}/images/mug-sage.thumbnail.svg`
  const png = /<img[^>]+src="https:\/\/gifts\.example\.com\/images\/mug-sage\.thumbnail\.png"/
  assert.match((await render(withItemPicture(url))).html, png)
  const delivered = sample('delivered')
  assert.ok(delivered.kind === 'delivered')
  const items = [{ name: 'Mug', quantity: 2, image_url: url }]
  const { html, text } = await render({ ...delivered, data: { ...delivered.data, items } })
  assert.match(html, png)
  assert.match(text, /2 × Mug/)
})

it('shows a picture of an item from its own origin only, and never of a surprise', async () => {
  const { html } = await render(withItemPicture(`${origin}/images/mug.jpg`))
  assert.match(html, /<img[^>]+src="https:\/\/gifts\.example\.com\/images\/mug\.jpg"/)
  for (const url of [
    'https://tracker.example/mug.jpg',
    'https://gifts.example.com.evil.example/mug.jpg',
    `${origin}/images/mug.svg`,
  ])
    assert.doesNotMatch((await render(withItemPicture(url))).html, /<img[^>]+mug/)
  const surprise = sample('redeemed')
  assert.ok(surprise.kind === 'redeemed')
  const hidden = { ...surprise, data: { ...surprise.data, items: null } }
  assert.doesNotMatch((await render(hidden)).html, /<img/)
})

it('shows what the gift is in each email after the choice', async () => {
  for (const template of sampleEmails(origin)) {
    if (!('items' in template.data) || template.kind === 'content_link') continue
    const { html, text } = await render(template)
    const [, name = ''] = /^\* (?:2 × )?(.+)$/m.exec(text) ?? []
    assert.match(html, new RegExp(`<a href="[^"]+"[^>]*><img[^>]+\\.png".*${name}`), template.kind)
  }
})

it('shows when the parcel arrives, its carrier, and its number as a link', async () => {
  const template = sample('dispatched')
  assert.ok(template.kind === 'dispatched')
  const parcel = { carrier: 'UPS', code: '1Z99', url: 'https://example.com/t', estimated_at: null }
  const renderWith = async (more: object, timeZone = 'UTC') => {
    const data = { ...template.data, tracking: [{ ...parcel, ...more }] }
    return renderEmail({ ...template, data }, { locale: 'en-US', timeZone, theme })
  }
  const estimated_at = '2026-05-12T00:00:00.000Z'
  const { html, text } = await renderWith({ estimated_at }, 'America/Los_Angeles')
  assert.match(html, /Arriving by<\/span><br\/?><strong[^>]*>Tuesday, May 12, 2026</)
  assert.match(html, /<a href="https:\/\/example\.com\/t"[^>]*>1Z99<\/a>/)
  assert.match(text, /\nArriving by: Tuesday, May 12, 2026\nCarrier: UPS\nTracking number: 1Z99\n/)
  const exact = await renderWith({ estimated_at: '2026-05-12T03:00:00Z' }, 'America/Los_Angeles')
  assert.match(exact.text, /Arriving by: Monday, May 11, 2026/)
  const bare = await renderWith({ carrier: null, code: null })
  assert.doesNotMatch(bare.text, /Carrier|Tracking number|Arriving|null/)
  assert.doesNotMatch((await renderWith({ url: 'javascript:alert(1)' })).html, /javascript:/)
})

it('names the last day below the heading, as long as the gift is wrapped', async () => {
  for (const kind of ['reminder', 'expiring', 'link_resend'] as const) {
    const { html, text } = await render(sample(kind))
    assert.match(html, /Open by<\/span><br\/?><strong[^>]*>Thursday, 28 May 2026</, kind)
    assert.match(text, /\nOpen by: Thursday, 28 May 2026\n/, kind)
    assert.doesNotMatch(text, /undefined/)
  }
})

it('has the photo of the sender and its description in HTML and in plain text', async () => {
  const { html, text } = await render(sample('invitation'), { alt: 'Dana "waves" <b>' })
  assert.match(html, /alt="Dana &quot;waves&quot; &lt;b&gt;"/)
  assert.match(html, /\/r\/[^"]+\/media"/)
  assert.match(text, /Dana "waves" <b>:\nhttps:\/\/gifts\.example\.com\/r\/[^\n]+\/media/)
})

it('keeps its width with long words and long names', async () => {
  const template = sample('invitation')
  assert.ok(template.kind === 'invitation')
  const long = 'x'.repeat(300)
  const data = {
    ...template.data,
    first_name: long,
    sender: { name: long, email: `${long}@example.com` },
    message: { subject: long, body: long },
  }
  const { html } = await render({ ...template, data }, { alt: long })
  for (const [tag] of html.matchAll(/<(?:p|h1) [^>]*style="[^"]*"/g))
    assert.match(tag, /word-break:break-word/)
})
