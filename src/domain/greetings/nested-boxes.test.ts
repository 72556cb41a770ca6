import assert from 'node:assert/strict'
import { it } from 'node:test'
import { detectMediaFormat, withoutMetadata } from './media-format.ts'

const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const start = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))
const place = box('udta', Buffer.from('GPS-52.5200'))

/** Boxes within boxes, with a place in the innermost one. */
function nested(depth: number): Buffer {
  let content = place
  for (let level = 0; level < depth; level++) content = box(level % 2 ? 'moov' : 'trak', content)
  return Buffer.concat([start, box('moov', content), box('mdat', Buffer.alloc(8))])
}

for (const depth of [0, 1, 7, 8, 9, 100, 20_000])
  it(`removes the place from a video whose boxes are ${depth} deep`, () => {
    const video = nested(depth)
    const format = detectMediaFormat(video)
    assert.equal(format?.content_type, 'video/mp4')
    const cleaned = withoutMetadata(video, format)
    assert.equal(cleaned.length, video.length)
    assert.ok(!cleaned.includes('GPS'))
  })
