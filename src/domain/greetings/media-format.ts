import { detectPictureFormat } from '#catalogue'
import type { FieldError } from '#contract'

/** The limits for each photo and each video. */
export const mediaLimits = {
  maxPhotoBytes: 700_000,
  maxPhotoEdge: 4_096,
  maxVideoBytes: 8_000_000,
  maxAltLength: 300,
} as const

export type MediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'video/mp4' | 'video/webm'

export interface MediaFormat {
  content_type: MediaType
  width: number | null
  height: number | null
}

/**
 * Detects the format of a photo or video from its content. Ignores the name and the declared type of a file.
 */
export function detectMediaFormat(content: Buffer): MediaFormat | undefined {
  const photo = detectPictureFormat(content)
  if (photo !== undefined) {
    const { content_type, width, height } = photo
    return { content_type, width, height }
  }
  if (isMp4(content)) return { content_type: 'video/mp4', width: null, height: null }
  if (isWebm(content)) return { content_type: 'video/webm', width: null, height: null }
  return undefined
}

export function validateMedia(content: Buffer, format: MediaFormat | undefined): FieldError[] {
  const invalid = (message: string): FieldError[] => [{ code: 'invalid', param: 'file', message }]
  const { maxPhotoBytes, maxPhotoEdge, maxVideoBytes } = mediaLimits
  if (format === undefined)
    return invalid('must be a PNG, JPEG or WebP photo, or an MP4 or WebM video')
  const { content_type, width, height } = format
  if (content_type.startsWith('video/'))
    return content.length > maxVideoBytes
      ? invalid(`must be at most ${maxVideoBytes / 1_000_000} MB for a video`)
      : []
  if (content.length > maxPhotoBytes)
    return invalid(`must be at most ${maxPhotoBytes / 1_000} KB for a photo`)
  const isEdgeValid = (edge: number | null) => edge !== null && edge > 0 && edge <= maxPhotoEdge
  return isEdgeValid(width) && isEdgeValid(height)
    ? []
    : invalid(`must be at most ${maxPhotoEdge} by ${maxPhotoEdge} pixels`)
}

interface Box {
  type: string
  /** The offsets of the box, of its content, and of its end. */
  start: number
  content: number
  end: number
}

const brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V[ HP]|mmp4)$/

/**
 * Returns whether the content is an MP4 video. An MP4 file starts with a known brand, and its boxes fill the
 * file exactly. Rejects QuickTime files, because some browsers cannot play them.
 */
function isMp4(content: Buffer): boolean {
  if (content.toString('latin1', 4, 8) !== 'ftyp') return false
  if (!brands.test(content.toString('latin1', 8, 12))) return false
  const types = (readBoxes(content, 0, content.length) ?? []).map(({ type }) => type)
  return types.includes('moov') && types.includes('mdat')
}

/** Returns the boxes of this range. Returns undefined if the boxes do not fill the range. */
function readBoxes(content: Buffer, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = []
  for (let start = from; start < to; ) {
    if (start + 8 > to || boxes.length >= maxBoxes) return undefined
    const size = content.readUInt32BE(start)
    const isLarge = size === 1
    if (isLarge && start + 16 > to) return undefined
    const length =
      size === 0 ? to - start : isLarge ? Number(content.readBigUInt64BE(start + 8)) : size
    const header = isLarge ? 16 : 8
    if (length < header || start + length > to) return undefined
    const type = content.toString('latin1', start + 4, start + 8)
    boxes.push({ type, start, content: start + header, end: start + length })
    start += length
  }
  return boxes
}

const maxBoxes = 10_000

/**
 * Returns whether the content is a WebM video. The first element of the file names the document type, which
 * must be WebM and not another kind of Matroska.
 */
const isWebm = (content: Buffer): boolean =>
  content.length > 32 &&
  content.readUInt32BE(0) === 0x1a45dfa3 &&
  content.subarray(0, 64).includes(Buffer.from([0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]))

/**
 * Returns a copy of an MP4 video without its metadata, which often contains the place of the recording. The
 * boxes with metadata become free space, so that all offsets are still valid.
 */
export function withoutMetadata(content: Buffer, { content_type }: MediaFormat): Buffer {
  if (content_type !== 'video/mp4') return content
  const copy = Buffer.from(content)
  clearMetadata(copy, 0, copy.length)
  return copy
}

/** The maximum depth of boxes. The boxes of a track have a depth of three. */
const maxDepth = 8

function clearMetadata(content: Buffer, from: number, to: number, depth = 0): void {
  for (const box of readBoxes(content, from, to) ?? [])
    if (isMetadata(box) || depth > maxDepth) {
      content.write('free', box.start + 4, 'latin1')
      content.fill(0, box.content, box.end)
    } else if (box.type === 'moov' || box.type === 'trak')
      clearMetadata(content, box.content, box.end, depth + 1)
}

const isMetadata = ({ type }: Box) => type === 'udta' || type === 'meta' || type === 'uuid'
