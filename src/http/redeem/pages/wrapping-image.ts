import { readFileSync } from 'node:fs'
import type { Wrapping } from '#campaigns'
import { mixColors } from '#platform/lib/color-contrast'
import { pngChunk } from '#platform/lib/png-chunk'
import { projectPath } from '#platform/lib/project-files'
import { ribbonOn } from '../styles/theme-css.ts'

/*
 * The wrapped gift as a PNG image. Emails and the previews of chats use it, because they show no SVG. The
 * files have indexed colours, and a new palette changes these colours. So a drawing needs only some
 * arithmetic on 128 colours, and no image library.
 */

export interface WrappingColors {
  paper: string
  ribbon: string
  background: string
}

type Weights = readonly number[]

interface Drawing {
  png: Buffer
  weights: readonly Weights[]
  /** The start and the end of the palette in the file. */
  start: number
  end: number
}

const drawings = new Map<Wrapping['paper'], Drawing>()

/** Reads a drawing when it is first used. */
function readDrawing(paper: Wrapping['paper']): Drawing {
  const known = drawings.get(paper)
  if (known !== undefined) return known
  const file = (extension: string) =>
    projectPath(`src/http/redeem/pages/wrapping/${paper}.${extension}`)
  const png = readFileSync(file('png'))
  const start = png.indexOf('PLTE', 0, 'latin1') - 4
  const end = start + 12 + png.readUInt32BE(start)
  const drawing = { png, weights: JSON.parse(readFileSync(file('json'), 'utf8')), start, end }
  drawings.set(paper, drawing)
  return drawing
}

/** Draws the gift with paper in the given colour, such as `#rrggbb`. */
export function drawWrappingImage({ paper, ribbon }: Wrapping, color: string): Buffer {
  const { png, weights, start, end } = readDrawing(paper)
  const colors = {
    paper: color,
    ribbon: ribbonOn(color, ribbon),
    background: mixColors(color, '#fff3e4', 0.2),
  }
  return Buffer.concat([
    png.subarray(0, start),
    pngChunk('PLTE', paletteColors(weights, colors)),
    png.subarray(end),
  ])
}

/**
 * Computes the palette of a drawing. Each colour is a weighted sum of the paper, the ribbon, the background
 * and white.
 */
export function paletteColors(
  weights: readonly Weights[],
  { paper, ribbon, background }: WrappingColors,
): Buffer {
  const parts = [paper, ribbon, background, '#ffffff'].map((color) =>
    Buffer.from(color.slice(1), 'hex'),
  )
  const sum = (shares: Weights, channel: number) =>
    parts.reduce((total, part, index) => total + (part[channel] ?? 0) * (shares[index] ?? 0), 0)
  return Buffer.from(
    weights.flatMap((shares) =>
      [0, 1, 2].map((channel) => Math.min(255, Math.max(0, Math.round(sum(shares, channel))))),
    ),
  )
}
