import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jpegWithMetadata, pngWithMetadata, webpWithMetadata } from '#test/pictures'
import { detectPictureFormat } from './picture-format.ts'
import { removeMetadata } from './picture-metadata.ts'

const secrets = /GPS-52\.5200|shot-by-ada|movie-after-the-end/

const clean = (content: Buffer) => {
  const format = detectPictureFormat(content)
  assert.ok(format)
  return removeMetadata(content, format)
}

describe('removeMetadata', () => {
  for (const [name, content] of [
    ['JPEG', jpegWithMetadata(6)],
    ['PNG', pngWithMetadata()],
    ['WebP', webpWithMetadata()],
  ] as const)
    it(`removes place, comments and appended data of a ${name}, and keeps its size`, () => {
      assert.match(content.toString('latin1'), secrets)
      const cleaned = clean(content)
      assert.ok(cleaned)
      assert.doesNotMatch(cleaned.toString('latin1'), secrets)
      assert.deepEqual(detectPictureFormat(cleaned), detectPictureFormat(content))
      assert.deepEqual(clean(cleaned), cleaned, 'a second pass changes nothing')
    })

  it('keeps the orientation of a JPEG', () => {
    const cleaned = clean(jpegWithMetadata(6))
    assert.match(cleaned?.toString('latin1') ?? '', /Exif\0\0MM\0\*/)
    assert.equal(cleaned?.readUInt16BE(2 + 28), 6)
    assert.doesNotMatch(clean(jpegWithMetadata(1))?.toString('latin1') ?? 'Exif', /Exif/)
  })

  it('rejects every truncated picture', () => {
    for (const picture of [jpegWithMetadata(6), pngWithMetadata(), webpWithMetadata()]) {
      const whole = clean(picture)
      assert.ok(whole)
      for (let length = 30; length < whole.length; length++) {
        const part = whole.subarray(0, length)
        const format = detectPictureFormat(part)
        if (format !== undefined) assert.equal(removeMetadata(part, format), undefined, `${length}`)
      }
    }
  })
})
