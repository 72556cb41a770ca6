import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { runHousekeeping } from '#app/housekeeping'
import { createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const adminClient = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)

describe('an image', () => {
  const upload = (content: Buffer) =>
    adminClient.post('/catalogue/images', { content: content.toString('base64') })

  it('is stored under a hash of its content, with headers that prevent script execution', async () => {
    const { status, json } = await upload(png(2, 3))
    assert.equal(status, 201)
    assert.match(json.url, /\/images\/[0-9a-f]{32}\.png$/)
    assert.equal((await upload(png(2, 3))).json.url, json.url)
    const response = await fetch(json.url)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*sandbox/,
    )
    assert.match(response.headers.get('cache-control') ?? '', /immutable/)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), png(2, 3))
    assert.equal((await fetch(json.url.replace('.png', '.jpg'))).status, 404)
    assert.equal((await sender.post('/catalogue/images', { content: '' })).status, 403)
  })

  it('is deleted after a day without use', async () => {
    const [used, unused] = [(await upload(png(4, 5))).json.url, (await upload(png(5, 4))).json.url]
    const usedImage = {
      name: 'Used',
      url: used,
      urls: { thumbnail: used, large: used, large_wide: used },
    }
    const created = await adminClient.post('/products', {
      ...{ name: 'Mug', kind: 'physical', images: [usedImage] },
      variants: [{ sku: 'MUG', name: 'Small' }],
    })
    assert.equal(created.status, 201, created.text)
    const exists = async (url: string) => (await fetch(url)).status === 200
    await runHousekeeping(testApp.db)
    assert.deepEqual([await exists(used), await exists(unused)], [true, true])
    await testApp.run((ctx) =>
      ctx.query(`update catalogue.picture set created_at = created_at - interval '25 hours'`),
    )
    await runHousekeeping(testApp.db)
    assert.deepEqual([await exists(used), await exists(unused)], [true, false])
  })

  it('is rejected if it is not PNG, JPEG or WebP, or is too large', async () => {
    const rejection = async (content: Buffer) => {
      const { status, json } = await upload(content)
      assert.deepEqual([status, ...params(json)], [422, 'content'])
      return json.errors[0].message
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    assert.match(await rejection(svg), /PNG, JPEG or WebP/)
    assert.match(await rejection(Buffer.from('<html>')), /PNG, JPEG or WebP/)
    assert.match(await rejection(png(2, 3).subarray(0, 14)), /PNG, JPEG or WebP/)
    assert.match(await rejection(Buffer.from([0xff, 0xd8, 0xff])), /PNG, JPEG or WebP/)
    assert.match(await rejection(png(5_000, 1)), /4096/)
    assert.match(await rejection(Buffer.concat([png(2, 3), Buffer.alloc(720_000)])), /700 KB/)
  })

  it('is identified by its content as WebP or JPEG', async () => {
    const webp = Buffer.alloc(30)
    webp.write('RIFF', 0)
    webp.write('WEBPVP8X', 8)
    assert.match((await upload(webp)).json.url, /\.webp$/)
    const jpeg = Buffer.from([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 7, 1,
    ])
    assert.match((await upload(jpeg)).json.url, /\.jpg$/)
  })
})

/** Builds a minimal valid PNG of this size. */
function png(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(kind), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc(height * (width + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
