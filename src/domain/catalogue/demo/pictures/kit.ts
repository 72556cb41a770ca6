/**
 * The drawing kit: tones and shapes from which every scene is composed. Shapes are SVG text; colours
 * are `#rrggbb`. A scene lives on a square of 1000 by 1000, its light falls from the upper left.
 */

export type Attributes = Readonly<Record<string, string | number>>

/** A share of `other` in `colour`: 0 is all the one, 1 all the other. */
function mix(colour: string, other: string, share: number): string {
  const channel = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => {
    const value = Math.round(channel(colour, at) * (1 - share) + channel(other, at) * share)
    return value.toString(16).padStart(2, '0')
  })
  return `#${mixed.join('')}`
}

/** Shadows lean towards plum and lights towards cream, which is what keeps the pictures one family. */
export const shade = (colour: string, share = 0.18): string => mix(colour, '#2e2038', share)
export const tint = (colour: string, share = 0.35): string => mix(colour, '#fffaf2', share)

function element(name: string, attributes: Attributes, children = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return children === ''
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${children}</${name}>`
}

export const path = (d: string, fill: string, more: Attributes = {}) =>
  element('path', { d, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill, ...more })

export const oval = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
) => element('ellipse', { cx, cy, rx, ry, fill, ...more })

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rx = 0,
  more: Attributes = {},
) {
  return element('rect', { x, y, width, height, ...(rx > 0 && { rx }), fill, ...more })
}

/** An open line with round ends. */
export const line = (d: string, stroke: string, width: number, more: Attributes = {}) =>
  element('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A row of dots, drawn as one dashed line. */
export const dots = (d: string, colour: string, size: number, gap: number, more: Attributes = {}) =>
  line(d, colour, size, { 'stroke-dasharray': `0 ${gap}`, ...more })

export const group = (transform: string, ...parts: readonly string[]) =>
  element('g', { transform }, parts.join(''))

/** Parts that show only inside an outline. `id` must be unique within the picture. */
export function inside(id: string, outline: string, ...parts: readonly string[]): string {
  const clip = element('clipPath', { id }, element('path', { d: outline }))
  return `${clip}${element('g', { 'clip-path': `url(#${id})` }, parts.join(''))}`
}

/** The soft shadow under a thing that stands. */
export const shadow = (cx: number, cy: number, rx: number, ry: number) =>
  oval(cx, cy, rx, ry, '#2e2038', { opacity: 0.16 })

/** A pointed leaf that grows from (0, 0) to the right; place it with `group`. */
function leaf(length: number, width: number, colour: string): string {
  const half = length / 2
  return (
    path(`M0 0 Q${half} ${-width} ${length} 0 Q${half} ${width} 0 0 Z`, colour) +
    path(`M0 0 Q${half} ${width} ${length} 0 Z`, shade(colour, 0.14)) +
    line(`M${length * 0.08} 0 H${length * 0.86}`, tint(colour, 0.3), Math.max(2, width / 12))
  )
}

/** A leaf at a place, turned by degrees. */
export const leafAt = (
  x: number,
  y: number,
  turn: number,
  length: number,
  width: number,
  colour: string,
) => group(`translate(${x} ${y}) rotate(${turn})`, leaf(length, width, colour))
