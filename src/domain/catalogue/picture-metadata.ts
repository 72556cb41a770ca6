import type { PictureFormat } from './picture-format.ts'

/**
 * Returns the picture without the data that a camera or a program adds: place, time, device, thumbnails, and
 * bytes after the end of the picture. Does not remove the colour profile and the orientation. Returns
 * undefined if the content is damaged.
 */
export function removeMetadata(content: Buffer, format: PictureFormat): Buffer | undefined {
  try {
    return cleaners[format.extension](content)
  } catch {
    return undefined // a segment is longer than the content
  }
}

const cleaners = { jpg: cleanJpeg, png: cleanPng, webp: cleanWebp }

const [startOfScan, endOfImage, app1, app2, comment] = [0xda, 0xd9, 0xe1, 0xe2, 0xfe]

function cleanJpeg(content: Buffer): Buffer | undefined {
  const parts = [content.subarray(0, 2)]
  let orientation = 1
  for (let offset = 2; ; ) {
    if (content.readUInt8(offset) !== 0xff) return undefined
    const marker = content.readUInt8(offset + 1)
    if (marker === endOfImage)
      return Buffer.concat([...parts, content.subarray(offset, offset + 2)])
    const end = offset + 2 + content.readUInt16BE(offset + 2)
    if (end > content.length) return undefined
    const segment = content.subarray(offset, end)
    if (marker === app1) orientation = findOrientation(segment) ?? orientation
    if (isPictureSegment(marker, segment)) {
      if (marker === startOfScan && orientation !== 1 && parts.length > 0) {
        parts.splice(1, 0, orientationSegment(orientation))
        orientation = 1
      }
      parts.push(segment)
    }
    offset = marker === startOfScan ? findScanEnd(content, end) : end
    if (marker === startOfScan) parts.push(content.subarray(end, offset))
  }
}

/**
 * Returns whether the segment belongs to the picture itself, or has colour data of an application (JFIF, ICC,
 * Adobe).
 */
function isPictureSegment(marker: number, segment: Buffer): boolean {
  if (marker === app2) return segment.toString('latin1', 4, 15) === 'ICC_PROFILE'
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return marker !== comment && (!isApplication || marker === 0xe0 || marker === 0xee)
}

/**
 * Returns the offset of the marker after the compressed data. Zero bytes and restart markers are a part of
 * this data.
 */
function findScanEnd(content: Buffer, from: number): number {
  for (let offset = content.indexOf(0xff, from); ; offset = content.indexOf(0xff, offset + 1)) {
    if (offset === -1) throw new RangeError('the picture has no end')
    const next = content.readUInt8(offset + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return offset
  }
}

/** Finds the orientation, which is tag 0x0112 in the first directory of an Exif segment. */
function findOrientation(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0') return undefined
  const tiff = segment.subarray(10)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const read32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  try {
    const directory = read32(4)
    for (let index = 0; index < Math.min(read16(directory), 100); index++) {
      const entry = directory + 2 + index * 12
      if (read16(entry) !== 0x0112) continue
      const value = read16(entry + 8)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch {
    return undefined
  }
  return undefined
}

/** Creates an Exif segment that contains only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(34, 2)
  segment.write('Exif\0\0MM\0*', 4, 'latin1')
  segment.writeUInt32BE(8, 14) // the offset of the directory
  segment.writeUInt16BE(1, 18) // the directory has one entry
  segment.writeUInt16BE(0x0112, 20)
  segment.writeUInt16BE(3, 22) // the entry has the type SHORT
  segment.writeUInt32BE(1, 24)
  segment.writeUInt16BE(orientation, 28)
  return segment
}

const pngChunks = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs'.split(' '))

function cleanPng(content: Buffer): Buffer | undefined {
  const parts = [content.subarray(0, 8)]
  for (let offset = 8; ; ) {
    const end = offset + 12 + content.readUInt32BE(offset)
    if (end > content.length) return undefined
    const type = content.toString('latin1', offset + 4, offset + 8)
    if (pngChunks.has(type)) parts.push(content.subarray(offset, end))
    if (type === 'IEND') return Buffer.concat(parts)
    offset = end
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** The flags that say in a VP8X chunk that the picture has Exif and XMP data. */
const metadataFlags = 0x08 | 0x04

function cleanWebp(content: Buffer): Buffer | undefined {
  const riffEnd = 8 + content.readUInt32LE(4)
  if (riffEnd > content.length) return undefined
  const parts: Buffer[] = []
  for (let offset = 12; offset < riffEnd; ) {
    const size = content.readUInt32LE(offset + 4)
    const end = offset + 8 + size + (size % 2)
    if (end > riffEnd) return undefined
    const type = content.toString('latin1', offset, offset + 4)
    const chunk = Buffer.from(content.subarray(offset, end))
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~metadataFlags, 8)
    if (webpChunks.has(type)) parts.push(chunk)
    offset = end
  }
  const header = Buffer.from(content.subarray(0, 12))
  header.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4)
  return Buffer.concat([header, ...parts])
}
