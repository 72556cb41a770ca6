import { deflateSync } from 'node:zlib'
import { pngChunk } from '#platform/lib/png-chunk'

/* Small pictures with the metadata that cameras add. */

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/**
 * Returns a JPEG frame of 8 × 8 pixels with an Exif place, a comment, and data after its
 * end. Its pixels are not valid.
 */
export function jpegWithMetadata(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x0112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  const frame = Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])
  const scan = Buffer.from([1, 1, 0, 0, 63, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0', 'latin1')),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS-52.5200')])),
    segment(0xfe, Buffer.from('shot-by-ada')),
    segment(0xc0, frame),
    segment(0xda, scan),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
    Buffer.from('movie-after-the-end'),
  ])
}

/** Returns a valid PNG of 2 × 2 pixels with a text, and data after its end. */
export function pngWithMetadata(): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])
  const pixels = Buffer.alloc(14, 120)
  pixels[0] = 0
  pixels[7] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from('Author\0shot-by-ada')),
    pngChunk('eXIf', Buffer.from('GPS-52.5200')),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
    Buffer.from('movie-after-the-end'),
  ])
}

const riffChunk = (type: string, content: Buffer) => {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Returns an extended WebP of 16 × 16 pixels with Exif and XMP. Its pixels are not valid. */
export function webpWithMetadata(): Buffer {
  const header = Buffer.from([0x0c, 0, 0, 0, 15, 0, 0, 15, 0, 0])
  const chunks = Buffer.concat([
    riffChunk('VP8X', header),
    riffChunk('VP8L', Buffer.from([0x2f, 15, 0xc0, 3, 0])),
    riffChunk('EXIF', Buffer.from('GPS-52.5200')),
    riffChunk('XMP ', Buffer.from('shot-by-ada')),
  ])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks, Buffer.from('movie-after-the-end')])
}
