import { api } from '#web/api.ts'

/** What a picture is made into. A logo keeps its shape and what is transparent; the others are cut. */
const sizes = {
  thumbnail: { width: 200, height: 200 },
  large: { width: 1000, height: 1000 },
  large_wide: { width: 1600, height: 900 },
  logo: { width: 480, height: 160 },
} as const

export type Size = keyof typeof sizes

/**
 * Draws a file anew in the sizes that are wanted, and uploads them. What a camera writes beside the
 * picture, such as where it was taken, never leaves this computer.
 */
export async function makePicture<Wanted extends Size>(
  file: File,
  wanted: readonly Wanted[],
): Promise<Record<Wanted, string>> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is no picture that the browser can read.')
  })
  try {
    const made: [Wanted, string][] = []
    for (const size of wanted) {
      const content = await drawn(bitmap, size)
      const { url } = await api.post<{ url: string }>('/catalogue/pictures', { content })
      made.push([size, url])
    }
    return Object.fromEntries(made) as Record<Wanted, string>
  } finally {
    bitmap.close()
  }
}

const most = 680_000 // bytes; the server takes a little more

/** As base64. First as good as it gets, then smaller until it fits. */
async function drawn(bitmap: ImageBitmap, size: Size): Promise<string> {
  const canvas = size === 'logo' ? fitted(bitmap, sizes[size]) : cut(bitmap, sizes[size])
  const kinds =
    size === 'logo'
      ? [['image/png', 1] as const]
      : ([
          ['image/webp', 0.86],
          ['image/webp', 0.7],
          ['image/jpeg', 0.6],
        ] as const)
  for (const [kind, quality] of kinds) {
    const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, kind, quality))
    if (blob !== null && blob.size <= most) return base64(blob)
  }
  throw new Error('This picture is too large. Try a smaller one.')
}

interface Measures {
  width: number
  height: number
}

/** The middle of it, filling the whole size; never larger than it was. */
function cut(bitmap: ImageBitmap, { width, height }: Measures): HTMLCanvasElement {
  const scale = Math.max(width / bitmap.width, height / bitmap.height)
  const [wide, high] = [width / scale, height / scale]
  const shrink = Math.min(1, 1 / scale)
  return paint(bitmap, {
    from: [(bitmap.width - wide) / 2, (bitmap.height - high) / 2, wide, high],
    to: { width: width * shrink, height: height * shrink },
  })
}

/** All of it, inside the size. */
function fitted(bitmap: ImageBitmap, { width, height }: Measures): HTMLCanvasElement {
  const scale = Math.min(1, width / bitmap.width, height / bitmap.height)
  return paint(bitmap, {
    from: [0, 0, bitmap.width, bitmap.height],
    to: { width: bitmap.width * scale, height: bitmap.height * scale },
  })
}

function paint(
  bitmap: ImageBitmap,
  { from, to }: { from: [number, number, number, number]; to: Measures },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(to.width))
  canvas.height = Math.max(1, Math.round(to.height))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw pictures.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, ...from, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
