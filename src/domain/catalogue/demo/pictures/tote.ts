import type { Scene } from './frame.ts'
import {
  circle,
  group,
  inside,
  leafAt,
  line,
  oval,
  path,
  rect,
  shade,
  shadow,
  tint,
} from './kit.ts'

const bag = 'M262 404 H738 L768 796 Q770 822 744 822 H256 Q230 822 232 796 Z'

/** A canvas tote with bread, leaves and flowers in it, and an ear of wheat printed on the front. */
export function tote({ canvas, ink }: { canvas: string; ink: string }): Scene {
  return {
    wall: '#f7dcbd',
    ground: 'table',
    parts: [
      shadow(510, 830, 320, 28),
      line('M392 420 C388 160 610 160 606 420', shade(canvas, 0.3), 26),
      ...groceries(),
      inside(
        'tote-bag',
        bag,
        path(bag, canvas),
        path('M600 400 Q660 600 640 830 H800 V400 Z', '#2e2038', { opacity: 0.1 }),
        path('M232 700 Q300 760 290 830 H220 Z', '#2e2038', { opacity: 0.08 }),
        line('M300 470 Q320 600 300 760 M694 480 Q680 560 700 640', shade(canvas, 0.16), 5, {
          opacity: 0.7,
        }),
        rect(230, 404, 540, 44, shade(canvas, 0.07)),
        line('M240 448 H760', shade(canvas, 0.28), 4, { 'stroke-dasharray': '14 12' }),
      ),
      line('M362 470 V420 C362 210 638 210 638 420 V470', shade(canvas, 0.2), 34),
      line('M360 468 V420 C360 212 634 212 634 420 V468', tint(canvas, 0.08), 24),
      rect(342, 424, 38, 64, tint(canvas, 0.08), 6),
      rect(618, 424, 38, 64, shade(canvas, 0.06), 6),
      line(
        'M349 434 L373 478 M373 434 L349 478 M625 434 L649 478 M649 434 L625 478',
        shade(canvas, 0.35),
        3,
      ),
      ...print(ink),
    ],
    sides: [
      circle(-220, 810, 50, '#d9694f'),
      leafAt(-220, 764, -60, 48, 18, '#6f9a5d'),
      circle(1190, 812, 46, '#e6a93e'),
      leafAt(1190, 770, -110, 44, 16, '#6f9a5d'),
    ],
  }
}

function groceries(): string[] {
  const crust = '#d99a52'
  return [
    group(
      'translate(330 300) rotate(-14)',
      rect(-46, -170, 92, 330, crust, 46),
      rect(8, -166, 38, 320, shade(crust, 0.14), 30),
      line('M-22 -110 L20 -134 M-24 -50 L22 -76 M-24 10 L22 -16', tint(crust, 0.6), 13),
    ),
    leafAt(660, 430, -112, 250, 56, '#5b9362'),
    leafAt(690, 430, -88, 240, 52, '#73ab76'),
    leafAt(720, 430, -64, 210, 50, '#5b9362'),
    line('M470 420 L452 236 M520 420 L536 200 M560 420 L604 264', '#5b9362', 8),
    ...flower(452, 230, '#e77f6a'),
    ...flower(536, 190, '#f2b84b'),
    ...flower(606, 258, '#c783ad'),
  ]
}

function flower(x: number, y: number, colour: string): string[] {
  return [
    ...[0, 60, 120, 180, 240, 300].map((turn) =>
      oval(x, y - 30, 17, 25, turn > 150 ? colour : tint(colour, 0.16), {
        transform: `rotate(${turn} ${x} ${y})`,
      }),
    ),
    circle(x, y, 16, '#7a4a32'),
  ]
}

function print(ink: string): string[] {
  const grains = [0, 1, 2, 3].flatMap((at) => [
    leafAt(500, 678 - at * 36, -140, 58, 22, ink),
    leafAt(500, 678 - at * 36, -40, 58, 22, ink),
  ])
  return [
    circle(500, 632, 122, 'none', { stroke: ink, 'stroke-width': 9 }),
    line('M500 728 V572', ink, 8),
    leafAt(500, 572, -90, 44, 20, ink),
    ...grains,
  ]
}
