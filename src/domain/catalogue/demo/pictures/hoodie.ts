import type { Scene } from './frame.ts'
import { circle, group, inside, line, path, rect, shade, tint } from './kit.ts'
import { lettering, letteringWidth } from './lettering.ts'

const torso = 'M340 352 Q420 318 500 318 Q580 318 660 352 L682 800 Q500 822 318 800 Z'
const sleeve = 'M344 350 C262 372 232 452 214 566 L176 770 Q222 796 270 784 L336 590 Z'

/** A hooded sweatshirt laid flat; the tag tells the size, and the garment grows with it. */
export function hoodie({
  cloth,
  size,
  scale,
}: {
  cloth: string
  size: string
  scale: number
}): Scene {
  return {
    wall: '#e6ece9',
    ground: 'flat',
    parts: [
      group(
        `translate(500 500) scale(${scale}) translate(-490 -500)`,
        group('translate(16 22)', path(`${torso} ${sleeve}`, '#2e2038', { opacity: 0.1 })),
        arm(cloth, 'left'),
        group('translate(1000 0) scale(-1 1)', arm(shade(cloth, 0.06), 'right')),
        ...body(cloth),
        ...hood(cloth),
      ),
      tag(size),
    ],
    sides: [hanger(-205, 430), hanger(1205, 560)],
  }
}

function hanger(x: number, y: number): string {
  return group(
    `translate(${x} ${y})`,
    line(
      'M-22 -62 a24 24 0 1 1 30 26 q-8 4 -8 18 L-136 66 q-16 14 8 18 H128 q24 -4 8 -18 L0 -18',
      shade('#e6ece9', 0.12),
      12,
    ),
  )
}

function arm(cloth: string, side: 'left' | 'right'): string {
  return (
    inside(
      `hoodie-${side}`,
      sleeve,
      path(sleeve, shade(cloth, 0.08)),
      path('M336 380 L300 600 L240 800 H360 V380 Z', shade(cloth, 0.2)),
      line('M262 470 Q252 540 236 600', tint(cloth, 0.3), 9, { opacity: 0.6 }),
      path('M160 730 L300 752 L290 800 H160 Z', shade(cloth, 0.26)),
    ) + line('M196 744 L190 774 M222 750 L218 782 M248 754 L246 784', shade(cloth, 0.42), 4)
  )
}

function body(cloth: string): string[] {
  return [
    inside(
      'hoodie-torso',
      torso,
      path(torso, cloth),
      path('M600 330 Q650 560 610 830 H700 V330 Z', '#2e2038', { opacity: 0.1 }),
      rect(300, 748, 400, 80, shade(cloth, 0.22)),
      line(
        Array.from({ length: 22 }, (_, at) => `M${330 + at * 16} 758 V812`).join(' '),
        shade(cloth, 0.38),
        4,
      ),
    ),
    path('M402 578 H598 L642 668 V738 H358 V668 Z', shade(cloth, 0.1)),
    line('M402 578 H598 M398 584 L360 668 M602 584 L640 668', shade(cloth, 0.36), 5, {
      'stroke-dasharray': '12 9',
    }),
  ]
}

function hood(cloth: string): string[] {
  return [
    path(
      'M352 366 C330 214 416 150 500 150 C584 150 670 214 648 366 C600 426 400 426 352 366 Z',
      tint(cloth, 0.08),
    ),
    path(
      'M560 164 C640 196 664 270 648 366 C620 400 566 410 520 412 C620 360 620 240 560 164 Z',
      shade(cloth, 0.12),
    ),
    path(
      'M404 350 C388 240 440 204 500 204 C560 204 612 240 596 350 C566 398 434 398 404 350 Z',
      shade(cloth, 0.42),
    ),
    path('M404 350 C434 398 566 398 596 350 C560 366 440 366 404 350 Z', shade(cloth, 0.56)),
    path(
      'M404 350 C460 388 480 404 500 418 C520 404 540 388 596 350 L612 372 C560 398 520 420 500 442 C480 420 440 398 388 372 Z',
      shade(cloth, 0.16),
    ),
    line('M452 408 Q446 470 452 532', '#f6eee0', 9),
    line('M548 408 Q556 460 548 512', '#f6eee0', 9),
    line('M452 534 v22 M548 514 v22', '#b9a27c', 11),
  ]
}

function tag(size: string): string {
  const width = letteringWidth(size, 88, 13)
  return (
    line('M596 372 Q690 380 742 452', '#b9a27c', 5) +
    group(
      'translate(772 560) rotate(9)',
      path(
        'M-82 -80 L-40 -128 H40 L82 -80 V122 Q82 134 70 134 H-70 Q-82 134 -82 122 Z',
        '#2e2038',
        {
          opacity: 0.14,
          transform: 'translate(10 12)',
        },
      ),
      path('M-82 -80 L-40 -128 H40 L82 -80 V122 Q82 134 70 134 H-70 Q-82 134 -82 122 Z', '#fdf6e8'),
      circle(0, -92, 13, '#d8c6a4'),
      lettering(size, -width / 2, -38, 88, '#3b3350', 13),
      line('M-44 98 H44', '#e08d66', 8),
    )
  )
}
