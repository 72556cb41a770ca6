import { deflateSync } from 'node:zlib'

/* Small photos and videos for tests. */

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** Returns a file with the boxes of an MP4 video. Browsers cannot play it. */
export function mp4({
  brand = 'isom',
  moov = true,
  place = '',
  bytes = 100,
}: {
  brand?: string
  moov?: boolean
  place?: string
  bytes?: number
} = {}): Buffer {
  const metadata = place === '' ? [] : [box('udta', box('\u00a9xyz', Buffer.from(place)))]
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0isommp42`, 'latin1')),
    ...(moov ? [box('moov', box('mvhd', Buffer.alloc(100)), ...metadata)] : []),
    box('mdat', Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251))),
  ])
}

/** Returns a file with the header of a WebM video. */
export const webm = (type = 'webm'): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82]),
    Buffer.from([0x80 + type.length]),
    Buffer.from(type, 'latin1'),
    Buffer.alloc(40),
  ])

const chunk = (type: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

/** Returns a grey picture. Its checksums are zero, and the service does not read them. */
export function photo(width = 4, height = 3): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 128))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
