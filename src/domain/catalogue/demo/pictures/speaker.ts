import type { Scene } from './frame.ts'
import { circle, dots, inside, line, oval, path, rect, shade, shadow, tint } from './kit.ts'

const face =
  'M330 372 H670 Q770 372 770 472 V688 Q770 788 670 788 H330 Q230 788 230 688 V472 Q230 372 330 372 Z'
const cloth =
  'M340 408 H660 Q736 408 736 484 V676 Q736 752 660 752 H340 Q264 752 264 676 V484 Q264 408 340 408 Z'

/** A portable speaker with a cloth front and a leather loop. */
export function speaker({ shell }: { shell: string }): Scene {
  const mesh = Array.from(
    { length: 22 },
    (_, at) => `M${256 + (at % 2) * 9} ${402 + at * 17} H760`,
  ).join(' ')
  return {
    wall: '#e2ebf4',
    ground: 'table',
    parts: [
      ...waves(),
      shadow(520, 808, 320, 26),
      line('M752 448 C838 440 852 574 760 584', shade('#b5794c', 0.24), 26),
      line('M752 442 C830 434 844 566 756 578', '#b5794c', 17),
      rect(300, 782, 90, 22, shade(shell, 0.5), 10),
      rect(610, 782, 90, 22, shade(shell, 0.5), 10),
      ...[390, 470, 550].map((x) => rect(x, 352, 60, 34, shade(shell, 0.34), 12)),
      path(face, shade(shell, 0.26), { transform: 'translate(14 6)' }),
      path(face, shell),
      line('M262 470 Q264 404 336 402 H640', tint(shell, 0.6), 10, { opacity: 0.65 }),
      inside(
        'speaker-cloth',
        cloth,
        path(cloth, shade(shell, 0.2)),
        dots(mesh, shade(shell, 0.42), 8, 18),
        circle(500, 566, 132, shade(shell, 0.42)),
        circle(500, 566, 118, shade(shell, 0.3)),
        path('M500 448 A118 118 0 0 1 500 684 A150 150 0 0 0 500 448 Z', shade(shell, 0.38)),
        circle(500, 566, 48, shade(shell, 0.5)),
        circle(492, 556, 34, shade(shell, 0.36)),
        line('M404 566 A96 96 0 0 1 452 483', tint(shell, 0.35), 9, { opacity: 0.6 }),
      ),
      rect(444, 706, 112, 30, tint(shell, 0.72), 17),
      line('M470 721 q10 -12 20 0 t20 0 t20 0', shade(shell, 0.3), 5),
      circle(694, 440, 8, '#8ff0c0'),
    ],
    sides: [...waves(110), note(-210, 360), note(1200, 330)],
  }
}

/** The sound: arcs on the wall to both sides, `out` further out than next to the speaker. */
function waves(out = 0): string[] {
  const tone = shade('#e2ebf4', 0.12)
  const arc = (x: number, way: number, size: number, opacity: number) =>
    line(`M${x} ${560 - size} q${way * size * 0.5} ${size} 0 ${size * 2}`, tone, 16, { opacity })
  return [
    arc(160 - out, -1, 100, 0.9),
    arc(104 - out, -1, 150, 0.6),
    arc(876 + out, 1, 100, 0.9),
    arc(932 + out, 1, 150, 0.6),
  ]
}

function note(x: number, y: number): string {
  const tone = shade('#e2ebf4', 0.16)
  return oval(x, y, 34, 26, tone) + line(`M${x + 28} ${y - 4} V${y - 130} q50 10 56 56`, tone, 12)
}
