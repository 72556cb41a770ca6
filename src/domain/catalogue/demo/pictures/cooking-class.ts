import type { Scene } from './frame.ts'
import { circle, dots, group, line, oval, path, rect, shade, shadow, tint } from './kit.ts'
import { phone } from './phone.ts'

const steel = '#c4c9d4'
const wood = '#c99a68'

/** A place in a cooking class: the ticket on a phone, with the tools of the trade. */
export function cookingClass({
  dish,
  colour,
}: {
  dish: 'pasta' | 'pastry'
  colour: string
}): Scene {
  return {
    wall: '#fce6d8',
    ground: 'table',
    parts: [
      ...(dish === 'pasta' ? [whisk(-22), spoon(20)] : [whisk(-22), rollingPin(26)]),
      shadow(520, 830, 250, 26),
      phone(colour, [dish === 'pasta' ? pasta() : pastry(), ...booked(colour)]),
      ...(dish === 'pasta' ? tomatoes() : eggs()),
    ],
    sides: [
      dots(
        'M-300 860 L-120 840 M-280 890 L-90 880 M1130 850 L1330 880',
        shade('#fce6d8', 0.2),
        10,
        46,
      ),
      group('translate(-900 20)', ...(dish === 'pasta' ? tomatoes() : eggs())),
    ],
  }
}

/** Two lines of text and the tick of a seat that is taken. */
function booked(colour: string): string[] {
  return [
    line('M-80 60 H44 M-80 86 H10', shade(colour, 0.1), 9, { opacity: 0.65 }),
    circle(76, 72, 20, '#5aa67c'),
    line('M67 72 L74 80 L87 64', '#ffffff', 6),
  ]
}

function pasta(): string {
  return [
    oval(0, -18, 86, 24, shade('#4f86a0', 0.2)),
    line('M-58 -56 q18 -40 40 -6 q16 -46 40 -4 q22 -38 38 8', '#f2c55c', 13),
    line('M-62 -42 q20 -34 42 -2 q18 -38 40 0 q20 -30 44 2', '#e4ad3d', 13),
    circle(-16, -74, 15, '#d9543f'),
    circle(22, -66, 13, '#d9543f'),
    oval(6, -88, 17, 8, '#5b9362', { transform: 'rotate(-24 6 -88)' }),
    path('M-88 -42 H88 C86 10 44 22 0 22 C-44 22 -86 10 -88 -42 Z', '#4f86a0'),
    path('M20 -42 H88 C86 10 44 22 0 22 C30 10 36 -20 20 -42 Z', shade('#4f86a0', 0.14)),
    line('M-66 -22 Q-60 0 -36 8', '#ffffff', 7, { opacity: 0.4 }),
    line('M-36 -124 q-12 -18 0 -36 M4 -130 q-12 -18 0 -36 M44 -124 q-12 -18 0 -36', '#ffffff', 8),
  ].join('')
}

function pastry(): string {
  return [
    path('M-58 -34 H58 L44 22 H-44 Z', '#c8737f'),
    path('M16 -34 H58 L44 22 H10 Z', shade('#c8737f', 0.14)),
    line(
      'M-36 -28 L-28 16 M-12 -28 L-10 16 M12 -28 L10 16 M36 -28 L28 16',
      tint('#c8737f', 0.35),
      4,
    ),
    path(
      'M-72 -40 Q-84 -72 -46 -76 Q-50 -110 -14 -108 Q0 -134 20 -106 Q52 -108 46 -76 Q84 -72 72 -40 Q0 -20 -72 -40 Z',
      '#fff6ea',
    ),
    path('M20 -106 Q52 -108 46 -76 Q84 -72 72 -40 Q40 -30 6 -30 Q50 -56 20 -106 Z', '#f0dcc8'),
    line('M-50 -58 Q0 -44 46 -62 M-28 -86 Q4 -76 34 -90', '#f0dcc8', 6),
    circle(4, -130, 18, '#d9543f'),
    line('M6 -146 q4 -18 18 -22', '#5b9362', 5),
    dots('M-50 -50 L-14 -92 M30 -52 L52 -60', '#e2a52f', 8, 24),
  ].join('')
}

function whisk(turn: number): string {
  return group(
    `translate(330 470) rotate(${turn})`,
    ...[70, 40, 12].map((half) =>
      path(
        `M-10 -60 C${-half * 1.7} -150 ${-half * 1.3} -290 0 -290 C${half * 1.3} -290 ${half * 1.7} -150 10 -60`,
        'none',
        { stroke: half === 40 ? shade(steel, 0.2) : shade(steel, 0.08), 'stroke-width': 8 },
      ),
    ),
    rect(-20, -80, 40, 60, steel, 8),
    rect(-18, -30, 36, 270, wood, 18),
    rect(2, -30, 16, 270, shade(wood, 0.16), 8),
  )
}

function spoon(turn: number): string {
  return group(
    `translate(690 470) rotate(${turn})`,
    rect(-15, -140, 30, 420, wood, 15),
    rect(2, -140, 13, 420, shade(wood, 0.16), 6),
    oval(0, -200, 62, 88, wood),
    oval(-4, -204, 42, 64, shade(wood, 0.2)),
  )
}

function rollingPin(turn: number): string {
  return group(
    `translate(690 450) rotate(${turn})`,
    rect(-17, -300, 34, 620, shade(wood, 0.28), 17),
    rect(-52, -220, 104, 440, wood, 26),
    rect(12, -220, 40, 440, shade(wood, 0.14), 20),
    line('M-28 -190 V190', tint(wood, 0.5), 10, { opacity: 0.7 }),
  )
}

function tomatoes(): string[] {
  return [
    ...[
      [768, 800, 52],
      [866, 816, 40],
    ].flatMap(([x = 0, y = 0, r = 0]) => [
      circle(x, y, r, '#d9543f'),
      path(
        `M${x} ${y - r} A${r} ${r} 0 0 1 ${x} ${y + r} A${r * 1.3} ${r * 1.3} 0 0 0 ${x} ${y - r} Z`,
        shade('#d9543f', 0.14),
      ),
      path(`M${x} ${y - r + 8} l-24 -8 l16 -4 l-4 -16 l12 10 l12 -10 l-4 16 l18 4 Z`, '#5b9362'),
      line(`M${x - r * 0.55} ${y - r * 0.2} q4 -14 16 -18`, '#ffffff', 7, { opacity: 0.6 }),
    ]),
  ]
}

function eggs(): string[] {
  const egg = (x: number, y: number, turn: number, colour: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      path(
        'M0 -62 C34 -62 50 -14 50 10 C50 38 28 52 0 52 C-28 52 -50 38 -50 10 C-50 -14 -34 -62 0 -62 Z',
        colour,
      ),
      path(
        'M10 -60 C36 -54 50 -14 50 10 C50 38 28 52 0 52 C36 30 36 -30 10 -60 Z',
        shade(colour, 0.1),
      ),
    )
  return [egg(772, 792, -14, '#d9a378'), egg(866, 808, 78, '#fff6ea')]
}
