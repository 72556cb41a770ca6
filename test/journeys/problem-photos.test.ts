import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import * as gifting from '#gifting'
import { createProblemFixture } from '#test/problem-fixture'
import { type CreatedGift, createRedeemTestApp } from '#test/redeem-harness'

/*
 * The tests of uploaded photos. Large photos are scaled down. The service rejects a form that is too large
 * while it reads the form.
 */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const { confirmedGift, send } = createProblemFixture(testApp, origin)

const reportsOf = ({ id }: CreatedGift) => testApp.run((ctx) => gifting.listProblems(ctx, { id }))

it('scales a photo of 12 MB down, upright and without metadata', async () => {
  const confirmed = await confirmedGift()
  const photo = await sharp({
    create: {
      ...{ width: 4_000, height: 3_000, channels: 3, background: 'teal' },
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .withExif({ IFD0: { Artist: 'shot-by-ada' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer()
  assert.ok(photo.length > 8_000_000 && photo.length < 15_000_000, `${photo.length} bytes`)
  const { status } = await send(confirmed, { photos: [photo, photo, photo] })
  assert.equal(status, 303)
  const [report] = await reportsOf(confirmed.gift)
  assert.deepEqual(
    report?.photos.map(({ content_type, width, height }) => [content_type, width, height]),
    Array(3).fill(['image/jpeg', 1_800, 2_400]),
  )
  const stored = await testApp.run((ctx) =>
    gifting.findProblemPhoto(ctx, confirmed.gift.id, report?.photos[0]?.id ?? ''),
  )
  assert.ok(!stored?.content.includes('shot-by-ada'))
})

// biome-ignore format: aligned columns
const headers: [name: string, contentType: string, status: number][] = [
  ['another boundary before',      'multipart/form-data; xboundary=zzzz; boundary=b', 400],
  ['another parameter before',     'multipart/form-data; charset=utf-8; boundary=b',  400],
  ['another parameter behind',     'multipart/form-data; boundary=b; boundary=c',     400],
  ['no boundary',                  'multipart/form-data',                             400],
  ['an empty boundary',            'multipart/form-data; boundary=',                  400],
  ['a boundary of 71 characters',  `multipart/form-data; boundary=${'b'.repeat(71)}`, 400],
  ['too many parts',               'multipart/form-data; boundary=b',                 413],
  ['a quoted one, too many parts', 'multipart/form-data;boundary="b"',                413],
]
for (const [name, contentType, status] of headers)
  it(`answers ${status} to a form of 470,000 parts with ${name}`, async () => {
    const { gift, cookies } = await confirmedGift()
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    const usage = process.cpuUsage()
    const response = await fetch(`${origin}${gift.path}/help`, {
      method: 'POST',
      body: part.repeat(470_000),
      headers: { ...cookies.headerFor(gift.path), 'content-type': contentType },
    }).catch(() => undefined)
    if (response !== undefined) assert.equal(response.status, status)
    const { user, system } = process.cpuUsage(usage)
    assert.ok(user + system < 2_000_000, `${(user + system) / 1e6} s of processor time`)
    assert.deepEqual(await reportsOf(gift), [])
  })

for (const body of [
  '',
  '--b',
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx',
  'x'.repeat(1_000),
])
  it(`answers a form that ends too early with 400 or with the form: ${JSON.stringify(body.slice(0, 20))}`, async () => {
    const { gift, cookies } = await confirmedGift()
    const response = await fetch(`${origin}${gift.path}/help`, {
      method: 'POST',
      body,
      headers: {
        ...cookies.headerFor(gift.path),
        'content-type': 'multipart/form-data; boundary=b',
      },
      signal: AbortSignal.timeout(20_000),
    })
    assert.ok([400, 422].includes(response.status), String(response.status))
    assert.deepEqual(await reportsOf(gift), [])
  })
