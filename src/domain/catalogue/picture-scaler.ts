import { ApiError } from '#contract'
import { lazyPackage } from '#platform/lib/lazy-package'

const loadSharp = lazyPackage<typeof import('sharp').default>('sharp')

/**
 * Scales pictures outside the event loop, one at a time, so that threads remain free for DNS and file
 * lookups.
 */
export interface PictureScaler {
  /**
   * Returns a JPEG of the picture, upright and without metadata. Its edges have at most `maxEdge` pixels.
   * Returns undefined if the content is not a complete PNG, JPEG or WebP picture, or if it has too many
   * pixels. Throws `too_many_requests` if too many pictures are waiting.
   */
  scale(content: Buffer, maxEdge: number): Promise<Buffer | undefined>
}

/**
 * The maximum number of pixels. It limits the memory for one picture, and is above the 50 megapixels of a
 * phone.
 */
const maxPixels = 64_000_000
const timeoutSeconds = 20
/** The maximum number of waiting pictures, which limits the memory that they use. */
const maxPending = 12
const quality = 82

export function createPictureScaler(): PictureScaler {
  let pendingCount = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    scale(content, maxEdge) {
      if (pendingCount >= maxPending) return Promise.reject(tooMany())
      pendingCount += 1
      const result = last.then(() => scalePicture(content, maxEdge))
      last = result.finally(() => {
        pendingCount -= 1
      })
      return result
    },
  }
}

const tooMany = () =>
  new ApiError('too_many_requests', {
    message: 'Too many pictures wait to be scaled. Try again in a minute.',
    retryAfterSeconds: 60,
  })

/**
 * Scales a picture. Returns undefined for a picture that the decoder refuses. The encoder omits metadata by
 * default.
 */
async function scalePicture(content: Buffer, maxEdge: number): Promise<Buffer | undefined> {
  const sharp = loadSharp()
  sharp.concurrency(1)
  sharp.cache(false)
  // A hostile file can attack a decoder, so the service allows only the decoders of the formats that it
  // needs.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
  })
  return sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
    .catch(() => undefined)
}
