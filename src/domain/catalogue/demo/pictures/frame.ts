/** From a scene to a picture: the backdrop that all share, and the three crops. */
import { circle, oval, rect, shade, tint } from './kit.ts'

export interface Scene {
  /** The tint behind everything. */
  wall: string
  /** `table`: things stand, the edge of the table is at y = 735. `flat`: things lie and are seen from above. */
  ground: 'table' | 'flat'
  parts: readonly string[]
  /** What only the wide crop shows, left of 0 and right of 1000. */
  sides?: readonly string[]
}

/** The same scene three times: what differs is the window on it. */
// biome-ignore format: read down the columns
const crops = {
  //            width  height  window
  thumbnail:  [ 200,    200,   '50 40 900 900'],
  large:      [1000,   1000,   '0 0 1000 1000'],
  large_wide: [1600,    900,   '-389 0 1778 1000'],
} as const

export type Crop = keyof typeof crops

export const cropNames = Object.keys(crops) as readonly Crop[]

export function svg(title: string, scene: Scene, crop: Crop): string {
  const [width, height, window] = crops[crop]
  const parts = [
    ...backdrop(scene),
    ...(crop === 'large_wide' ? (scene.sides ?? []) : []),
    ...scene.parts,
  ]
  return drawingOf(title, width, height, window, parts)
}

export function drawingOf(
  title: string,
  width: number,
  height: number,
  window: string,
  parts: readonly string[],
) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="${window}">`
  return `${open}<title>${escaped(title)}</title>${parts.join('')}</svg>\n`
}

function backdrop({ wall, ground }: Scene): string[] {
  const all = rect(-400, 0, 1800, 1000, wall)
  const halo = tint(wall, 0.55)
  if (ground === 'flat') return [all, circle(500, 500, 425, halo)]
  const hill = shade(wall, 0.035)
  return [
    all,
    oval(-260, 760, 250, 150, hill),
    oval(1290, 760, 280, 190, hill),
    circle(500, 440, 385, halo),
    rect(-400, 735, 1800, 265, shade(wall, 0.1)),
    rect(-400, 735, 1800, 8, shade(wall, 0.05)),
  ]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
