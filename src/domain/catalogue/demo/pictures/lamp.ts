import type { Scene } from './frame.ts'
import { circle, group, leafAt, line, oval, path, rect, shade, shadow, tint } from './kit.ts'

/** A desk lamp, lit, over a few books. */
export function lamp({ metal }: { metal: string }): Scene {
  const brass = '#d8ab5a'
  return {
    wall: '#e6e3f0',
    ground: 'table',
    parts: [
      path('M508 372 L700 300 L920 806 H470 Z', '#ffe9a8', { opacity: 0.6 }),
      oval(694, 808, 226, 32, '#ffedb8', { opacity: 0.85 }),
      shadow(330, 820, 190, 22),
      oval(330, 806, 158, 32, shade(metal, 0.32)),
      path('M172 786 V806 A158 32 0 0 0 488 806 V786 Z', shade(metal, 0.22)),
      oval(330, 784, 158, 32, metal),
      oval(306, 778, 96, 15, tint(metal, 0.35), { opacity: 0.5 }),
      line('M330 780 L262 500', shade(metal, 0.22), 26),
      line('M326 780 L258 500', metal, 15),
      line('M262 500 L520 268', shade(metal, 0.22), 26),
      line('M260 494 L516 262', metal, 15),
      line('M300 660 L344 470', shade(brass, 0.1), 6),
      circle(262, 500, 30, shade(brass, 0.2)),
      circle(259, 496, 24, brass),
      circle(259, 496, 8, shade(brass, 0.4)),
      group(
        'translate(548 262) rotate(-21)',
        rect(-36, -132, 72, 60, shade(metal, 0.18), 16),
        oval(0, 108, 62, 26, '#fff6d8'),
        path('M-52 -84 Q0 -104 52 -84 L124 96 Q0 124 -124 96 Z', metal),
        path('M8 -98 Q34 -96 52 -84 L124 96 Q84 108 40 110 Z', shade(metal, 0.2)),
        line('M-44 -50 L-84 66', tint(metal, 0.6), 13, { opacity: 0.6 }),
        path('M-124 96 Q0 124 124 96 Q0 138 -124 96 Z', '#fff3c9'),
        path('M-124 96 Q0 124 124 96', 'none', { stroke: shade(metal, 0.3), 'stroke-width': 5 }),
      ),
      ...books(),
    ],
    sides: [
      rect(-310, 250, 190, 250, tint('#e6e3f0', 0.6), 8),
      rect(-292, 268, 154, 214, shade('#e6e3f0', 0.08), 4),
      circle(-215, 350, 40, tint('#e6e3f0', 0.6)),
      path('M-292 482 V430 L-240 390 L-190 440 L-160 410 L-138 432 V482 Z', shade('#e6e3f0', 0.18)),
    ],
  }
}

function books(): string[] {
  return [
    shadow(716, 818, 170, 16),
    rect(560, 762, 300, 50, '#5a7d8c', 8),
    rect(580, 762, 14, 50, tint('#5a7d8c', 0.5)),
    rect(820, 768, 40, 38, '#f7efdf', 4),
    rect(584, 716, 250, 46, '#d9795d', 8),
    rect(790, 722, 44, 34, '#f7efdf', 4),
    rect(604, 716, 12, 46, tint('#d9795d', 0.5)),
    path('M668 716 L680 646 H744 L756 716 Z', '#fbf4e9'),
    path('M718 716 L722 646 H744 L756 716 Z', shade('#fbf4e9', 0.12)),
    leafAt(712, 652, -128, 84, 26, '#5b9a76'),
    leafAt(712, 652, -92, 96, 28, '#74b18d'),
    leafAt(712, 652, -52, 84, 26, '#5b9a76'),
  ]
}
