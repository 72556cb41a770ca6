/**
 * The type of a file, which the service detects from its content. It ignores file names and declared types.
 */
export interface FileFormat {
  content_type: 'application/pdf' | 'application/epub+zip' | 'application/zip' | 'audio/mpeg'
  extension: 'pdf' | 'epub' | 'zip' | 'mp3'
}

/** Detects the format of a file. Returns undefined for any content except PDF, EPUB, ZIP and MP3. */
export function detectFileFormat(content: Buffer): FileFormat | undefined {
  if (content.toString('latin1', 0, 5) === '%PDF-')
    return { content_type: 'application/pdf', extension: 'pdf' }
  if (content.toString('latin1', 0, 4) === 'PK\u0003\u0004')
    return isEpub(content)
      ? { content_type: 'application/epub+zip', extension: 'epub' }
      : { content_type: 'application/zip', extension: 'zip' }
  return isMp3(content) ? { content_type: 'audio/mpeg', extension: 'mp3' } : undefined
}

/**
 * Returns whether a ZIP file is an EPUB. The first entry of an EPUB is an uncompressed file `mimetype` (EPUB
 * 3.3, 4.3).
 */
const isEpub = (content: Buffer) =>
  content.toString('latin1', 30, 38) === 'mimetype' &&
  content.toString('latin1', 38, 58) === 'application/epub+zip'

/**
 * Returns whether the content is MP3: it begins with an ID3 tag, or with the header of an MPEG audio frame of
 * layer III.
 */
function isMp3(content: Buffer): boolean {
  if (content.length < 4) return false
  if (content.toString('latin1', 0, 3) === 'ID3') return true
  const header = content.readUInt32BE(0)
  const isFrame = header >>> 21 === 0x7ff
  const isLayer3 = ((header >>> 17) & 3) === 1
  const bitrate = (header >>> 12) & 15
  const sampleRate = (header >>> 10) & 3
  return isFrame && isLayer3 && bitrate !== 0 && bitrate !== 15 && sampleRate !== 3
}
