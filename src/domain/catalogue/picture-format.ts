/** The format of a picture, detected from its content. File names and declared types are ignored. */
export interface PictureFormat {
  content_type: 'image/png' | 'image/jpeg' | 'image/webp'
  extension: 'png' | 'jpg' | 'webp'
  width: number
  height: number
}

/**
 * Returns undefined for any content but PNG, JPEG or WebP. SVG is excluded because it can contain
 * scripts.
 */
export function detectPictureFormat(content: Buffer): PictureFormat | undefined {
  try {
    return parsePng(content) ?? parseJpeg(content) ?? parseWebp(content)
  } catch {
    return undefined // the content ends before its dimensions
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function parsePng(content: Buffer): PictureFormat | undefined {
  if (!content.subarray(0, 8).equals(pngSignature)) return undefined
  if (content.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const size = { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
  return { content_type: 'image/png', extension: 'png', ...size }
}

/** Scans the segments for the frame header, which contains the dimensions. */
function parseJpeg(content: Buffer): PictureFormat | undefined {
  if (content[0] !== 0xff || content[1] !== 0xd8) return undefined
  for (let offset = 2; ; offset += 2 + content.readUInt16BE(offset + 2)) {
    if (content[offset] !== 0xff) return undefined
    const marker = content.readUInt8(offset + 1)
    if (!isFrame(marker)) continue
    const size = {
      height: content.readUInt16BE(offset + 5),
      width: content.readUInt16BE(offset + 7),
    }
    return { content_type: 'image/jpeg', extension: 'jpg', ...size }
  }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function parseWebp(content: Buffer): PictureFormat | undefined {
  const fourCc = (from: number) => content.toString('latin1', from, from + 4)
  if (fourCc(0) !== 'RIFF' || fourCc(8) !== 'WEBP') return undefined
  const size = parseWebpSize(fourCc(12), content)
  return size && { content_type: 'image/webp', extension: 'webp', ...size }
}

function parseWebpSize(
  chunk: string,
  content: Buffer,
): { width: number; height: number } | undefined {
  switch (chunk) {
    case 'VP8 ':
      return {
        width: content.readUInt16LE(26) & 0x3fff,
        height: content.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const bits = content.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
