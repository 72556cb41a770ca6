import type { Wrapping } from '#campaigns'
import { SafeHtml } from '#platform/lib/html'

/*
 * Drawings of the gift. The colours come from the theme, and the animation comes from the style sheet. The
 * stage is the scene after the press: its lid leaves the window, and confetti falls over the whole width.
 * With reduced motion, it is a small picture of the open gift beside the heading.
 */

/** The pattern of each paper, on both sides of the ribbon. */
const patterns: Readonly<Record<Wrapping['paper'], string>> = {
  plain: '',
  dots: '<path class="pattern" d="M78 182v89M110 204v45M210 182v89M242 204v45" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-dasharray="0 43"/>',
  stripes: `<path class="pattern" d="${[66, 92, 118, 190, 216, 242].map((x) => `M${x} 146h11v136h-11Z`).join('')}"/>`,
  stars: `<path class="pattern" d="${[
    ...[78, 110, 210, 242].flatMap((x, column) =>
      [182, 226, 268].map((y) => [x, y - (column % 2) * 22] as const),
    ),
  ]
    .map(([x, y]) => `M${x} ${y - 9}l2.4 6.6 6.6 2.4-6.6 2.4-2.4 6.6-2.4-6.6-6.6-2.4 6.6-2.4Z`)
    .join('')}"/>`,
}

const drawBox = (paper: Wrapping['paper']) => `<g class="box">
<rect class="inside" x="58" y="128" width="204" height="40"/>
<path class="tissue" d="M64 152 84 118l18 20 20-32 20 26 20-36 20 34 20-28 18 30 18-22 18 42Z"/>
<path class="tissue far" d="M70 152 94 128l20 14 24-26 22 24 24-28 22 26 22-18 18 32Z"/>
<rect class="paper" x="54" y="146" width="212" height="136" rx="9"/>
${patterns[paper]}
<rect class="shade" x="54" y="146" width="212" height="15"/>
<rect class="ribbon" x="141" y="146" width="38" height="136"/>
<path class="fold" d="M147 146v136M173 146v136"/>
</g>`

const lid = `<g class="lid">
<rect class="cover" x="42" y="106" width="236" height="48" rx="9"/>
<rect class="ribbon" x="141" y="106" width="38" height="48"/>
<path class="fold" d="M147 106v48M173 106v48"/>
<g class="bow">
<path class="ribbon" d="M152 100c-12 18-30 28-58 30l12-17-6-15c22 2 38-2 46-8ZM168 100c12 18 30 28 58 30l-12-17 6-15c-22 2-38-2-46-8Z"/>
<path class="ribbon" d="M160 98C132 100 78 92 80 56c2-34 62-24 80 42ZM160 98c28 2 82-6 80-42-2-34-62-24-80 42Z"/>
<path class="hollow" d="M151 88c-20-2-54-8-53-30 1-19 38-11 53 30ZM169 88c20-2 54-8 53-30-1-19-38-11-53 30Z"/>
<rect class="knot" x="143" y="80" width="34" height="31" rx="12"/>
</g>
</g>`

const tag = `<g class="tag"><path class="string" d="M170 104c26 26 44 34 62 46"/><g transform="rotate(24 240 176)"><path class="slip" d="M226 148h28l8 10v48a6 6 0 0 1-6 6h-32a6 6 0 0 1-6-6v-48Z"/><circle class="hole" cx="240" cy="158" r="3.5"/><path class="heart" d="M240 197c-18-11-12-24-4-22 2 0 4 3 4 4 0-1 2-4 4-4 8-2 14 11-4 22Z"/></g></g>`

/** Draws the wrapped gift with a tag. */
export const drawWrappedGift = (paper: Wrapping['paper']): SafeHtml =>
  new SafeHtml(
    `<svg class="gift" viewBox="40 20 250 276" aria-hidden="true"><ellipse class="floor" cx="160" cy="284" rx="122" ry="10"/>${drawBox(paper)}${lid}${tag}</svg>`,
  )

const confettiCount = 32

/**
 * Draws confetti. The pieces lie above the window, in different heights over its whole width. The style sheet has
 * their sizes.
 */
export const confetti = new SafeHtml(
  `<svg class="confetti" aria-hidden="true">${Array.from({ length: confettiCount }, (_, index) => {
    // Multiples of the golden ratio never form rows.
    const x = Math.round((index * 61.8) % 100)
    return `<rect x="${x}%" y="${-14 - ((index * 37) % 170)}"/>`
  }).join('')}</svg>`,
)

/** Draws the scene that opens the gift. It covers the page, and ends by itself. With reduced motion, it stands still. */
export const drawStage = (paper: Wrapping['paper']): SafeHtml =>
  new SafeHtml(
    `<div class="stage" aria-hidden="true"><svg class="gift" viewBox="40 20 250 276"><ellipse class="floor" cx="160" cy="284" rx="122" ry="10"/>${drawBox(paper)}${lid}</svg>${confetti.text}</div>`,
  )

/** Draws a small gift for pages that are mainly about another subject. */
export const drawSmallGift = (paper: Wrapping['paper']): SafeHtml =>
  new SafeHtml(
    `<svg class="gift little" viewBox="40 24 240 268" aria-hidden="true">${drawBox(paper)}${lid}</svg>`,
  )

/** The small gift for pages without a gift of their own. */
export const smallGift = drawSmallGift('dots')

/** The placeholder for an item without an image. */
export const imagePlaceholder = new SafeHtml(`<span class="photo none">${smallGift.text}</span>`)

export const globeIcon = new SafeHtml(
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3.8 6 3.8 9s-.8 6-3.8 9c-3-3-3.8-6-3.8-9s.8-6 3.8-9Z"/></svg>',
)

export const tickIcon = new SafeHtml(
  '<svg class="icon tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>',
)
