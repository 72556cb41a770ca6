import type { Scene } from './frame.ts'
import { circle, group, inside, line, oval, path, rect, shade, shadow, tint } from './kit.ts'

/** The coin-shaped leaves, back to front: where, how big, how dark. */
// biome-ignore format: read down the columns
const leaves = [
  // x    y    r   green
  [500, 215, 70, '#4f9a72'], [352, 262, 62, '#438a66'], [652, 262, 64, '#438a66'],
  [250, 372, 56, '#4f9a72'], [752, 376, 58, '#5aa67c'], [424, 318, 66, '#62b086'],
  [588, 330, 64, '#4f9a72'], [318, 452, 58, '#62b086'], [690, 470, 60, '#62b086'],
  [500, 420, 68, '#6fbb92'], [408, 510, 52, '#5aa67c'], [596, 514, 54, '#438a66'],
] as const

/** A pilea in a pot. */
export function plant({ pot, band }: { pot: string; band: string }): Scene {
  const outline = 'M366 600 H634 L604 796 Q600 818 578 818 H422 Q400 818 396 796 Z'
  return {
    wall: '#dfece4',
    ground: 'table',
    parts: [
      shadow(510, 830, 250, 28),
      oval(500, 822, 168, 28, shade(pot, 0.28)),
      oval(500, 814, 168, 26, shade(pot, 0.1)),
      ...leaves.map(([x, y]) =>
        line(`M500 600 Q${(x + 500) / 2} ${y + 120} ${x} ${y}`, '#3c7d5c', 9),
      ),
      inside(
        'plant-pot',
        outline,
        path(outline, pot),
        path(`M340 690 H660 V736 H340 Z`, band),
        path('M540 580 L520 840 H680 V580 Z', '#2e2038', { opacity: 0.13 }),
        line('M408 640 L424 770', '#ffffff', 14, { opacity: 0.3 }),
      ),
      rect(350, 570, 300, 58, tint(pot, 0.12), 16),
      path('M540 570 H634 Q650 570 650 586 V612 Q650 628 634 628 H528 Z', '#2e2038', {
        opacity: 0.1,
      }),
      rect(366, 628, 268, 10, '#2e2038', 0, { opacity: 0.12 }),
      ...leaves.map(([x, y, r, green]) => coin(x, y, r, green)),
    ],
    sides: [
      group(
        'translate(-230 820) scale(0.9)',
        rect(-60, -130, 120, 130, tint('#9fb8c9', 0.1), 16),
        oval(0, -130, 60, 16, '#7f9cb0'),
      ),
      oval(-230, 822, 70, 12, '#2e2038', { opacity: 0.1 }),
    ],
  }
}

function coin(x: number, y: number, r: number, green: string): string {
  const lean = (x - 500) / 14
  return group(
    `translate(${x} ${y}) rotate(${lean})`,
    oval(0, 0, r, r * 0.94, green),
    path(
      `M0 ${-r * 0.94} A${r} ${r * 0.94} 0 0 1 0 ${r * 0.94} A${r * 0.72} ${r} 0 0 0 0 ${-r * 0.94} Z`,
      shade(green, 0.1),
    ),
    line(
      `M0 0 L${-r * 0.6} ${-r * 0.42} M0 0 L${r * 0.6} ${-r * 0.42} M0 0 V${-r * 0.72} M0 0 L${-r * 0.56} ${r * 0.4} M0 0 L${r * 0.56} ${r * 0.4}`,
      tint(green, 0.3),
      3,
      { opacity: 0.7 },
    ),
    circle(0, 0, r * 0.13, tint(green, 0.62)),
  )
}
