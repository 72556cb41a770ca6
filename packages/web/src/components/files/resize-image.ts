import { api } from '#web/api.ts'
import { t } from '#web/i18n/common.ts'

/**
 * The target size of each kind of image. A logo is never cropped and stays transparent. Other pictures are
 * cropped.
 */
const imageSizes = {
  thumbnail: { width: 200, height: 200 },
  large: { width: 1000, height: 1000 },
  large_wide: { width: 1600, height: 900 },
  logo: { width: 480, height: 160 },
} as const

export type ImageSize = keyof typeof imageSizes

/**
 * Encodes an image again in the required sizes and uploads the results. Metadata, such as the place of a
 * photo, never leaves the computer.
 */
export async function resizeAndUpload<Size extends ImageSize>(
  file: File,
  requestedSizes: readonly Size[],
): Promise<Record<Size, string>> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t('The browser can’t read this file as an image.'))
  })
  try {
    const uploaded: [Size, string][] = []
    for (const size of requestedSizes) {
      const content = await encodeImage(bitmap, size)
      const { url } = await api.post('/catalogue/images', { content })
      uploaded.push([size, url])
    }
    return Object.fromEntries(uploaded) as Record<Size, string>
  } finally {
    bitmap.close()
  }
}

/**
 * Encodes a photo again as a JPEG of at most 1,600 pixels, a format that all email clients show. The metadata
 * of the photo never leaves the computer.
 */
export async function encodePhoto(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t('The browser can’t read this file as a photo or a video.'))
  })
  try {
    const canvas = fitInside(bitmap, { width: 1600, height: 1600 })
    for (const quality of [0.86, 0.7, 0.5]) {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/jpeg', quality),
      )
      if (blob !== null && blob.size <= maxBytes) return blob
    }
    throw new Error(t('This photo is too large. Try a smaller one.'))
  } finally {
    bitmap.close()
  }
}

const maxBytes = 680_000 // the maximum size in bytes; the server allows slightly more

/** Encodes an image as base64. The quality decreases until the image fits the limit. */
async function encodeImage(bitmap: ImageBitmap, size: ImageSize): Promise<string> {
  const canvas =
    size === 'logo' ? fitInside(bitmap, imageSizes[size]) : cropToFill(bitmap, imageSizes[size])
  const formats =
    size === 'logo'
      ? [['image/png', 1] as const]
      : ([
          ['image/webp', 0.86],
          ['image/webp', 0.7],
          ['image/jpeg', 0.6],
        ] as const)
  for (const [mimeType, quality] of formats) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, mimeType, quality),
    )
    if (blob !== null && blob.size <= maxBytes) return toBase64(blob)
  }
  throw new Error(t('This picture is too large. Try a smaller one.'))
}

interface Dimensions {
  width: number
  height: number
}

/** Crops the centre of an image to the target size. Never enlarges the image. */
function cropToFill(bitmap: ImageBitmap, { width, height }: Dimensions): HTMLCanvasElement {
  const scale = Math.max(width / bitmap.width, height / bitmap.height)
  const [wide, high] = [width / scale, height / scale]
  const shrink = Math.min(1, 1 / scale)
  return drawOnCanvas(bitmap, {
    from: [(bitmap.width - wide) / 2, (bitmap.height - high) / 2, wide, high],
    to: { width: width * shrink, height: height * shrink },
  })
}

/** Fits the whole image into the target size. */
function fitInside(bitmap: ImageBitmap, { width, height }: Dimensions): HTMLCanvasElement {
  const scale = Math.min(1, width / bitmap.width, height / bitmap.height)
  return drawOnCanvas(bitmap, {
    from: [0, 0, bitmap.width, bitmap.height],
    to: { width: bitmap.width * scale, height: bitmap.height * scale },
  })
}

function drawOnCanvas(
  bitmap: ImageBitmap,
  { from, to }: { from: [number, number, number, number]; to: Dimensions },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(to.width))
  canvas.height = Math.max(1, Math.round(to.height))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error(t('This browser can’t process images.'))
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, ...from, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
