import type { Scene } from './frame.ts'
import { circle, inside, line, path, rect, shade, shadow, tint } from './kit.ts'

const wood = '#c08a58'

/** A folded wool throw on a stool, a ball of its yarn on the floor. */
export function woolThrow({ wool, stripe }: { wool: string; stripe: string }): Scene {
  return {
    wall: '#f3e3df',
    ground: 'table',
    parts: [
      shadow(500, 872, 330, 26),
      ...stool(),
      ...folds(wool, stripe),
      ...drape(wool, stripe),
      ...yarn(wool),
    ],
    sides: [
      path('M1110 560 V300 A100 100 0 0 1 1310 300 V560 Z', tint('#f3e3df', 0.6)),
      line('M1210 202 V556 M1114 390 H1306', shade('#f3e3df', 0.06), 10),
      rect(1090, 556, 240, 18, shade('#f3e3df', 0.1), 8),
    ],
  }
}

function stool(): string[] {
  return [
    line('M330 640 L286 862', shade(wood, 0.24), 30),
    line('M670 640 L714 862', shade(wood, 0.24), 30),
    line('M322 780 H678', shade(wood, 0.34), 18),
    line('M390 650 L372 866', wood, 30),
    line('M610 650 L628 866', shade(wood, 0.1), 30),
    rect(232, 604, 536, 46, shade(wood, 0.12), 20),
    rect(232, 600, 536, 30, tint(wood, 0.16), 15),
  ]
}

/** Three layers, folded at the right, their edges showing at the left. */
function folds(wool: string, stripe: string): string[] {
  return [516, 430, 344].map((y, at) => {
    const x = 256 + (at % 2) * 12
    const colour = at % 2 === 0 ? shade(wool, 0.05) : wool
    const outline = `M${x + 16} ${y} H${x + 440} Q${x + 484} ${y} ${x + 484} ${y + 44} Q${x + 484} ${y + 88} ${x + 440} ${y + 88} H${x + 16} Q${x} ${y + 88} ${x} ${y + 74} V${y + 14} Q${x} ${y} ${x + 16} ${y} Z`
    return inside(
      `throw-fold-${at}`,
      outline,
      path(outline, colour),
      rect(x + 46, y, 24, 88, stripe),
      rect(x + 82, y, 9, 88, stripe),
      rect(x + 392, y, 24, 88, stripe),
      rect(x + 371, y, 9, 88, stripe),
      rect(x, y + 70, 490, 18, '#2e2038', 0, { opacity: 0.13 }),
      rect(x, y, 490, 10, tint(colour, 0.6), 0, { opacity: 0.4 }),
      line(`M${x} ${y + 30} H${x + 30} M${x} ${y + 56} H${x + 24}`, shade(colour, 0.3), 4),
      path(
        `M${x + 436} ${y} H${x + 500} V${y + 88} H${x + 436} Q${x + 466} ${y + 44} ${x + 436} ${y} Z`,
        '#2e2038',
        { opacity: 0.09 },
      ),
    )
  })
}

/** The end that hangs over the front, with its bands and fringe. */
function drape(wool: string, stripe: string): string[] {
  const colour = tint(wool, 0.14)
  const outline = 'M402 350 Q402 332 422 332 H584 Q604 332 604 350 L612 706 Q508 722 396 706 Z'
  const fringe = Array.from({ length: 15 }, (_, at) => {
    const x = 403 + at * 14.4
    return line(
      `M${x} 706 q${at % 2 === 0 ? 5 : -4} 26 0 48`,
      at % 2 === 0 ? colour : shade(colour, 0.14),
      9,
    )
  })
  return [
    ...fringe,
    inside(
      'throw-drape',
      outline,
      path(outline, colour),
      path('M380 590 Q500 606 630 590 V626 Q500 642 380 626 Z', stripe),
      path('M380 640 Q500 656 630 640 V652 Q500 668 380 652 Z', stripe),
      path('M380 562 Q500 578 630 562 V574 Q500 590 380 574 Z', stripe),
      path('M560 320 L566 730 H640 V320 Z', '#2e2038', { opacity: 0.1 }),
      line('M446 350 L440 700 M500 350 V710', shade(colour, 0.16), 3, { opacity: 0.7 }),
      rect(380, 326, 240, 22, tint(colour, 0.3), 0, { opacity: 0.7 }),
    ),
  ]
}

function yarn(wool: string): string[] {
  return [
    shadow(836, 868, 74, 12),
    line('M790 858 C740 900 690 850 640 890', shade(wool, 0.12), 7),
    circle(836, 808, 64, wool),
    path('M836 744 A64 64 0 0 1 836 872 A90 90 0 0 0 836 744 Z', shade(wool, 0.14)),
    line(
      'M782 786 Q836 746 892 790 M776 812 Q836 776 898 812 M786 842 Q836 806 890 840',
      shade(wool, 0.24),
      5,
    ),
    line('M800 756 Q790 810 818 866 M830 746 Q820 810 850 870', tint(wool, 0.5), 4, {
      opacity: 0.8,
    }),
  ]
}
