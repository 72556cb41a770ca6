import type { Scene } from './frame.ts'
import { dots, group, inside, leafAt, line, oval, path, rect, shade, shadow, tint } from './kit.ts'

const porcelain = '#8fb5b5'
const kraft = '#c99a68'
const carafe =
  'M432 470 C432 530 352 560 346 690 Q344 800 412 806 H588 Q656 800 654 690 C648 560 568 530 568 470 Z'

/** A dripper on its glass carafe, with a bag of beans and a cup. */
export function coffee(): Scene {
  return {
    wall: '#f4e4d4',
    ground: 'table',
    parts: [
      shadow(520, 816, 400, 30),
      ...bag(),
      ...pot(),
      ...dripper(),
      ...cup(),
      ...beans([
        [330, 868],
        [392, 886],
        [640, 880],
      ]),
    ],
    sides: [
      ...beans([
        [-200, 860],
        [-130, 890],
        [-260, 900],
        [1180, 870],
        [1250, 900],
      ]),
    ],
  }
}

function bag(): string[] {
  const outline = 'M130 400 L150 806 Q150 812 156 812 H346 Q352 812 352 806 L366 400 Z'
  return [
    inside(
      'coffee-bag',
      outline,
      path(outline, kraft),
      path('M290 390 L280 830 H400 V390 Z', shade(kraft, 0.16)),
      path('M120 390 H380 V440 L250 470 L120 440 Z', shade(kraft, 0.08)),
    ),
    rect(124, 360, 248, 62, shade(kraft, 0.12), 10),
    rect(124, 360, 248, 26, tint(kraft, 0.18), 10),
    rect(178, 520, 140, 180, '#f7ecd9', 10),
    leafAt(248, 640, -115, 70, 24, '#5f8f63'),
    leafAt(248, 640, -60, 66, 22, '#78a876'),
    line('M248 640 V664', '#5f8f63', 6),
    line('M208 680 H288', '#8a5a3b', 7),
  ]
}

function pot(): string[] {
  return [
    line('M640 600 C742 566 752 742 640 740', '#8a5a3b', 26),
    line('M640 594 C732 566 740 730 640 730', '#b07a4f', 14),
    path(carafe, '#e3eef0', { opacity: 0.92 }),
    inside(
      'coffee-carafe',
      carafe,
      rect(330, 640, 340, 180, '#5d3420'),
      oval(500, 640, 156, 24, '#8a5230'),
      path('M574 460 C620 600 640 700 590 820 H680 V460 Z', '#2e2038', { opacity: 0.12 }),
      line('M402 600 C380 640 376 690 382 740', '#ffffff', 16, { opacity: 0.5 }),
    ),
    rect(418, 462, 164, 46, '#8a5a3b', 12),
    rect(418, 462, 164, 16, '#b07a4f', 8),
  ]
}

function dripper(): string[] {
  const cone = 'M352 286 H648 L566 446 Q562 456 550 456 H450 Q438 456 434 446 Z'
  return [
    path(
      'M356 296 L380 214 L420 252 L460 204 L500 248 L540 204 L580 252 L620 214 L644 296 Z',
      '#efe0c6',
    ),
    path('M500 248 L540 204 L580 252 L620 214 L644 296 H500 Z', '#dfcba9'),
    line('M640 320 C724 300 728 404 604 404', shade(porcelain, 0.14), 24),
    path(cone, porcelain),
    path('M500 286 H648 L566 446 Q562 456 550 456 H500 Z', shade(porcelain, 0.09)),
    line('M404 306 L456 436 M452 306 L478 436', shade(porcelain, 0.1), 6),
    rect(342, 276, 316, 30, tint(porcelain, 0.3), 15),
    path('M500 276 H643 a15 15 0 0 1 0 30 H500 Z', shade(porcelain, 0.07)),
    rect(392, 446, 216, 24, shade(porcelain, 0.05), 12),
    ...['M450 180 c-24 -30 24 -48 0 -84', 'M520 172 c-26 -34 26 -54 0 -96'].map((steam) =>
      line(steam, '#ffffff', 13, { opacity: 0.85 }),
    ),
  ]
}

function cup(): string[] {
  const outline = 'M710 690 H870 C870 760 846 812 818 812 H762 C734 812 710 760 710 690 Z'
  return [
    line('M860 712 C926 704 920 784 838 776', shade('#c8674a', 0.1), 20),
    inside(
      'coffee-cup',
      outline,
      path(outline, '#c8674a'),
      path('M800 680 Q830 760 780 820 H900 V680 Z', shade('#c8674a', 0.16)),
    ),
    oval(790, 690, 80, 20, tint('#c8674a', 0.35)),
    oval(790, 693, 66, 14, '#5d3420'),
    dots('M752 740 H800', tint('#c8674a', 0.5), 7, 22),
  ]
}

function beans(places: readonly (readonly [number, number])[]): string[] {
  return places.map(([x, y], at) =>
    group(
      `translate(${x} ${y}) rotate(${at * 47 - 20})`,
      oval(0, 0, 24, 17, '#6b3f27'),
      oval(-3, -4, 19, 10, '#81502f'),
      line('M-20 0 Q0 9 20 0', '#432516', 4),
    ),
  )
}
