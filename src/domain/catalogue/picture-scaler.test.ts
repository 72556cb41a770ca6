import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { detectPictureFormat } from './picture-format.ts'
import { createPictureScaler } from './picture-scaler.ts'

const { scale } = createPictureScaler()

/**
 * Creates a photo like that of a phone: 12 to 15 MB, with noise. The metadata has an orientation that turns
 * the picture, and a place.
 */
const photoOf = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withExif({ IFD0: { Artist: 'shot-by-ada' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 60 })
    .toBuffer()

const cutPhoto = (await photoOf(600, 400)).subarray(0, 9_000)
const hugePicture = await sharp({
  create: { width: 9_000, height: 9_000, channels: 3, background: 'red' },
})
  .png()
  .toBuffer()

describe('the picture scaler', () => {
  it('scales a photo of 48 megapixels, turns it upright, removes its metadata, and leaves the loop free', async () => {
    const photo = await photoOf(8_064, 6_048)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const scaled = await scale(photo, 2_400)
    delay.disable()
    assert.ok(scaled !== undefined)
    const format = detectPictureFormat(scaled)
    assert.deepEqual([format?.width, format?.height], [1_800, 2_400])
    assert.equal(scaled.includes('Exif'), false)
    assert.equal(scaled.includes('shot-by-ada'), false)
    assert.ok(delay.percentile(99) < 500e6, `${delay.percentile(99) / 1e6} ms`)
  })

  it('keeps the size of a small picture, and puts a transparent one on white', async () => {
    const png = await sharp({
      create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const scaled = await scale(png, 2_400)
    const { data, info } = await sharp(scaled).raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.height, data[0]], [40, 20, 255])
  })

  for (const [name, content] of [
    ['a text', Buffer.from('hello')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['a cut photo', cutPhoto],
    ['a picture of 81 megapixels', hugePicture],
  ] as const)
    it(`refuses ${name}`, async () => assert.equal(await scale(content, 2_400), undefined))

  it('refuses more pictures than its queue has places, and goes on afterwards', async () => {
    const photo = await photoOf(1_000, 800)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => scale(photo, 500)))
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 8)
    assert.ok((await scale(photo, 500)) !== undefined)
  })
})
