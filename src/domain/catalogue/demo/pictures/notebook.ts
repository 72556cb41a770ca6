import type { Scene } from './frame.ts'
import { dots, group, inside, line, path, rect, shade, tint } from './kit.ts'

const cover =
  'M326 180 H644 Q670 180 670 206 V734 Q670 760 644 760 H326 Q300 760 300 734 V206 Q300 180 326 180 Z'

/** A linen notebook with an elastic and a ribbon, a pencil beside it, seen from above. */
export function notebook({ linen, ribbon }: { linen: string; ribbon: string }): Scene {
  const weave = Array.from({ length: 50 }, (_, at) => `M290 ${180 + at * 12} H690`).join(' ')
  const warp = Array.from({ length: 34 }, (_, at) => `M${296 + at * 12} 170 V770`).join(' ')
  return {
    wall: '#e9e5f1',
    ground: 'flat',
    parts: [
      group(
        'translate(-30 26) rotate(-8 500 500)',
        rect(322, 214, 382, 580, '#2e2038', 30, { opacity: 0.14 }),
        path(`M424 740 v124 l17 -20 17 20 v-124 Z`, ribbon),
        path(`M441 740 h17 v124 l-17 -20 Z`, shade(ribbon, 0.14)),
        rect(312, 196, 372, 578, shade(linen, 0.3), 26),
        rect(312, 190, 366, 574, '#f7efdf', 20),
        line('M674 214 V744', '#dccfb8', 3),
        line('M668 214 V748', '#dccfb8', 3),
        inside(
          'notebook-cover',
          cover,
          path(cover, linen),
          line(weave, tint(linen, 0.5), 2, { opacity: 0.22 }),
          line(warp, shade(linen, 0.4), 2, { opacity: 0.16 }),
          rect(290, 170, 62, 600, shade(linen, 0.2), 0, { opacity: 0.75 }),
          line('M354 170 V770', tint(linen, 0.3), 3, { opacity: 0.5 }),
          path('M670 180 V760 H430 Z', '#2e2038', { opacity: 0.07 }),
          rect(600, 170, 24, 600, shade(linen, 0.48)),
          rect(600, 170, 8, 600, shade(linen, 0.3)),
        ),
        rect(392, 282, 168, 112, '#f7efdf', 8),
        rect(402, 292, 148, 92, 'none', 4, { stroke: tint(linen, 0.2), 'stroke-width': 3 }),
        line('M426 326 H526', shade(linen, 0.1), 5),
        line('M446 352 H506', shade(linen, 0.1), 5, { opacity: 0.6 }),
      ),
      pencil(),
    ],
    sides: [sheet(-220, 480, -10), sheet(1225, 560, 12)],
  }
}

/** A loose dotted page. */
function sheet(x: number, y: number, turn: number): string {
  const rows = Array.from({ length: 7 }, (_, at) => `M-66 ${-96 + at * 32} H70`)
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    rect(-92, -130, 184, 260, tint('#e9e5f1', 0.5), 6),
    dots(rows.join(' '), shade('#e9e5f1', 0.14), 7, 33),
  )
}

function pencil(): string {
  const paint = '#e9b23f'
  return group(
    'translate(770 500) rotate(16)',
    path('M-14 -258 H50 V258 L20 332 L-10 258 Z', '#2e2038', { opacity: 0.13 }),
    rect(-24, -290, 48, 40, '#e08d83', 10),
    rect(-24, -262, 48, 44, '#c9ccd6'),
    line('M-24 -250 H24 M-24 -234 H24', '#a6a9b8', 4),
    rect(-24, -218, 16, 448, tint(paint, 0.25)),
    rect(-8, -218, 16, 448, paint),
    rect(8, -218, 16, 448, shade(paint, 0.16)),
    path('M-24 230 L0 304 L24 230 Z', '#f0d7b2'),
    path('M-9 277 L0 304 L9 277 Z', '#3a3145'),
  )
}
