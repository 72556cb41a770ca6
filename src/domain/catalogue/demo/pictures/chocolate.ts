import type { Scene } from './frame.ts'
import { circle, dots, group, line, oval, path, rect, shade, tint } from './kit.ts'

export interface ChocolateLook {
  box: string
  ribbon: string
  columns: number
  rows: number
}

const [dark, milk, white, ruby] = ['#4c2a20', '#81502f', '#f3e3c8', '#c8737f'] as const

/** An open box of chocolates, seen from above, its lid behind it. */
export function chocolate(look: ChocolateLook): Scene {
  const cell = 600 / Math.max(look.columns, look.rows + 1)
  const [width, height] = [cell * look.columns, cell * look.rows]
  const [left, top] = [500 - width / 2, 560 - height / 2]
  const pieces = Array.from({ length: look.columns * look.rows }, (_, at) => {
    const [column, row] = [at % look.columns, Math.floor(at / look.columns)]
    const [x, y] = [left + (column + 0.5) * cell, top + (row + 0.5) * cell]
    return group(`translate(${x} ${y}) scale(${cell / 150})`, ...piece((at * 5 + row * 3) % 6))
  })
  return {
    wall: '#f6e2e3',
    ground: 'flat',
    parts: [
      lid(look, width),
      group(
        'rotate(-3 500 560)',
        rect(left - 22, top - 16, width + 76, height + 76, '#2e2038', 30, { opacity: 0.14 }),
        rect(left - 40, top - 40, width + 80, height + 80, look.box, 26),
        rect(left - 40, top + height + 16, width + 80, 24, shade(look.box, 0.24), 12),
        rect(left - 18, top - 18, width + 36, height + 36, '#e2bd78', 16),
        rect(left - 8, top - 8, width + 16, height + 16, shade('#e2bd78', 0.3), 10),
        ...pieces,
      ),
    ],
    sides: [
      group('translate(-190 640) rotate(-14) scale(0.9)', ...piece(0)),
      group('translate(-250 330) rotate(20) scale(0.7)', ...piece(4)),
      group('translate(1200 420) rotate(12) scale(0.9)', ...piece(2)),
    ],
  }
}

function lid({ box, ribbon }: ChocolateLook, width: number): string {
  const half = width / 2 + 40
  return group(
    'translate(520 258) rotate(5)',
    rect(-half + 14, -128, half * 2, 300, '#2e2038', 26, { opacity: 0.12 }),
    rect(-half, -142, half * 2, 300, tint(box, 0.1), 26),
    rect(-half + 14, -128, half * 2 - 28, 272, 'none', 16, {
      stroke: tint(box, 0.35),
      'stroke-width': 4,
    }),
    rect(-26, -142, 52, 300, ribbon),
    rect(8, -142, 18, 300, shade(ribbon, 0.16)),
    path('M0 -20 C-60 -120 -170 -110 -150 -40 C-140 10 -60 10 0 -20 Z', ribbon),
    path('M0 -20 C60 -120 170 -110 150 -40 C140 10 60 10 0 -20 Z', shade(ribbon, 0.1)),
    path('M-20 -26 C-60 -70 -110 -80 -112 -46 C-108 -20 -60 -16 -20 -26 Z', shade(ribbon, 0.28)),
    path('M20 -26 C60 -70 110 -80 112 -46 C108 -20 60 -16 20 -26 Z', shade(ribbon, 0.34)),
    rect(-28, -48, 56, 52, tint(ribbon, 0.15), 16),
  )
}

/** One of six chocolates in its paper cup, on a square of 150. */
function piece(kind: number): string[] {
  const paper = [
    circle(0, 0, 64, '#6d4230'),
    dots('M-58 0 A58 58 0 1 1 -58 0.1 Z', '#8b5a41', 13, 18),
  ]
  return [...paper, ...(kinds[kind] ?? kinds[0])]
}

const shine = (colour: string) => line('M-26 -22 Q-16 -34 2 -34', tint(colour, 0.45), 9)

const kinds: readonly [string[], ...string[][]] = [
  [
    circle(0, 0, 47, dark),
    circle(-3, -4, 38, shade(milk, 0.2)),
    line('M-20 6 q12 -22 24 -2 t20 -6', tint(milk, 0.35), 7),
    shine(dark),
  ],
  [
    rect(-42, -42, 84, 84, milk, 16),
    line('M-34 -16 L-6 -38 M-38 12 L18 -34 M-30 34 L36 -16 M2 36 L38 8', white, 6),
    shine(milk),
  ],
  [
    path('M0 44 C-70 0 -44 -52 0 -24 C44 -52 70 0 0 44 Z', ruby),
    path('M0 44 C70 0 44 -52 10 -28 C44 -20 40 14 0 44 Z', shade(ruby, 0.16)),
    shine(ruby),
  ],
  [
    circle(0, 0, 46, white),
    circle(4, 4, 38, shade(white, 0.06)),
    dots('M-26 10 L24 -20 M-18 28 L30 2', milk, 8, 17),
    shine('#ffffff'),
  ],
  [
    circle(0, 0, 47, milk),
    circle(-3, -4, 37, tint(milk, 0.12)),
    oval(2, 0, 15, 22, '#d9a869', { transform: 'rotate(30)' }),
    line('M-6 -8 L10 10', '#a8753f', 4),
    shine(milk),
  ],
  [rect(-44, -34, 88, 68, dark, 34), line('M-26 -8 q13 18 26 0 t26 0', ruby, 7), shine(dark)],
]
