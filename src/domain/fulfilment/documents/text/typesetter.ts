import { type Direction, detectDirection, toVisualRuns } from './bidi-runs.ts'
import { type Cluster, type Clusterer, createClusterer } from './clusters.ts'
import type { FontLibrary, FontWeight, LoadedFont } from './font-library.ts'
import { chooseHanOrder } from './han-order.ts'

/** A text, and the fonts of its characters. */
export interface PreparedText {
  clusters: readonly Cluster[]
  direction: Direction
}

export interface TextStyle {
  weight?: FontWeight
  /** The country of the text, which decides the shapes of Han characters. */
  country?: string | undefined
}

interface LineStyle {
  size: number
  /** The direction of the line. If it is set, it replaces the direction of the text. */
  direction?: Direction
  align?: 'left' | 'right' | 'center'
  color?: string
}

/** The lines of wrapped texts, and the size at which they fit. */
export interface FittedText {
  lines: readonly PreparedText[]
  size: number
  height: number
}

/**
 * The distance between two baselines, as a multiple of the font size. CJK and Arabic letters are taller than
 * Latin letters.
 */
const lineHeight = 1.3
const ascent = 1.0
const measuredSize = 100
/** The step by which the font size of a text decreases until the text fits. So the text is never clipped. */
const shrinkStep = 0.25

type Features = PDFKit.Mixins.TextOptions['features']

interface MeasuredRun {
  /** The width of the run at a font size of 1. */
  width: number
  features: Features
}

/**
 * The font features without positions for marks: the marks stay at the default position of the font. The type
 * of pdfkit does not have the form that disables features.
 */
const withoutMarkPositions = { mark: false, mkmk: false, abvm: false, blwm: false }

/**
 * Measures a run. Fontkit throws if a font has no anchor for a mark, for example for the name عَبْدُ اللّٰهِ.
 * In this case, the function measures again without positions for marks, so that one name does not prevent
 * the labels of fifty parcels.
 */
function layOut(measure: (features: Features) => number): MeasuredRun {
  const tryWith = (features: Features) => ({ width: measure(features) / measuredSize, features })
  try {
    return tryWith(undefined)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return tryWith(withoutMarkPositions as unknown as Features)
  }
}

/** Creates the typesetter, which wraps, measures and draws texts of any script on the pages of a document. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the registered fonts and measured widths
export function createTypesetter(doc: PDFKit.PDFDocument, library: FontLibrary) {
  const toClusters: Clusterer = createClusterer(library)
  const registered = new Set<string>()
  const runByKey = new Map<string, MeasuredRun>()

  function useFont({ id, data }: LoadedFont): void {
    if (!registered.has(id)) doc.registerFont(id, data)
    registered.add(id)
    doc.font(id)
  }

  function measureRun(text: string, font: LoadedFont): MeasuredRun {
    const key = `${font.id} ${text}`
    const known = runByKey.get(key)
    if (known !== undefined) return known
    useFont(font)
    const run = layOut((features) => doc.fontSize(measuredSize).widthOfString(text, { features }))
    runByKey.set(key, run)
    return run
  }

  const measureRuns = (clusters: readonly Cluster[], direction: Direction): number =>
    toVisualRuns(clusters, direction).reduce(
      (sum, { text, font }) => sum + measureRun(text, font).width,
      0,
    )

  return {
    async prepare(
      text: string,
      { weight = 'regular', country }: TextStyle = {},
    ): Promise<PreparedText> {
      const clusters = await toClusters(text, weight, chooseHanOrder(text, country))
      return { clusters, direction: detectDirection(text) }
    },

    measure: (text: PreparedText, size: number): number =>
      measureRuns(text.clusters, text.direction) * size,

    /** Breaks a text into lines of at most this width. If a word is too long, breaks it at any character. */
    wrap(text: PreparedText, size: number, width: number): PreparedText[] {
      const measure = (clusters: readonly Cluster[]) => measureRuns(clusters, text.direction) * size
      return wrapClusters(text.clusters, width, measure).map((clusters) => ({ ...text, clusters }))
    },

    /** Returns the largest size, not above `max`, at which the wrapped texts fit into the box. */
    fit(
      texts: readonly PreparedText[],
      box: { width: number; height: number },
      max: number,
    ): FittedText {
      for (let size = max; ; size -= size > 8 ? 2 * shrinkStep : shrinkStep) {
        const lines = texts.flatMap((text) => this.wrap(text, size, box.width))
        const height = lines.length * size * lineHeight
        if (height <= box.height || size <= 1) return { lines, size, height }
      }
    },

    /** Draws one line whose top is at `y`. */
    drawLine(text: PreparedText, x: number, y: number, width: number, style: LineStyle): void {
      const { size, direction = text.direction, align, color = 'black' } = style
      const runs = toVisualRuns(text.clusters, direction)
      const total = measureRuns(text.clusters, direction) * size
      let left = x + indent(width - total, align ?? (direction === 'rtl' ? 'right' : 'left'))
      for (const run of runs) {
        const { width: runWidth, features } = measureRun(run.text, run.font)
        useFont(run.font)
        doc
          .fillColor(color)
          .fontSize(size)
          .text(run.text, left, y + size * ascent, {
            lineBreak: false,
            baseline: 'alphabetic',
            features,
          })
        left += runWidth * size
      }
    },

    /** Draws wrapped lines. Returns their total height. */
    drawLines(
      lines: readonly PreparedText[],
      x: number,
      y: number,
      width: number,
      style: LineStyle,
    ): number {
      for (const [index, line] of lines.entries())
        this.drawLine(line, x, y + index * style.size * lineHeight, width, style)
      return lines.length * style.size * lineHeight
    },

    heightOf: (lineCount: number, size: number): number => lineCount * size * lineHeight,
  }
}

export type Typesetter = ReturnType<typeof createTypesetter>

const indent = (space: number, align: 'left' | 'right' | 'center'): number =>
  align === 'left' ? 0 : align === 'right' ? space : space / 2

type Measure = (clusters: readonly Cluster[]) => number

function wrapClusters(clusters: readonly Cluster[], width: number, measure: Measure): Cluster[][] {
  const lines: Cluster[][] = []
  let line: Cluster[] = []
  for (const unit of splitIntoUnits(clusters)) {
    if (measure(trimEnd([...line, ...unit])) <= width) {
      line.push(...unit)
      continue
    }
    if (line.length > 0) lines.push(trimEnd(line))
    line = []
    for (const cluster of unit) {
      if (line.length > 0 && measure(trimEnd([...line, cluster])) > width) {
        lines.push(trimEnd(line))
        line = []
      }
      line.push(cluster)
    }
  }
  if (trimEnd(line).length > 0) lines.push(trimEnd(line))
  return lines
}

/** Splits a text at the places where a line may end. */
function splitIntoUnits(clusters: readonly Cluster[]): Cluster[][] {
  const units: Cluster[][] = []
  for (const cluster of clusters) {
    const last = units.at(-1)
    if (last === undefined || cluster.canBreakBefore) units.push([cluster])
    else last.push(cluster)
  }
  return units
}

function trimEnd(clusters: readonly Cluster[]): Cluster[] {
  const end = clusters.findLastIndex(({ text }) => text !== ' ')
  return clusters.slice(0, end + 1)
}
