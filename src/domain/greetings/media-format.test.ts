import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mp4, webm } from '#test/media-fixture'
import { detectMediaFormat, validateMedia, withoutMetadata } from './media-format.ts'

const typeOf = (content: Buffer) => detectMediaFormat(content)?.content_type

it('detects videos by their content', () => {
  assert.equal(typeOf(mp4()), 'video/mp4')
  assert.equal(typeOf(webm()), 'video/webm')
})

// biome-ignore format: one case a line
const invalid: [name: string, content: Buffer][] = [
  ['an SVG',                          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['HTML',                            Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML after the start of an MP4',  Buffer.concat([mp4().subarray(0, 24), Buffer.from('<script>alert(1)</script>')])],
  ['a QuickTime film',                mp4({ brand: 'qt  ' })],
  ['an MP4 without a film',           mp4({ moov: false })],
  ['an MP4 that is cut off',          mp4().subarray(0, -3)],
  ['an MP4 with a box of no bytes',   Buffer.concat([mp4(), Buffer.from([0, 0, 0, 4, 0x66, 0x72, 0x65, 0x65])])],
  ['a Matroska film that is no WebM', webm('matroska')],
  ['no bytes',                        Buffer.alloc(0)],
]
for (const [name, content] of invalid)
  it(`rejects ${name}`, () => {
    assert.equal(detectMediaFormat(content), undefined)
    assert.equal(validateMedia(content, undefined)[0]?.param, 'file')
  })

it('limits a video to 8 MB and a photo to 700 KB', () => {
  const video = { content_type: 'video/mp4', width: null, height: null } as const
  const photo = { content_type: 'image/png', width: 10, height: 10 } as const
  assert.deepEqual(validateMedia(Buffer.alloc(8_000_000), video), [])
  assert.match(validateMedia(Buffer.alloc(8_000_001), video)[0]?.message ?? '', /8 MB/)
  assert.match(validateMedia(Buffer.alloc(700_001), photo)[0]?.message ?? '', /700 KB/)
  assert.match(
    validateMedia(Buffer.alloc(9), { ...photo, width: 5_000 })[0]?.message ?? '',
    /pixels/,
  )
})

it('removes the place of the recording from an MP4, and moves no byte', () => {
  const content = mp4({ place: '+52.5200+013.4050/' })
  const format = detectMediaFormat(content)
  assert.ok(format)
  const cleaned = withoutMetadata(content, format)
  assert.equal(cleaned.length, content.length)
  assert.ok(content.includes('+52.5200') && !cleaned.includes('+52.5200'))
  assert.equal(typeOf(cleaned), 'video/mp4')
  assert.deepEqual(cleaned.subarray(-40), content.subarray(-40))
})
