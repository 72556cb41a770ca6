import { ApiError } from '#contract'
import { lazyPackage } from '#platform/lib/lazy-package'

const loadSharp = lazyPackage<typeof import('sharp').default>('sharp')

/** Scales pictures outside the event loop, one at a time, so that lookups of names and files have threads too. */
export interface PictureScaler {
  /**
   * Returns a JPEG of the picture, upright and without metadata, with edges of at most `maxEdge` pixels. Returns undefined
   * if the content is no complete PNG, JPEG or WebP picture, or has too many pixels. Throws `too_many_requests` if too many
   * pictures wait.
   */
  scale(content: Buffer, maxEdge: number): Promise<Buffer | undefined>
}

/** Above the 50 megapixels of a phone. It limits the memory of one picture. */
const maxPixels = 64_000_000
const timeoutSeconds = 20
/** Limits the memory of waiting pictures. */
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

/** A picture that the decoder refuses is invalid. Metadata is left out by default. */
async function scalePicture(content: Buffer, maxEdge: number): Promise<Buffer | undefined> {
  const sharp = loadSharp()
  sharp.concurrency(1)
  sharp.cache(false)
  // the decoders of other formats would only widen what a hostile file can reach
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
