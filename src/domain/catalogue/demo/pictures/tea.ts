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

type Mark = 'sun' | 'leaf' | 'moon' | 'star' | 'flower' | 'cloud'

export interface TeaLook {
  tins: readonly [string, string, string]
  marks: readonly [Mark, Mark, Mark]
}

/** Three tins of tea, and a bag on its string. */
export function tea({ tins, marks }: TeaLook): Scene {
  const [left, middle, right] = tins
  return {
    wall: '#f8ecd8',
    ground: 'table',
    parts: [
      shadow(510, 812, 390, 30),
      ...tin(278, 410, left, marks[0]),
      ...tin(722, 410, right, marks[2]),
      ...tin(500, 320, middle, marks[1]),
      ...teaBag(middle),
      ...looseLeaves([
        [250, 876],
        [300, 896],
        [352, 872],
      ]),
    ],
    sides: [
      ...looseLeaves([
        [-220, 870],
        [-160, 896],
        [1190, 880],
        [1260, 862],
      ]),
    ],
  }
}

function tin(x: number, top: number, colour: string, mark: Mark): string[] {
  const outline = `M${x - 104} ${top + 50} V776 Q${x} 826 ${x + 104} 776 V${top + 50} Z`
  const middle = (top + 110 + 800) / 2
  return [
    inside(
      `tea-tin-${x}`,
      outline,
      path(outline, colour),
      path(
        `M${x - 110} 690 Q${x} 740 ${x + 110} 690 V712 Q${x} 762 ${x - 110} 712 Z`,
        tint(colour, 0.55),
      ),
      path(
        `M${x - 110} 728 Q${x} 778 ${x + 110} 728 V736 Q${x} 786 ${x - 110} 736 Z`,
        tint(colour, 0.55),
      ),
      rect(x + 50, top, 70, 500, '#2e2038', 0, { opacity: 0.13 }),
      line(`M${x - 80} ${top + 100} V680`, '#ffffff', 14, { opacity: 0.3 }),
    ),
    circle(x, middle - 8, 66, '#fbf4e4'),
    group(`translate(${x} ${middle - 8})`, ...drawMark[mark](shade(colour, 0.12))),
    path(
      `M${x - 112} ${top} V${top + 64} Q${x} ${top + 114} ${x + 112} ${top + 64} V${top} Z`,
      tint(colour, 0.3),
    ),
    path(
      `M${x + 54} ${top} V${top + 88} Q${x + 90} ${top + 78} ${x + 112} ${top + 64} V${top} Z`,
      '#2e2038',
      { opacity: 0.1 },
    ),
    oval(x, top, 112, 36, tint(colour, 0.5)),
    oval(x, top - 3, 88, 26, tint(colour, 0.34)),
  ]
}

type Draw = (colour: string) => string[]

const gold = '#e2a52f'

/** Each around (0, 0), about 90 wide. */
const drawMark: Readonly<Record<Mark, Draw>> = {
  sun: () => [
    circle(0, 0, 24, gold),
    ...[0, 45, 90, 135, 180, 225, 270, 315].map((turn) =>
      line('M36 0 H48', gold, 8, { transform: `rotate(${turn})` }),
    ),
  ],
  leaf: (colour) => [
    leafAt(-4, 26, -118, 66, 26, colour),
    leafAt(2, 26, -58, 66, 26, tint(colour, 0.2)),
    line('M0 24 v20', colour, 6),
  ],
  moon: (colour) => [
    path('M12 -42 A44 44 0 1 0 40 24 A36 36 0 0 1 12 -42 Z', colour),
    circle(30, -22, 6, gold),
  ],
  star: (colour) => [
    path('M0 -44 Q6 -6 44 0 Q6 6 0 44 Q-6 6 -44 0 Q-6 -6 0 -44 Z', colour),
    circle(30, -32, 6, gold),
  ],
  flower: (colour) => [
    ...[0, 72, 144, 216, 288].map((turn) =>
      oval(0, -27, 15, 21, colour, { transform: `rotate(${turn})` }),
    ),
    circle(0, 0, 13, gold),
  ],
  cloud: (colour) => [
    circle(-20, 6, 20, colour),
    circle(20, 8, 18, colour),
    circle(0, -10, 25, colour),
    rect(-22, 4, 44, 22, colour),
  ],
}

function teaBag(colour: string): string[] {
  return [
    line('M664 838 C740 790 780 900 842 852', '#b9a489', 5),
    path('M560 812 L610 796 L662 812 L672 896 Q614 908 552 896 Z', '#fdf6e8'),
    path('M566 846 Q614 832 666 846 L672 896 Q614 908 552 896 Z', '#b98a4e'),
    path('M560 812 L610 796 L662 812 L666 838 H556 Z', '#f0e4cd'),
    path('M834 822 L898 832 L890 898 L826 888 Z', colour),
    circle(862, 860, 15, '#fbf4e4'),
  ]
}

function looseLeaves(places: readonly (readonly [number, number])[]): string[] {
  return places.map(([x, y], at) => leafAt(x, y, at * 70 - 30, 44, 14, '#6b7f4f'))
}
